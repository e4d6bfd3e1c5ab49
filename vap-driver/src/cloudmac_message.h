/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages that a virtual station sends (wire/SPECIFICATION.md, 1.5.2). This file
 * uses no kernel interface: the unit test compiles it in user space.
 */
#ifndef CLOUDMAC_MESSAGE_H
#define CLOUDMAC_MESSAGE_H

#include "cloudmac_vsta.h"

/* Longest message with its Ethernet and radiotap headers, octets. */
#define CLOUDMAC_MESSAGE_MAX	(CLOUDMAC_ETH_HLEN + CLOUDMAC_RADIOTAP_HLEN + \
				 CLOUDMAC_VSTA_MAX)

bool cloudmac_hello_differs(const struct cloudmac_vsta_hello *a,
			    const struct cloudmac_vsta_hello *b);
bool cloudmac_scan_add_frequency(struct cloudmac_vsta_scan *scan, u16 mhz);
bool cloudmac_scan_add_ssid(struct cloudmac_vsta_scan *scan, const u8 *ssid,
			    u32 len);
u16 cloudmac_message_hello(u8 *at, const u8 *station,
			   const struct cloudmac_vsta_hello *hello);
u16 cloudmac_message_scan(u8 *at, const u8 *station,
			  const struct cloudmac_vsta_scan *scan);

#endif /* CLOUDMAC_MESSAGE_H */
