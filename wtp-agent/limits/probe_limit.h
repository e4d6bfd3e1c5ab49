/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Limits the frames of each station to all VAPs, which are probe requests and
 * public action frames: a token bucket (RFC 2697 names its parts). The table
 * has one place for stations of the same hash and keeps the latest one, so
 * stations of equal hash are limited less. Times are milliseconds of the
 * caller's clock.
 */
#ifndef PROBE_LIMIT_H
#define PROBE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define PROBE_LIMIT_MAX	   1024 /* stations, a power of two */
#define PROBE_LIMIT_RATE   25	/* in a second */
#define PROBE_LIMIT_BURST  25
#define PROBE_LIMIT_GAP_MS (1000 / PROBE_LIMIT_RATE)

struct probe_limit {
	struct probe_limit_entry {
		uint8_t station[ADDR_LEN];
		uint64_t full_ms; /* when the bucket is full again */
	} places[PROBE_LIMIT_MAX];
};

/* Returns true if such a frame of the station is within its limit, and
 * takes a token. */
bool probe_limit_take(struct probe_limit *limit, const uint8_t *station,
		      uint64_t now_ms);

#endif
