// SPDX-License-Identifier: GPL-2.0-only
/* The wire has no EHT rates (802.11be), so no radio advertises them. */
#include <linux/slab.h>

#include "cloudmac_compat.h"
#include "cloudmac_eht.h"

/**
 * cloudmac_eht_remove - removes EHT from a radio's capabilities
 * @own: set to the radio's own capabilities
 * @hw: the radio with the simulator's capabilities, not registered
 *
 * The simulator's capabilities are constants that its radios share. Without
 * memory the radio advertises no HE (802.11ax) either.
 */
void cloudmac_eht_remove(struct cloudmac_bands *own, struct ieee80211_hw *hw)
{
	int band, i;

	for (band = 0; band < NUM_NL80211_BANDS; band++) {
		struct ieee80211_supported_band *sband = hw->wiphy->bands[band];
		struct ieee80211_sband_iftype_data *copy;

		if (!sband || !sband->n_iftype_data)
			continue;
		copy = kmemdup((__force const void *)sband->iftype_data,
			       sband->n_iftype_data * sizeof(*copy), GFP_KERNEL);
		for (i = 0; copy && i < sband->n_iftype_data; i++)
			memset(&copy[i].eht_cap, 0, sizeof(copy[i].eht_cap));
		cloudmac_set_iftype_data(sband, copy,
					 copy ? sband->n_iftype_data : 0);
		own->bands[band] = copy;
	}
}

/**
 * cloudmac_bands_free - frees a radio's own capabilities
 * @own: those of cloudmac_eht_remove(); the radio is not registered any more
 */
void cloudmac_bands_free(struct cloudmac_bands *own)
{
	int band;

	for (band = 0; band < NUM_NL80211_BANDS; band++)
		kfree(own->bands[band]);
}
