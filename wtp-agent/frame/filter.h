/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Selects the received frames that go to the VAPs: frames of stations.
 *
 *
 *   management  requests (association, reassociation, probe), and
 *               authentication, deauthentication, disassociation and action
 *               frames unless the transmitter is the BSSID itself
 *   data        towards the distribution system; with four addresses only to
 *               a BSSID with a lease, as a repeater may be its sender
 *   control     PS-Poll (power save); block ACK requests to a BSSID with a
 *               lease (they move the VAP's reorder window)
 *
 * All others are dropped: 'from_ap', 'control' or 'not_for_us'. The caller
 * drops frames of foreign networks (forward.c).
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

/* Returns true if this WTP serves 'bssid'. */
typedef bool filter_serves(void *arg, const uint8_t *bssid);

/* Returns DROP_NONE to forward the frame, else the reason to drop it. */
enum drop_reason filter_uplink(const uint8_t *frame, size_t len,
			       filter_serves *serves, void *arg);

#endif
