/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that make up aggregation.h share. */
#ifndef AGGREGATION_PRIVATE_H
#define AGGREGATION_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "downlink.h"
#include "lease.h"

struct radio;

/*
 * aggregation.c
 */

/* Can the radio aggregate, and may it? */
bool aggregation_is_possible(const struct radio *radio);

/* The kernel will not have 'what', of that address. */
void aggregation_log_refused(const struct radio *radio, const char *what,
			     const uint8_t *address, int err);

/*
 * aggregation_ap.c
 */

/* Is there an access point? If not, it is made of the VAP's beacon, and those
 * of all leases of the radio with it: mac80211 may have no other way to send
 * what is injected, beacons too, for a BSSID that is not shown. */
bool aggregation_ap_show(struct radio *radio, const struct lease *wanted,
			 uint64_t now);

/* The entry of a station of the slot has ended: a group frame that has no
 * status may be kept. */
void aggregation_ap_suspect(struct radio *radio, unsigned int slot,
			    uint64_t now);

/* A frame to a group is about to be put into the radio's queue. */
void aggregation_ap_to_group(struct radio *radio,
			     const struct downlink_frame *frame);

/* Do all stations of a lease protect management frames? Then none has a
 * session with anybody, and none would believe a DELBA. */
bool aggregation_ap_all_protect(struct radio *radio,
				const struct lease *lease);

#endif
