/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Access points and station entries in the kernel. Such an access point lends
 * its entries to injected frames and does as little else as cfg80211 allows.
 * All functions return 0 or a positive errno.
 *
 * Its stations are associated but not authorised, so the kernel drops their
 * data except on monitor interfaces, and sends no data of its own through the
 * interface.
 */
#ifndef NL80211_AP_H
#define NL80211_AP_H

#include "cloudmac_station.h"
#include "config/wtp_config.h"
#include "nl80211_socket.h"

/* The beacon is a copy of the VAP's. */
struct nl80211_ap_settings {
	const uint8_t *beacon;
	size_t beacon_len;
	unsigned int mhz;
	enum config_width width;
};

/* Creates the interface, which the kernel removes with this socket. */
int nl80211_ap_create(struct nl80211 *nl, uint32_t wiphy, const char *ifname,
		      const uint8_t *address);

/* Starts the access point. Returns EINVAL for a malformed beacon. */
int nl80211_ap_start(struct nl80211 *nl, int ifindex,
		     const struct nl80211_ap_settings *ap);

int nl80211_sta_add(struct nl80211 *nl, int ifindex, const uint8_t *station,
		    const struct cloudmac_station *described);
int nl80211_sta_del(struct nl80211 *nl, int ifindex, const uint8_t *station);

#endif
