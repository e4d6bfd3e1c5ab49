/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stations to which another WTP transmits: after a handover the previous WTP
 * still has a queue. A radio hears it if both use the same channel. The table
 * has one place for stations of the same hash and keeps the latest one. Times
 * are milliseconds of the caller's clock.
 */
#ifndef OTHER_WTPS_H
#define OTHER_WTPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define OTHER_WTPS_MAX 256 /* stations, a power of two */
/* So many frames in this time are more than a light flow has. */
#define OTHER_WTPS_FRAMES    3
#define OTHER_WTPS_WINDOW_MS 10

struct other_wtps {
	struct other_wtps_entry {
		uint8_t bssid[ADDR_LEN];
		uint8_t station[ADDR_LEN];
		uint64_t heard_ms[OTHER_WTPS_FRAMES]; /* the latest first */
	} places[OTHER_WTPS_MAX];
};

/* Notes a data frame from 'bssid' to 'station' that this WTP did not send. */
void other_wtps_add(struct other_wtps *others, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms);

/* Returns true if another WTP transmits many frames to the station. */
bool other_wtps_serve(const struct other_wtps *others, const uint8_t *bssid,
		      const uint8_t *station, uint64_t now_ms);

#endif
