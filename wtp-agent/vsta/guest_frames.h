/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the agent makes for a virtual station, or in its name. Each
 * function returns the length in octets. */
#ifndef GUEST_FRAMES_H
#define GUEST_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_vsta.h"

/* A null frame to the access point that announces power save or its end. */
#define GUEST_NULL_LEN 24
size_t guest_frame_make_null(uint8_t frame[GUEST_NULL_LEN],
			     const uint8_t *guest, const uint8_t *bssid,
			     bool dozes, uint16_t number);

/* A probe request for an SSID, with the rates of the band. */
#define GUEST_PROBE_MAX 80
size_t guest_frame_make_probe(uint8_t frame[GUEST_PROBE_MAX],
			      const uint8_t *guest,
			      const struct cloudmac_ssid *ssid,
			      unsigned int mhz, uint16_t number);

/* Radiotap with the field Channel, and the authentication frame that refuses
 * the request 'auth', of which guest_filter_is_auth() is true. A virtual
 * station drops frames of equal number and content within a second. */
#define GUEST_REFUSAL_LEN 42
size_t guest_frame_make_refusal(uint8_t content[GUEST_REFUSAL_LEN],
				const uint8_t *auth, uint16_t status,
				unsigned int mhz, uint16_t number);

#endif
