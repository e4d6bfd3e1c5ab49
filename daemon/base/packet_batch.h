/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that one sendmmsg() sends. */
#ifndef PACKET_BATCH_H
#define PACKET_BATCH_H

#include <linux/if_packet.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "counters.h"
#include "packet.h"

#define PACKET_HEAD_MAX 128

/* Frames collected for one sendmmsg(). Heads are copied. Bodies belong to the
 * caller and must stay valid until the flush. */
struct packet_batch {
	unsigned int n, limit;
	struct mmsghdr messages[PACKET_BATCH];
	struct iovec parts[PACKET_BATCH][2];
	struct tally *tallies[PACKET_BATCH];
	uint8_t heads[PACKET_BATCH][PACKET_HEAD_MAX];
	/* If set, called for each frame with a cookie: with 0, or the errno of
	 * the kernel's refusal. */
	void (*on_sent)(void *arg, void *cookie, int err);
	void *on_sent_arg;
	void *cookies[PACKET_BATCH];
	bool parts_of_frame[PACKET_BATCH];
	struct sockaddr_ll interfaces[PACKET_BATCH];
};

void packet_batch_init(struct packet_batch *batch);

/* Sets how many frames are collected at most, 1 to PACKET_BATCH. The batch is
 * empty. */
void packet_batch_set_limit(struct packet_batch *batch, unsigned int limit);

bool packet_batch_is_full(const struct packet_batch *batch);

/* Adds a frame of two parts and counts it in 'tally' when it is sent. Returns
 * false if the batch is full. */
bool packet_batch_add(struct packet_batch *batch, const uint8_t *head,
		      size_t head_len, const uint8_t *body, size_t body_len,
		      struct tally *tally);

/* Sets the cookie of the frame that was added last. */
void packet_batch_set_cookie(struct packet_batch *batch, void *cookie);

/* Has the frame that was added last sent on interface 'ifindex', not on that
 * of the socket. */
void packet_batch_set_interface(struct packet_batch *batch, int ifindex);

/* Marks the frame that was added last as a part of one whose other parts
 * follow: its tally counts its octets, but no frame. */
void packet_batch_set_part(struct packet_batch *batch);

/* Sends all frames. Counts a frame that the kernel refuses in 'drops' and goes
 * on with the rest. Returns the last errno or 0. */
int packet_batch_flush(struct packet_batch *batch, int fd, uint64_t *drops);

#endif
