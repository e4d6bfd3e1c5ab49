/* SPDX-License-Identifier: Apache-2.0 */
/* Answers scans from what the radio received in earlier visits. */
#ifndef SCAN_MEMORY_H
#define SCAN_MEMORY_H

#include "vsta_state.h"

/* How old a visit may be that answers a scan: the frames that it received are
 * a bit older. */
#define SCAN_MEMORY_MS (BSS_MEMORY_MS - 500)

/* A virtual station gets one answer in this time: a short request can have a
 * megabyte of frames as answer. Drivers repeat requests as often. */
#define SCAN_MEMORY_GAP_MS CLOUDMAC_VSTA_SCAN_REPEAT

void scan_memory_init(struct vsta_radio *on);
void scan_memory_close(struct vsta_radio *on);

/* Answers the scan of a virtual station that has begun, where visits allow
 * that. If an answer is too early, the scan waits, and goes on by itself. */
void scan_remember(struct vsta_radio *on, struct guest *guest);

#endif
