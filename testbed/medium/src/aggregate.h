/* SPDX-License-Identifier: Apache-2.0 */
/* Block-ack sessions that the air observes, and the content of A-MPDUs. */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "air.h"

struct contention;
struct exchange;

/* A block-ack session of one TID, or of an unknown one. */
struct session {
	uint8_t originator[ADDR_LEN], recipient[ADDR_LEN];
	unsigned tid, window;
	bool begun;
	uint64_t awaits_until; /* an encrypted response */
};

/* Updates the sessions from a frame that was received. */
void aggregate_observe(struct air *air, const struct air_frame *frame);

/* Sets the MPDUs of an exchange: the head of the queue and, in a session, the
 * frames that can follow it in one A-MPDU. */
void aggregate_choose(struct air *air, const struct contention *contention,
		      struct exchange *exchange);

#endif
