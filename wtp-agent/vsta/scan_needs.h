/* SPDX-License-Identifier: Apache-2.0 */
/* What the scans of a radio's virtual stations need of the present visit. */
#ifndef SCAN_NEEDS_H
#define SCAN_NEEDS_H

#include "vsta_state.h"

/* Returns true if a virtual station holds the radio's channel, or a VAP may
 * use it. */
bool scan_is_disturbing(const struct vsta_radio *on);

/* Returns the virtual station of this radio whose scan began first, of those
 * that joined the visit or of all. */
struct guest *scan_first(struct vsta_radio *on, bool joined);

/* As scan_first(), but while others use the radio's channel, returns only a
 * virtual station whose budget allows an absence for its visit. One without
 * budget must not delay the scans of others. After the first slot of a visit
 * for passive scans, 'joined' leaves out active ones. */
struct guest *scan_payer(struct vsta_radio *on, bool joined);

/* Returns true if the scan of 'guest' may join the visit for the scan of
 * 'payer'. A passive scan makes a visit longer, so without budget it joins
 * only other passive scans. */
bool scan_may_join(const struct vsta_radio *on, struct guest *guest,
		   const struct guest *payer);

/* Returns true if a scan of the visit needs every beacon, not only answers. */
bool scan_needs_beacons(struct vsta_radio *on);

/* Returns 0 if the radio may leave its channel for SCANNER_AWAY_MS, else how
 * long the caller should wait: an access point of its virtual stations is
 * about to send a beacon, and group frames behind it. */
uint64_t scan_beacon_wait(const struct vsta_radio *on, uint64_t now_ms);

#endif
