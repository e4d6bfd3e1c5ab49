/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Limits how many new transmitters send uplink frames: one token bucket for
 * all (RFC 2697 names its parts). At a switch each unknown transmitter costs a
 * lookup outside the kernel. Frames of all ports wait in one line for these,
 * so a flood of made-up addresses would delay everybody's first frames.
 *
 * A transmitter that got a token is remembered and needs no other. A flood
 * replaces only transmitters to which no VAP has sent data. Times are
 * milliseconds of the caller's clock.
 */
#ifndef NEWCOMERS_H
#define NEWCOMERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define NEWCOMERS_RATE	 100 /* in a second */
#define NEWCOMERS_BURST	 100
#define NEWCOMERS_GAP_MS (1000 / NEWCOMERS_RATE)
#define NEWCOMERS_SETS	 512 /* a power of two */
#define NEWCOMERS_WAYS	 4

struct newcomers {
	struct newcomers_entry {
		uint8_t station[ADDR_LEN];
		bool served;	  /* a VAP has sent data to it */
		uint64_t seen_ms; /* 0: no entry */
	} sets[NEWCOMERS_SETS][NEWCOMERS_WAYS];
	uint64_t full_ms; /* when the bucket is full again */
};

/* Returns true if the station is remembered, or else is within the limit. */
bool newcomers_admit(struct newcomers *newcomers, const uint8_t *station,
		     uint64_t now_ms);

/* Notes that a VAP sends data to the station. */
void newcomers_note_served(struct newcomers *newcomers, const uint8_t *station,
			   uint64_t now_ms);

#endif
