/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which of the frames heard on the air go to the VAPs.
 *
 * A monitor interface hears everything; the VAPs need what stations sent:
 *
 *   management  requests (association, reassociation, probe), and
 *               authentication, deauthentication, disassociation and action
 *               frames unless the transmitter is the BSSID itself
 *   data        towards the distribution system; with four addresses only to
 *               a BSSID with a lease, as a repeater may be its sender
 *   control     PS-Poll (power save); block ACK requests to a BSSID with a
 *               lease (they move the VAP's reorder window)
 *
 * Everything else is dropped: 'from_ap', 'control' or 'not_for_us'. What goes
 * up is not limited to the VAPs served here: the controller chooses the
 * serving WTP by what the others hear, and drops it at the first switch.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"

/* Does this WTP serve 'bssid'? 'arg' is the caller's. */
typedef bool filter_serves(void *arg, const uint8_t *bssid);

/* Return DROP_NONE if the frame is to be forwarded, else why not. */
enum drop_reason filter_uplink(const uint8_t *frame, size_t len,
			       filter_serves *serves, void *arg);

#endif
