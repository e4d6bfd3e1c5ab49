/* SPDX-License-Identifier: Apache-2.0 */
/* Packet sockets that receive through a memory-mapped ring. */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PACKET_BATCH 64	 /* frames handled between two system calls */
#define PACKET_RING  512 /* frames, a power of two */
/* Octets: the longest MPDU (802.11ac) with all headers and FCS. */
#define PACKET_LONGEST 12288

struct packet {
	int fd;	   /* receives */
	int tx_fd; /* sends: on one socket, each frame sent would wake the loop
		    */
	int ifindex;
	uint8_t *ring;
	size_t ring_len;
	unsigned int next;    /* next frame of the ring to read */
	uint8_t *long_frames; /* those of a batch that exceed the ring's places
			       */
	unsigned int long_n;
	uint64_t overruns; /* frames that found the ring full */
	uint64_t too_long; /* frames longer than PACKET_LONGEST */
	int error;	   /* that packet_receive() met, or 0 */
};

#define PACKET_CLOSED                 \
	{                             \
		.fd = -1, .tx_fd = -1 \
	}

/* The frames that a socket receives, and its send buffer. */
struct packet_filter {
	uint16_t ethertype; /* or 0 for every frame */
	int vlan;	    /* 802.1Q id, or -1 for untagged frames */
	bool promiscuous;   /* also frames for other addresses */
	int send_buffer;    /* octets below the socket, 0: the default */
};

/* Opens a socket on interface 'ifindex' that does not receive sent frames.
 * Returns 0 or a positive errno, with '*packet' closed. */
int packet_open(struct packet *packet, int ifindex,
		const struct packet_filter *filter);

/* Safe for PACKET_CLOSED. */
void packet_close(struct packet *packet);

/* Calls 'handle' for at most PACKET_BATCH received frames, then 'done'. The
 * frames stay valid until 'done' returns and may be changed. Returns the
 * number of frames. */
unsigned int packet_receive(struct packet *packet,
			    void (*handle)(void *arg, uint8_t *data,
					   size_t len),
			    void (*done)(void *arg), void *arg);

/* Updates 'overruns' from the kernel's counters, too. */
void packet_read_overruns(struct packet *packet);

/* Returns the pending error of the socket, for example ENETDOWN, or 0. The
 * error no longer pends then. */
int packet_error(struct packet *packet);

#endif
