/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Visits the frequencies that scans of virtual stations want, one after the
 * other: the I/O of scans.h.
 *
 *	leaving		the queue is paused. Null frames announce power save
 *			to the access points of the associated virtual
 *			stations that are awake.
 *	tuning, listening
 *			probe requests, and time to hear answers and beacons
 *	returning	null frames end the power save; the queue goes on
 *	resting		time for the frames that waited
 *
 * While others use the radio's channel, the radio is away for SCANNER_AWAY_MS
 * at most at a time. To hear every beacon there, a visit has SCANNER_SLOTS of
 * these slots, at different times of the beacon interval. It has fewer in a
 * scan of many frequencies, which a virtual station awaits for 20 s.
 */
#ifndef SCANNER_H
#define SCANNER_H

#include "vsta_state.h"

#define SCANNER_AWAY_MS	   20
#define SCANNER_SLOTS	   8
#define SCANNER_SLOTS_MAX  240 /* of a scan: it ends within 14 s */
#define SCANNER_CYCLE_MS   58  /* from slot to slot; 102.4 ms have 8 of them */
#define SCANNER_REST_MS	   20  /* at least */
#define SCANNER_LEAVE_MS   10  /* at most, for what is in flight */
#define SCANNER_ATTEMPTS   20  /* to leave the channel without a loss */
#define SCANNER_ACTIVE_MS  40  /* if nobody uses the radio's channel */
#define SCANNER_PASSIVE_MS 110

/* All scans together may keep the radio off a channel that others use for
 * SCANNER_BUDGET_MS at once, and for SCANNER_BUDGET_PERMILLE of the time: a
 * host may have many virtual stations. */
#define SCANNER_BUDGET_MS	8000
#define SCANNER_BUDGET_PERMILLE 250

void scanner_init(struct vsta_radio *on);
void scanner_close(struct vsta_radio *on);

/* Handles the scan of a virtual station. */
void scanner_request(struct vsta_radio *on, struct guest *guest,
		     const struct cloudmac_vsta_scan *request);

/* Begins a visit if one is due, and leaves the channel when nothing is in
 * flight any more. */
void scanner_run(struct vsta_radio *on);

/* Returns true if the radio is on another channel, or about to be. */
bool scanner_is_away(const struct vsta_radio *on);

/* Handles the TX status of a null frame. Returns false if the scanner did not
 * send it. */
bool scanner_status(struct vsta_radio *on, const struct uplink_frame *status);

#endif
