/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of frames without acknowledgement that wait while a queue is
 * paused. The others wait in the flight. */
#ifndef QUEUE_KEPT_H
#define QUEUE_KEPT_H

#include <stdbool.h>

#include "frame/frame.h"

#define QUEUE_KEPT_MAX 64

struct queue_kept_frame {
	struct queue_kept_frame *next;
	struct radiotap rt;
	size_t len;
	uint8_t body[];
};

/* All zeros is empty. */
struct queue_kept {
	struct queue_kept_frame *first, *last;
	unsigned int n;
};

/* Appends a copy. Returns false without room. */
bool queue_keep(struct queue_kept *kept, const struct downlink_frame *frame);

/* Removes the first frame, which the caller frees; NULL if there is none. */
struct queue_kept_frame *queue_kept_take(struct queue_kept *kept);

/* Frees the frames of a transmitter. Returns their number. */
unsigned int queue_kept_forget(struct queue_kept *kept,
			       const uint8_t *transmitter);

void queue_kept_destroy(struct queue_kept *kept);

#endif
