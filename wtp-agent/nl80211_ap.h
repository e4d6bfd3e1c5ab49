/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An access point that lends its stations to what is injected for its address,
 * and does as little else as cfg80211 allows. All return 0 or a positive
 * errno.
 *
 * Its stations are not authorised: their data is dropped here, by everything
 * but monitors, and nothing that this machine has to say goes out through the
 * interface, as there is nobody to send it to.
 */
#ifndef NL80211_AP_H
#define NL80211_AP_H

#include "cloudmac_station.h"
#include "nl80211.h"

struct nl80211_ap {
	const uint8_t *beacon; /* the VAP's */
	size_t beacon_len;
	unsigned int mhz;
	enum config_width width;
};

/* Create the interface, which dies with this socket. */
int nl80211_ap_add(struct nl80211 *nl, uint32_t wiphy, const char *ifname,
		   const uint8_t *address);

/* Start it; EINVAL for a beacon that is none. */
int nl80211_ap_start(struct nl80211 *nl, int ifindex,
		     const struct nl80211_ap *ap);

int nl80211_station_add(struct nl80211 *nl, int ifindex,
			const uint8_t *station,
			const struct cloudmac_station *described);
int nl80211_station_del(struct nl80211 *nl, int ifindex,
			const uint8_t *station);

#endif
