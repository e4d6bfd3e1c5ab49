/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Radiotap headers (radiotap.org) as CloudMAC writes them. No kernel interface
 * is used here, so that the unit test compiles it in user space.
 */
#ifndef CLOUDMAC_RADIOTAP_H
#define CLOUDMAC_RADIOTAP_H

#include "cloudmac.h"

/* The longest header that cloudmac_radiotap_build() writes. */
#define CLOUDMAC_RADIOTAP_BUILD_MAX	32

/**
 * enum cloudmac_rate_kind - which of the fields of struct cloudmac_rate hold
 *
 * @CLOUDMAC_RATE_NONE: none, the rate is not known
 * @CLOUDMAC_RATE_LEGACY: 802.11a/b/g, @legacy
 * @CLOUDMAC_RATE_HT: 802.11n, @mcs (0 to 76), @width, @short_gi
 * @CLOUDMAC_RATE_VHT: 802.11ac, @mcs (0 to 11), @nss (1 to 8), @width,
 *	@short_gi
 */
enum cloudmac_rate_kind {
	CLOUDMAC_RATE_NONE,
	CLOUDMAC_RATE_LEGACY,
	CLOUDMAC_RATE_HT,
	CLOUDMAC_RATE_VHT,
};

enum cloudmac_width {
	CLOUDMAC_WIDTH_20,
	CLOUDMAC_WIDTH_40,
	CLOUDMAC_WIDTH_80,
	CLOUDMAC_WIDTH_160,
};

struct cloudmac_rate {
	u8 kind;	/* enum cloudmac_rate_kind */
	u8 legacy;	/* units of 500 kb/s */
	u8 mcs;
	u8 nss;
	u8 width;	/* enum cloudmac_width */
	bool short_gi;
};

/**
 * struct cloudmac_radiotap - what a header says, in the units of the standard
 *
 * @direction: decides with @kind which fields are written
 * @kind: enum cloudmac_kind
 * @rate: rate to use (downlink) or used (uplink)
 * @freq: centre frequency of the primary channel, MHz, 0: not known
 * @signal: received signal, dBm (uplink frames)
 * @retries: tries after the first one (downlink: at most, status: made)
 * @noack: no acknowledgement and no TX status is expected (downlink)
 * @failed: no acknowledgement came (status)
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
};

u16 cloudmac_radiotap_build(u8 *buf, const struct cloudmac_radiotap *rt);

#endif /* CLOUDMAC_RADIOTAP_H */
