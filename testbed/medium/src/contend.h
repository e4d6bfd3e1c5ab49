/* SPDX-License-Identifier: Apache-2.0 */
/* Channel access by EDCA, and the queues of the access categories. */
#ifndef CONTEND_H
#define CONTEND_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "ieee80211.h"
#include "radio.h"

struct radio;

/* The channel access function of one access category, with its queue. */
struct contention {
	unsigned backoff; /* slots left when the medium last became busy */
	unsigned cw;	  /* slots */
	struct air_edca edca;
	struct air_frame *head, **tail;
};

/* Appends a frame to the queue. */
void contend_enqueue(struct contention *contention, struct air_frame *frame);

/* Removes a frame from the queue, which must have it. */
void contend_dequeue(struct contention *contention, struct air_frame *frame);

/* Returns the time from which on the medium is idle for a radio. */
uint64_t contend_idle_at(const struct radio *radio);

/* Counts down the backoff of a radio for which the medium becomes busy. */
void contend_busy(const struct air *air, struct radio *radio, uint64_t now);

/* Returns when a radio starts to send next, AIR_NEVER if it has no frame. Sets
 * 'ac' to the category. */
uint64_t contend_next(const struct air *air, const struct radio *radio,
		      enum ac *ac);

/* Checks if a category of a radio would send now. */
bool contend_due(const struct air *air, const struct radio *radio, enum ac ac);

/* Draws a backoff if a frame arrives at an empty queue while the medium is
 * busy. */
void contend_arrive(struct air *air, struct radio *radio, enum ac ac);

/* Resets the contention window after a success, or after the last try. */
void contend_success(struct air *air, struct contention *contention);

/* Doubles the contention window after a failed try. */
void contend_failure(struct air *air, struct contention *contention);

#endif
