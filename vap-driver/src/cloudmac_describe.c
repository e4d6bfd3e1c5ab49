// SPDX-License-Identifier: GPL-2.0-only
/*
 * Descriptions of stations (wire/SPECIFICATION.md, 1.1.2). A WTP needs the
 * description of a station to aggregate frames to it. Some of the station's
 * frames carry the description in their radiotap header. So it reaches the WTP
 * that serves the station at that time.
 */
#include <linux/jiffies.h>
#include <net/mac80211.h>

#include "cloudmac_describe.h"
#include "cloudmac_glue.h"
#include "cloudmac_station.h"

/* Interval of descriptions. After a handover the new WTP sends single frames
 * until the next description.
 */
#define DESCRIBED_EVERY	(HZ / 25)

/* Checks if a WTP may aggregate the frame. With protected management frames it
 * may not, because it has no keys for the action frames of a block-ack session.
 */
static bool may_be_aggregated(const struct ieee80211_sta *sta,
			      const struct sk_buff *skb)
{
	const struct ieee80211_hdr *hdr = (const void *)skb->data;

	return sta && sta->aid && sta->wme && !sta->mfp &&
	       sta->deflink.ht_cap.ht_supported &&
	       ieee80211_is_data_qos(hdr->frame_control) &&
	       ieee80211_is_data_present(hdr->frame_control);
}

/* Checks if a description of 'sta' is due, and records that it is sent. */
static bool claim_description(struct ieee80211_sta *sta)
{
	unsigned long *described = cloudmac_hw_described(sta);
	unsigned long last = READ_ONCE(*described);

	if (last && time_before(jiffies, last + DESCRIBED_EVERY))
		return false;
	WRITE_ONCE(*described, jiffies ?: 1);
	return true;
}

static void set_rates(struct cloudmac_station *station,
		      const struct ieee80211_supported_band *band, u32 supported)
{
	int i;

	for (i = 0; i < band->n_bitrates; i++)
		if (supported & BIT(i) &&
		    station->rates_n < CLOUDMAC_STATION_RATES)
			station->rates[station->rates_n++] =
				DIV_ROUND_UP(band->bitrates[i].bitrate, 5);
}

static void set_ht(struct cloudmac_station *station,
		   const struct ieee80211_sta_ht_cap *cap)
{
	struct ieee80211_ht_cap element = {
		.cap_info = cpu_to_le16(cap->cap),
		.ampdu_params_info = cap->ampdu_factor |
				     cap->ampdu_density <<
				     IEEE80211_HT_AMPDU_PARM_DENSITY_SHIFT,
		.mcs = cap->mcs,
	};

	BUILD_BUG_ON(sizeof(element) != sizeof(station->ht));
	memcpy(station->ht, &element, sizeof(element));
	station->has_ht = true;
}

static void set_vht(struct cloudmac_station *station,
		    const struct ieee80211_sta_vht_cap *cap)
{
	struct ieee80211_vht_cap element = {
		.vht_cap_info = cpu_to_le32(cap->cap),
		.supp_mcs = cap->vht_mcs,
	};

	BUILD_BUG_ON(sizeof(element) != sizeof(station->vht));
	memcpy(station->vht, &element, sizeof(element));
	station->has_vht = true;
}

/**
 * cloudmac_describe_station - describes the receiver of a frame
 * @station: set to the description, with AID 0 if none is due
 * @hw: the radio that sends
 * @sta: the receiver as mac80211 knows it, or NULL
 * @skb: the frame
 */
void cloudmac_describe_station(struct cloudmac_station *station,
			       struct ieee80211_hw *hw,
			       struct ieee80211_sta *sta, struct sk_buff *skb)
{
	enum nl80211_band band = IEEE80211_SKB_CB(skb)->band;

	memset(station, 0, sizeof(*station));
	if (!may_be_aggregated(sta, skb) || !hw->wiphy->bands[band] ||
	    !claim_description(sta))
		return;
	set_rates(station, hw->wiphy->bands[band],
		  sta->deflink.supp_rates[band]);
	if (!station->rates_n)
		return;
	set_ht(station, &sta->deflink.ht_cap);
	if (sta->deflink.vht_cap.vht_supported)
		set_vht(station, &sta->deflink.vht_cap);
	station->aid = sta->aid;
}
