/* SPDX-License-Identifier: Apache-2.0 */
/* Which frames a virtual station may send, and which it receives
 * (SPECIFICATION.md, 1.5.1). Frames are at least as long as their header. */
#ifndef GUEST_FILTER_H
#define GUEST_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

/* Returns true if a client sends frames of this type. */
bool guest_filter_type(const uint8_t *frame);

/* Returns true if a frame of 'len' octets may go to its receiver. Data,
 * control, deauthentication, disassociation and action frames go to 'bssid';
 * public action frames may go to others. */
bool guest_filter_receiver(const uint8_t *frame, size_t len,
			   const uint8_t *bssid);

/* Returns true for a frame to 'address' that its radio does not answer
 * itself. */
bool guest_filter_is_to(const uint8_t *frame, const uint8_t *address);

/* Returns true for beacons and other group frames that an access point sends
 * to its BSS. */
bool guest_filter_is_to_bss(const uint8_t *frame);

/* Returns true for beacons and probe responses. */
bool guest_filter_is_scanned(const uint8_t *frame);

/* Returns true for an authentication frame of 'len' octets whose answer the
 * agent can make: see guest_frame_make_refusal(). */
bool guest_filter_is_auth(const uint8_t *frame, size_t len);

#endif
