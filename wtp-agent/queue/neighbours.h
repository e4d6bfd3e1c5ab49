/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The beacons of other access points that a radio passes to VAPs, and the VAPs
 * that requested them (SPECIFICATION.md, 1.4).
 *
 * Anybody on the air can send beacons with any BSSID. So the table is small,
 * and each of its places passes one beacon a second at most. A neighbour that
 * is heard keeps its place: a flood of made-up BSSIDs finds none free. Times
 * are milliseconds of the caller's clock.
 */
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define NEIGHBOURS_MAX	     32
#define NEIGHBOUR_GAP_MS     1000  /* between two beacons of a neighbour */
#define NEIGHBOUR_SILENT_MS  10000 /* then another one may have the place */
#define NEIGHBOUR_VAPS_MAX   16
#define NEIGHBOUR_REQUEST_MS 3000 /* that a request holds */

struct neighbours {
	struct neighbour {
		uint8_t bssid[ADDR_LEN];
		uint64_t heard_ms;
		uint64_t passed_ms;
	} places[NEIGHBOURS_MAX];
	size_t n;
	struct neighbour_request {
		uint8_t bssid[ADDR_LEN];
		uint64_t until_ms;
	} requests[NEIGHBOUR_VAPS_MAX];
};

/* Notes a request of the VAP 'bssid'. Ignores a further VAP while the requests
 * of NEIGHBOUR_VAPS_MAX others hold. */
void neighbours_request(struct neighbours *neighbours, const uint8_t *bssid,
			uint64_t now_ms);

/* Returns the next VAP after request '*at' to which a beacon of 'bssid' may
 * go, or a report that has no 'bssid' (NULL), and advances '*at', which begins
 * with 0. Returns NULL after the last. */
const uint8_t *neighbours_next_vap(const struct neighbours *neighbours,
				   const uint8_t *bssid, uint64_t now_ms,
				   size_t *at);

/* Notes a beacon of 'bssid'. Returns true if it is within the limits and some
 * VAP requested it. */
bool neighbours_heard(struct neighbours *neighbours, const uint8_t *bssid,
		      uint64_t now_ms);

#endif
