// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a radio in station role supports: one client of an access point, on a
 * channel of 20 MHz, at the rates of 802.11b to 802.11n. A hello names the centre of
 * a channel, not its width, so a WTP is never on a wider one.
 */
#include "cloudmac_client.h"
#include "cloudmac_compat.h"
#include "cloudmac_vsta.h"

/* Leaves 802.11n at 20 MHz. */
static void restrict_band(struct ieee80211_supported_band *sband)
{
	sband->ht_cap.cap &= ~(IEEE80211_HT_CAP_SUP_WIDTH_20_40 |
			       IEEE80211_HT_CAP_SGI_40 |
			       IEEE80211_HT_CAP_DSSSCCK40);
	memset(&sband->vht_cap, 0, sizeof(sband->vht_cap));
	cloudmac_set_iftype_data(sband, NULL, 0);
}

/**
 * cloudmac_client_setup - restricts a radio to what a virtual station can do
 * @hw: the radio with the capabilities of an access point, not registered
 */
void cloudmac_client_setup(struct ieee80211_hw *hw)
{
	struct wiphy *wiphy = hw->wiphy;
	enum nl80211_band band;

	for (band = 0; band < NUM_NL80211_BANDS; band++)
		if (wiphy->bands[band])
			restrict_band(wiphy->bands[band]);

	/* Without combinations, one interface is up at a time besides monitors. */
	wiphy->iface_combinations = NULL;
	wiphy->n_iface_combinations = 0;

	/* A WTP transmits no frames with four addresses and none between stations,
	 * and does not leave its channel but for scans.
	 */
	wiphy->flags &= ~(WIPHY_FLAG_4ADDR_STATION | WIPHY_FLAG_4ADDR_AP |
			  WIPHY_FLAG_SUPPORTS_TDLS | WIPHY_FLAG_AP_UAPSD |
			  WIPHY_FLAG_SUPPORTS_5_10_MHZ |
			  WIPHY_FLAG_HAS_REMAIN_ON_CHANNEL |
			  WIPHY_FLAG_OFFCHAN_TX);
	wiphy->features &= ~NL80211_FEATURE_ACTIVE_MONITOR;

	/* The WTP scans. Its probe requests have the station's address, and no
	 * elements of the station's choice.
	 */
	ieee80211_hw_set(hw, SINGLE_SCAN_ON_ALL_BANDS);
	wiphy->max_scan_ssids = CLOUDMAC_VSTA_SSIDS_MAX;
	wiphy->max_scan_ie_len = IEEE80211_MAX_DATA_LEN;
	wiphy->features &= ~NL80211_FEATURE_SCAN_RANDOM_MAC_ADDR;
	cloudmac_ext_feature_clear(wiphy,
				   NL80211_EXT_FEATURE_SCAN_MIN_PREQ_CONTENT);
}
