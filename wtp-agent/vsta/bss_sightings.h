/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which BSSIDs radios heard lately, also those that the table of BSSs did not
 * keep. So a BSS that a flood of others keeps out of the table gets in with
 * its next frame. Bounded: a BSSID replaces the one with the same bucket.
 */
#ifndef BSS_SIGHTINGS_H
#define BSS_SIGHTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define BSS_SIGHTINGS	4096 /* a power of two */
#define BSS_SIGHTING_MS 10000
/* The access point of a BSS sends a beacon each 102.4 ms. Frames that follow
 * each other more closely may be a burst. */
#define BSS_REPETITION_MS 50

struct bss_sightings {
	struct bss_sighting {
		uint32_t hash; /* of BSSID and radio */
		uint32_t ms;   /* the first one, modulo 2^32 */
	} entries[BSS_SIGHTINGS];
};

/* Notes that the radio hears the BSSID. Returns true if it heard this
 * BSS_REPETITION_MS before, or earlier within BSS_SIGHTING_MS. */
bool bss_sightings_add(struct bss_sightings *sightings, const uint8_t *bssid,
		       unsigned int radio, uint64_t now_ms);

#endif
