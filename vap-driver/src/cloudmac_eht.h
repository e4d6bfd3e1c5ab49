/* SPDX-License-Identifier: GPL-2.0-only */
/* Removes EHT (802.11be) from what a radio advertises. */
#ifndef CLOUDMAC_EHT_H
#define CLOUDMAC_EHT_H

#include <net/mac80211.h>

/**
 * struct cloudmac_bands - capabilities of a radio, in place of the simulator's
 *
 * @bands: by band, an array that the radio owns, or NULL
 */
struct cloudmac_bands {
	struct ieee80211_sband_iftype_data *bands[NUM_NL80211_BANDS];
};

void cloudmac_eht_remove(struct cloudmac_bands *own, struct ieee80211_hw *hw);
void cloudmac_bands_free(struct cloudmac_bands *own);

#endif /* CLOUDMAC_EHT_H */
