/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Radiotap headers (radiotap.org) as CloudMAC writes them. This file uses no
 * kernel interface: the unit test compiles it in user space.
 */
#ifndef CLOUDMAC_RADIOTAP_H
#define CLOUDMAC_RADIOTAP_H

#include "cloudmac.h"
#include "cloudmac_chain.h"
#include "cloudmac_he.h"
#include "cloudmac_station.h"
#include "cloudmac_token.h"

/* Maximum length of a header that cloudmac_radiotap_build() writes, octets. */
#define CLOUDMAC_RADIOTAP_BUILD_MAX	(66 + CLOUDMAC_STATION_LEN_MAX + \
					 CLOUDMAC_TOKEN_LEN)

/**
 * struct cloudmac_radiotap - content of a radiotap header
 *
 * @direction: selects, with @kind, the fields of the header
 * @kind: enum cloudmac_kind
 * @rate: first rate to use (downlink) or last rate used (uplink)
 * @he: rate of a received 802.11ax frame, instead of @rate; no streams if absent
 * @freq: centre frequency of the primary channel, MHz, 0 if unknown
 * @signal: received signal, dBm (uplink frames)
 * @retries: tries after the first: the limit of the first stage (downlink), the
 *	number made (status)
 * @noack: no acknowledgement and no TX status is expected (downlink)
 * @failed: no acknowledgement arrived (status)
 * @chain: rates to try (downlink) or tried (status); no stages if absent
 * @station: receiver of the frame (downlink); AID 0 if absent
 * @token: recognizes the TX status of the frame; CLOUDMAC_TOKEN_NONE if absent
 */
struct cloudmac_radiotap {
	enum cloudmac_direction direction;
	u8 kind;
	struct cloudmac_rate rate;
	struct cloudmac_he he;
	u16 freq;
	s8 signal;
	u8 retries;
	bool noack;
	bool failed;
	struct cloudmac_chain chain;
	struct cloudmac_station station;
	u32 token;
};

u16 cloudmac_radiotap_build(u8 *buf, const struct cloudmac_radiotap *rt);

#endif /* CLOUDMAC_RADIOTAP_H */
