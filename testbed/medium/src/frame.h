/* SPDX-License-Identifier: Apache-2.0 */
/* A frame that a radio sends, with the rates to try. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "phy.h"

#define AIR_STAGES 4
/* The power of frames that have none of their own: more than any radio's. */
#define AIR_POWER_OF_RADIO INT8_MAX

/* One rate of a frame's rate chain. */
struct air_stage {
	struct phy_rate rate;
	int8_t idx;   /* the caller's own number of the rate */
	uint8_t max;  /* limit of tries */
	uint8_t used; /* tries made */
	bool rts, cts_to_self;
};

/* A frame to send. The caller allocates it by air_frame_new(). The air frees
 * it after it has called 'status'. */
struct air_frame {
	struct air_frame *next;
	uint64_t cookie; /* the caller's identifier; grows with time */
	uint64_t queued; /* ns */
	unsigned mhz;
	bool no_ack;
	bool may_aggregate; /* false if injected: no driver aggregates it */
	int8_t power_dbm;   /* at most the radio's */
	unsigned stages_n;
	struct air_stage stages[AIR_STAGES];
	bool dropped; /* by the kernel's queue; not sent again */
	bool sending; /* part of the exchange that is on the air */
	size_t len;
	uint8_t data[];
};

/* Allocates a frame with a copy of 'data'. Returns NULL if there is no memory.
 */
struct air_frame *air_frame_new(const uint8_t *data, size_t len);

/* Returns the first stage with tries left, NULL if there is none. */
struct air_stage *air_frame_stage(struct air_frame *frame);

#endif
