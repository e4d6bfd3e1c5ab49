/* SPDX-License-Identifier: Apache-2.0 */
/* Packet sockets: receiving through a memory-mapped ring, sending in batches
 * with what is still in that ring. */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "counters.h"

#define PACKET_BATCH	64  /* frames handled between two system calls */
#define PACKET_RING	512 /* frames, a power of two */
#define PACKET_HEAD_MAX 128

struct packet {
	int fd;	   /* receives */
	int tx_fd; /* sends: on one socket, each frame sent would wake the loop
		    */
	int ifindex;
	uint8_t *ring;
	size_t ring_len;
	unsigned int next; /* frame of the ring to be read next */
	uint64_t overruns; /* frames that found the ring full */
};

#define PACKET_CLOSED                 \
	{                             \
		.fd = -1, .tx_fd = -1 \
	}

/* What packet_open() is to receive, and how much may wait to be sent. */
struct packet_filter {
	uint16_t ethertype; /* or 0 for every frame */
	int vlan;	    /* 802.1Q id, or -1 for untagged frames */
	bool promiscuous;   /* also frames for other addresses */
	int send_buffer;    /* octets below the socket, 0: the default */
};

/* Open a socket on interface 'ifindex', never receiving what is sent there.
 * Returns 0 or a positive errno; then '*packet' is closed. */
int packet_open(struct packet *packet, int ifindex,
		const struct packet_filter *filter);

/* Also for PACKET_CLOSED and one that is closed. */
void packet_close(struct packet *packet);

/* Call 'handle' for at most PACKET_BATCH received frames, then 'done'; until
 * it returns the frames stay where they are, and may be changed in place.
 * Returns the number of frames. */
unsigned int packet_receive(struct packet *packet,
			    void (*handle)(void *arg, uint8_t *data,
					   size_t len),
			    void (*done)(void *arg), void *arg);

/* Update 'overruns' from the kernel's figures. */
void packet_read_overruns(struct packet *packet);

/* The error that is pending at the socket, e.g. ENETDOWN, or 0. */
int packet_error(const struct packet *packet);

/* Frames collected for one sendmmsg(). The heads are copied, the bodies are
 * the caller's and must stay until the flush. */
struct packet_batch {
	unsigned int n;
	struct mmsghdr messages[PACKET_BATCH];
	struct iovec parts[PACKET_BATCH][2];
	struct tally *tallies[PACKET_BATCH];
	uint8_t heads[PACKET_BATCH][PACKET_HEAD_MAX];
	/* If set, told of each frame that has a cookie what became of it: 0,
	 * or the errno with which the kernel refused it. */
	void (*told)(void *arg, void *cookie, int err);
	void *told_arg;
	void *cookies[PACKET_BATCH];
};

void packet_batch_init(struct packet_batch *batch);

/* Add a frame of two parts, which is counted in 'tally' once it is sent.
 * False if there is no place: flush first. */
bool packet_batch_add(struct packet_batch *batch, const uint8_t *head,
		      size_t head_len, const uint8_t *body, size_t body_len,
		      struct tally *tally);

/* Give the frame that was added last a cookie. */
void packet_batch_mark(struct packet_batch *batch, void *cookie);

/* Send all; a frame that the kernel does not take is counted in 'drops' and
 * the rest are still tried. Returns the last errno or 0. */
int packet_batch_flush(struct packet_batch *batch, int fd, uint64_t *drops);

#endif
