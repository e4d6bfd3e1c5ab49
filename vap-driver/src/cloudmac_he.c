// SPDX-License-Identifier: GPL-2.0-only
/* High efficiency (802.11ax). Radiotap's HE field has six words of 16 bits. */
#include <linux/bitfield.h>
#include <linux/slab.h>
#include <net/ieee80211_radiotap.h>

#include "cloudmac.h"
#include "cloudmac_compat.h"
#include "cloudmac_he.h"

#define HE_MCS_MAX	11
#define HE_NSS_MAX	8

/**
 * cloudmac_he_setup - removes EHT from a radio's capabilities
 * @he: set to the radio's own capabilities
 * @hw: the radio with the simulator's capabilities, not registered
 *
 * The wire has no EHT rates. The simulator's capabilities are constants that
 * its radios share. Without memory the radio advertises no HE either.
 */
void cloudmac_he_setup(struct cloudmac_he_bands *he, struct ieee80211_hw *hw)
{
	int band, i;

	for (band = 0; band < NUM_NL80211_BANDS; band++) {
		struct ieee80211_supported_band *sband = hw->wiphy->bands[band];
		struct ieee80211_sband_iftype_data *own;

		if (!sband || !sband->n_iftype_data)
			continue;
		own = kmemdup((__force const void *)sband->iftype_data,
			      sband->n_iftype_data * sizeof(*own), GFP_KERNEL);
		for (i = 0; own && i < sband->n_iftype_data; i++)
			memset(&own[i].eht_cap, 0, sizeof(own[i].eht_cap));
		cloudmac_set_iftype_data(sband, own,
					 own ? sband->n_iftype_data : 0);
		he->bands[band] = own;
	}
}

/**
 * cloudmac_he_free - frees a radio's own capabilities
 * @he: those of cloudmac_he_setup(); the radio is not registered any more
 */
void cloudmac_he_free(struct cloudmac_he_bands *he)
{
	int band;

	for (band = 0; band < NUM_NL80211_BANDS; band++)
		kfree(he->bands[band]);
}

/* Sets the bandwidth from radiotap's number: four widths, then seven sizes of
 * resource units, in the order of nl80211.
 */
static void set_bandwidth(u8 number, struct cloudmac_he *he)
{
	static const u8 widths[] = { RATE_INFO_BW_20, RATE_INFO_BW_40,
				     RATE_INFO_BW_80, RATE_INFO_BW_160 };

	if (number < ARRAY_SIZE(widths)) {
		he->bw = widths[number];
		return;
	}
	number -= ARRAY_SIZE(widths);
	if (number > NL80211_RATE_INFO_HE_RU_ALLOC_2x996)
		return;
	he->bw = RATE_INFO_BW_HE_RU;
	he->ru = number;
}

/**
 * cloudmac_he_parse - reads radiotap's HE field
 * @field: 12 octets (radiotap.org, "HE")
 * @he: set to the rate; 20 MHz and 0.8 us if they are unknown
 *
 * Return: false if the field has no rate, or one that does not exist.
 */
bool cloudmac_he_parse(const u8 *field, struct cloudmac_he *he)
{
	u16 data1 = cloudmac_get_le16(field);
	u16 data2 = cloudmac_get_le16(field + 2);
	u16 data3 = cloudmac_get_le16(field + 4);
	u16 data5 = cloudmac_get_le16(field + 8);
	u16 data6 = cloudmac_get_le16(field + 10);
	u8 gi;

	memset(he, 0, sizeof(*he));
	he->mcs = FIELD_GET(IEEE80211_RADIOTAP_HE_DATA3_DATA_MCS, data3);
	he->nss = FIELD_GET(IEEE80211_RADIOTAP_HE_DATA6_NSTS, data6);
	if (!(data1 & IEEE80211_RADIOTAP_HE_DATA1_DATA_MCS_KNOWN) ||
	    he->mcs > HE_MCS_MAX || !he->nss || he->nss > HE_NSS_MAX)
		return false;
	he->known = true;
	he->bw = RATE_INFO_BW_20;
	he->gi = NL80211_RATE_INFO_HE_GI_0_8;
	if (data1 & IEEE80211_RADIOTAP_HE_DATA1_DATA_DCM_KNOWN)
		he->dcm = data3 & IEEE80211_RADIOTAP_HE_DATA3_DATA_DCM;
	if (data1 & IEEE80211_RADIOTAP_HE_DATA1_BW_RU_ALLOC_KNOWN)
		set_bandwidth(FIELD_GET(IEEE80211_RADIOTAP_HE_DATA5_DATA_BW_RU_ALLOC,
					data5), he);
	gi = FIELD_GET(IEEE80211_RADIOTAP_HE_DATA5_GI, data5);
	if (data2 & IEEE80211_RADIOTAP_HE_DATA2_GI_KNOWN &&
	    gi <= NL80211_RATE_INFO_HE_GI_3_2)
		he->gi = gi;
	return true;
}

/**
 * cloudmac_he_to_rx - sets the rate of a received frame
 * @he: an HE rate
 * @status: its rate fields are set
 */
void cloudmac_he_to_rx(const struct cloudmac_he *he,
		       struct ieee80211_rx_status *status)
{
	status->encoding = RX_ENC_HE;
	status->rate_idx = he->mcs;
	status->nss = he->nss;
	status->he_gi = he->gi;
	status->he_dcm = he->dcm;
	status->bw = he->bw;
	status->he_ru = he->ru;
}
