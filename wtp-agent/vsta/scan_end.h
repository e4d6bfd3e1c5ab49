/* SPDX-License-Identifier: Apache-2.0 */
/* Ends scans otherwise than by their last visit: after an answer from memory,
 * and at a deadline. The kernel may never report the end of an operation, and
 * the radio may never be free for a visit. */
#ifndef SCAN_END_H
#define SCAN_END_H

#include "vsta_state.h"

/* The pause before a scan ends that was answered from memory. Programs may
 * begin to await the end after their request only. */
#define SCAN_END_ANSWER_MS 50

/* A scan that is still under way after this time is aborted. A virtual station
 * gives up after CLOUDMAC_VSTA_SCAN_TIMEOUT. */
#define SCAN_END_DEADLINE_MS 18000

void scan_end_init(struct vsta_radio *on);
void scan_end_close(struct vsta_radio *on);

/* Ends a scan for which memory had all answers, after SCAN_END_ANSWER_MS. */
void scan_end_later(struct vsta_radio *on, struct guest *guest);

/* Watches a scan that has begun. */
void scan_end_watch(struct vsta_radio *on, const struct guest *guest);

#endif
