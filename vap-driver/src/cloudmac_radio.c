// SPDX-License-Identifier: GPL-2.0-only
/* A radio: creation, start, stop and release of its parts. */
#include <linux/slab.h>

#include "cloudmac_client.h"
#include "cloudmac_compat.h"
#include "cloudmac_duplicate.h"
#include "cloudmac_quota.h"
#include "cloudmac_radio.h"

/**
 * cloudmac_radio_alloc - allocates a radio without a lower device
 * @net: network namespace of its creation
 * @extack: set to the reason of an error
 *
 * Return: the radio, ERR_PTR(-EDQUOT) if the user namespace has too many radios,
 * or ERR_PTR(-ENOMEM).
 */
struct cloudmac_radio *cloudmac_radio_alloc(struct net *net,
					    struct netlink_ext_ack *extack)
{
	struct cloudmac_radio *radio = kzalloc(sizeof(*radio), GFP_KERNEL);
	struct cloudmac_quota *quota;

	if (!radio)
		return ERR_PTR(-ENOMEM);
	quota = cloudmac_quota_get(net, extack);
	if (IS_ERR(quota)) {
		kfree(radio);
		return ERR_CAST(quota);
	}
	radio->quota = quota;
	radio->duplicates = cloudmac_duplicates_alloc();
	if (!radio->duplicates) {
		cloudmac_quota_put(quota);
		kfree(radio);
		return ERR_PTR(-ENOMEM);
	}
	INIT_LIST_HEAD(&radio->attached_entry);
	INIT_LIST_HEAD(&radio->port_entry);
	cloudmac_deliver_init(radio);
	cloudmac_pending_init(&radio->pending);
	cloudmac_txq_init(radio);
	cloudmac_heard_init(&radio->heard);
	cloudmac_surveys_init(&radio->surveys);
	cloudmac_hello_init(radio);
	cloudmac_scan_init(radio);
	return radio;
}

/**
 * cloudmac_radio_free - frees a radio
 * @radio: the radio, unregistered from mac80211 and without a lower device
 */
void cloudmac_radio_free(struct cloudmac_radio *radio)
{
	cloudmac_txq_stop(radio);
	cloudmac_deliver_exit(radio);
	WARN_ON(!list_empty(&radio->pending.age));
	cloudmac_duplicates_free(radio->duplicates);
	cloudmac_quota_put(radio->quota);
	cloudmac_bands_free(&radio->own);
	kfree(radio);
}

/**
 * cloudmac_radio_setup - restricts the capabilities to those of CloudMAC
 * @radio: a new radio
 * @hw: its mac80211 side, with the simulator's capabilities, not registered
 */
void cloudmac_radio_setup(struct cloudmac_radio *radio,
			  struct ieee80211_hw *hw)
{
	enum nl80211_band band;

	radio->hw = hw;
	cloudmac_txq_setup(radio);

	/* Only the radios of the WTP and of the station aggregate frames. A
	 * block-ack session that ended here would make receivers wait for
	 * frames that the wire lost.
	 */
	__clear_bit(IEEE80211_HW_AMPDU_AGGREGATION, hw->flags);

	/* A-MSDUs of 7935 octets. The simulator has MPDUs of 11454 octets for
	 * 802.11ac, CLOUDMAC_80211_MAX.
	 */
	for (band = NL80211_BAND_2GHZ; band <= NL80211_BAND_5GHZ; band++)
		hw->wiphy->bands[band]->ht_cap.cap |= IEEE80211_HT_CAP_MAX_AMSDU;

	/* The driver writes no radiotap fields for the rates of these bands. */
	hw->wiphy->bands[NL80211_BAND_6GHZ] = NULL;
	hw->wiphy->bands[NL80211_BAND_S1GHZ] = NULL;
	cloudmac_eht_remove(&radio->own, hw);

	/* Ranging (FTM) needs the hardware clocks of two radios. */
	cloudmac_ext_feature_clear(hw->wiphy,
				   NL80211_EXT_FEATURE_ENABLE_FTM_RESPONDER);

	if (radio->role == CLOUDMAC_ROLE_STATION)
		cloudmac_client_setup(hw);
}

/**
 * cloudmac_radio_start - opens a radio for received frames
 * @radio: the radio, whose first interface comes up
 */
void cloudmac_radio_start(struct cloudmac_radio *radio)
{
	WRITE_ONCE(radio->started, true);
}

/**
 * cloudmac_radio_stop - closes a radio
 * @radio: the radio, whose last interface has gone down
 *
 * When this returns, mac80211 receives no more frames of the radio.
 */
void cloudmac_radio_stop(struct cloudmac_radio *radio)
{
	WRITE_ONCE(radio->started, false);
	cloudmac_scan_cancel(radio);
	cloudmac_txq_stop(radio);
	cloudmac_pending_flush(radio);
	cloudmac_deliver_flush(radio);
}
