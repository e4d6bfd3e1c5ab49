/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Radiotap headers (radiotap.org) as CloudMAC writes them. No kernel interface
 * is used here, so that the unit test compiles it in user space.
 */
#ifndef CLOUDMAC_RADIOTAP_H
#define CLOUDMAC_RADIOTAP_H

#include "cloudmac.h"
#include "cloudmac_chain.h"
#include "cloudmac_station.h"

/* The longest header that cloudmac_radiotap_build() writes. */
#define CLOUDMAC_RADIOTAP_BUILD_MAX	(61 + CLOUDMAC_STATION_LEN_MAX)

/**
 * struct cloudmac_radiotap - what a header says, in the units of the standard
 *
 * @direction: decides with @kind which fields are written
 * @kind: enum cloudmac_kind
 * @rate: rate to use first (downlink) or used last (uplink)
 * @freq: centre frequency of the primary channel, MHz, 0: not known
 * @signal: received signal, dBm (uplink frames)
 * @retries: tries after the first one (downlink: at most, of the first stage;
 *	status: made)
 * @noack: no acknowledgement and no TX status is expected (downlink)
 * @failed: no acknowledgement came (status)
 * @chain: rates to try (downlink) or tried (status); of no stages: there is none
 * @station: that the frame goes to (downlink); of AID 0: nothing is said of it
 */
struct cloudmac_radiotap {
	enum cloudmac_direction direction;
	u8 kind;
	struct cloudmac_rate rate;
	u16 freq;
	s8 signal;
	u8 retries;
	bool noack;
	bool failed;
	struct cloudmac_chain chain;
	struct cloudmac_station station;
};

u16 cloudmac_radiotap_build(u8 *buf, const struct cloudmac_radiotap *rt);

#endif /* CLOUDMAC_RADIOTAP_H */
