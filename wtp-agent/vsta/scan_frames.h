/* SPDX-License-Identifier: Apache-2.0 */
/* The frames of a radio's scans: probe requests, null frames that announce
 * power save, and the message that ends a scan. */
#ifndef SCAN_FRAMES_H
#define SCAN_FRAMES_H

#include "vsta_state.h"

/* The sequence numbers of frames in the name of a virtual station, after that
 * of its own last one: far from those that it uses next. */
#define SCAN_NUMBER_DISTANCE 2048

/* A null frame that is not acknowledged is sent so often. */
#define SCAN_NULL_TRIES 3

/* Sends scan done to a virtual station. */
void scan_send_done(struct vsta_radio *on, const struct guest *guest);

/* Sends the probe requests of the visit: SCAN_SSIDS_MAX at most. Scans for
 * which there is no room leave the visit. */
void scan_send_probes(struct vsta_radio *on);

/* Announces to the access points of the virtual stations that are associated
 * and awake that these doze. */
void scan_begin_doze(struct vsta_radio *on);

/* Ends that. */
void scan_end_doze(struct vsta_radio *on);

/* Returns true if all of them know it. */
bool scan_doze_is_known(const struct vsta_radio *on);

/* Handles the TX status of a null frame. Returns false if it is not one of
 * these. */
bool scan_doze_status(struct vsta_radio *on, const uint8_t *frame,
		      bool failed);

#endif
