/* SPDX-License-Identifier: GPL-2.0-only */
/* High efficiency (802.11ax): what radios advertise, and received rates. */
#ifndef CLOUDMAC_HE_H
#define CLOUDMAC_HE_H

#include <net/mac80211.h>

#include "cloudmac_radiotap.h"

/**
 * struct cloudmac_he_bands - capabilities of a radio, in place of the simulator's
 *
 * @bands: by band, an array that the radio owns, or NULL
 */
struct cloudmac_he_bands {
	struct ieee80211_sband_iftype_data *bands[NUM_NL80211_BANDS];
};

void cloudmac_he_setup(struct cloudmac_he_bands *he, struct ieee80211_hw *hw);
void cloudmac_he_free(struct cloudmac_he_bands *he);
bool cloudmac_he_parse(const u8 *field, struct cloudmac_he *he);
void cloudmac_he_to_rx(const struct cloudmac_he *he,
		       struct ieee80211_rx_status *status);

#endif /* CLOUDMAC_HE_H */
