// SPDX-License-Identifier: GPL-2.0-only
/* Conversion between mac80211's rates and those of radiotap. */
#include <net/cfg80211.h>

#include "cloudmac_radiotap.h"
#include "cloudmac_rate.h"

/* ieee80211_rate.bitrate is in units of 100 kb/s, radiotap's in 500 kb/s. */
#define BITRATE_PER_LEGACY	5

/* ieee80211_tx_rate.count has five bits. */
#define TX_COUNT_MAX		31

/* Highest rates in minstrel's tables. */
#define TX_HT_MCS_MAX		31
#define TX_VHT_MCS_MAX		9
#define TX_VHT_NSS_MAX		4

static u8 width_of(u16 flags)
{
	if (flags & IEEE80211_TX_RC_160_MHZ_WIDTH)
		return CLOUDMAC_WIDTH_160;
	if (flags & IEEE80211_TX_RC_80_MHZ_WIDTH)
		return CLOUDMAC_WIDTH_80;
	if (flags & IEEE80211_TX_RC_40_MHZ_WIDTH)
		return CLOUDMAC_WIDTH_40;
	return CLOUDMAC_WIDTH_20;
}

static int legacy_index(const struct ieee80211_supported_band *band, u8 legacy)
{
	int i;

	for (i = 0; i < band->n_bitrates; i++)
		if (band->bitrates[i].bitrate == legacy * BITRATE_PER_LEGACY)
			return i;
	return -1;
}

/* Converts the rate 'tx'. The result has no kind if 'band' lacks the rate. */
static void rate_from_tx(struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 const struct ieee80211_tx_rate *tx)
{
	memset(rate, 0, sizeof(*rate));
	if (tx->flags & IEEE80211_TX_RC_VHT_MCS) {
		rate->kind = CLOUDMAC_RATE_VHT;
		rate->mcs = ieee80211_rate_get_vht_mcs(tx);
		rate->nss = ieee80211_rate_get_vht_nss(tx);
	} else if (tx->flags & IEEE80211_TX_RC_MCS) {
		rate->kind = CLOUDMAC_RATE_HT;
		rate->mcs = tx->idx;
	} else if (band && tx->idx < band->n_bitrates) {
		rate->kind = CLOUDMAC_RATE_LEGACY;
		rate->legacy = band->bitrates[tx->idx].bitrate /
			       BITRATE_PER_LEGACY;
		return;
	} else {
		return;
	}
	rate->width = width_of(tx->flags);
	rate->short_gi = tx->flags & IEEE80211_TX_RC_SHORT_GI;
}

/**
 * cloudmac_chain_from_tx - converts the rates that rate control chose
 * @chain: set to the rates, each with its tries and protection
 * @hw: the radio
 * @info: mac80211's information on the frame
 */
void cloudmac_chain_from_tx(struct cloudmac_chain *chain,
			    struct ieee80211_hw *hw,
			    const struct ieee80211_tx_info *info)
{
	const struct ieee80211_supported_band *band =
		hw->wiphy->bands[info->band];
	int i;

	memset(chain, 0, sizeof(*chain));
	BUILD_BUG_ON(IEEE80211_TX_MAX_RATES > CLOUDMAC_CHAIN_MAX);
	for (i = 0; i < IEEE80211_TX_MAX_RATES; i++) {
		const struct ieee80211_tx_rate *tx = &info->control.rates[i];
		struct cloudmac_stage *stage = &chain->stages[chain->n];

		if (tx->idx < 0)
			return;
		if (!tx->count)
			continue;
		rate_from_tx(&stage->rate, band, tx);
		stage->tries = tx->count;
		stage->rts = tx->flags & IEEE80211_TX_RC_USE_RTS_CTS;
		stage->cts = tx->flags & IEEE80211_TX_RC_USE_CTS_PROTECT;
		stage->short_preamble =
			tx->flags & IEEE80211_TX_RC_USE_SHORT_PREAMBLE;
		chain->n++;
	}
}

/* Checks if a frame to 'sta' can have used 'rate'. An unknown rate passes. */
static bool is_rate_possible(const struct cloudmac_rate *rate,
			     const struct ieee80211_supported_band *band,
			     const struct ieee80211_sta *sta)
{
	switch (rate->kind) {
	case CLOUDMAC_RATE_LEGACY:
		return legacy_index(band, rate->legacy) >= 0;
	case CLOUDMAC_RATE_HT:
		return rate->mcs <= TX_HT_MCS_MAX &&
		       band->ht_cap.ht_supported &&
		       (!sta || sta->deflink.ht_cap.ht_supported);
	case CLOUDMAC_RATE_VHT:
		return rate->mcs <= TX_VHT_MCS_MAX &&
		       rate->nss <= TX_VHT_NSS_MAX &&
		       band->vht_cap.vht_supported &&
		       (!sta || sta->deflink.vht_cap.vht_supported);
	}
	return true;
}

/**
 * cloudmac_rates_possible - checks the rates that a WTP reports
 * @rt: the TX status of the WTP
 * @band: band of the frame
 * @sta: receiver of the frame, or NULL if mac80211 does not know it
 *
 * mac80211 trusts its drivers: minstrel uses the rates of a status as indices
 * into its tables, without a check. The rates may differ from the requested ones,
 * because a switch or a WTP may have chosen others.
 *
 * Return: false if rate control, the band or the receiver lacks one of the rates.
 */
bool cloudmac_rates_possible(const struct cloudmac_radiotap *rt,
			     const struct ieee80211_supported_band *band,
			     const struct ieee80211_sta *sta)
{
	int i;

	for (i = 0; i < rt->chain.n; i++) {
		const struct cloudmac_stage *stage = &rt->chain.stages[i];

		if (stage->tries && !is_rate_possible(&stage->rate, band, sta))
			return false;
	}
	return is_rate_possible(&rt->rate, band, sta);
}

/**
 * cloudmac_rate_to_tx - converts the rate that a WTP used
 * @rate: the rate, see cloudmac_rates_possible()
 * @band: band of the frame
 * @tx: set to the rate; unchanged if the band lacks the rate
 *
 * Return: true if @tx was set.
 */
bool cloudmac_rate_to_tx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_tx_rate *tx)
{
	static const u16 width[] = {
		[CLOUDMAC_WIDTH_20] = 0,
		[CLOUDMAC_WIDTH_40] = IEEE80211_TX_RC_40_MHZ_WIDTH,
		[CLOUDMAC_WIDTH_80] = IEEE80211_TX_RC_80_MHZ_WIDTH,
		[CLOUDMAC_WIDTH_160] = IEEE80211_TX_RC_160_MHZ_WIDTH,
	};
	u16 flags = width[rate->width] |
		    (rate->short_gi ? IEEE80211_TX_RC_SHORT_GI : 0);
	int idx;

	switch (rate->kind) {
	case CLOUDMAC_RATE_LEGACY:
		idx = legacy_index(band, rate->legacy);
		if (idx < 0)
			return false;
		tx->idx = idx;
		tx->flags = 0;
		return true;
	case CLOUDMAC_RATE_HT:
		tx->idx = rate->mcs;
		tx->flags = IEEE80211_TX_RC_MCS | flags;
		return true;
	case CLOUDMAC_RATE_VHT:
		ieee80211_rate_set_vht(tx, rate->mcs, rate->nss);
		tx->flags = IEEE80211_TX_RC_VHT_MCS | flags;
		return true;
	}
	return false;
}

/**
 * cloudmac_chain_to_tx - converts the chain of rates that a WTP used
 * @chain: the chain, see cloudmac_rates_possible()
 * @band: band of the frame
 * @tx: array of IEEE80211_TX_MAX_RATES, set to the rates with their tries
 *
 * Return: false if the band has none of the rates.
 */
bool cloudmac_chain_to_tx(const struct cloudmac_chain *chain,
			  const struct ieee80211_supported_band *band,
			  struct ieee80211_tx_rate *tx)
{
	int i, n = 0;

	for (i = 0; i < chain->n; i++) {
		const struct cloudmac_stage *stage = &chain->stages[i];

		if (!stage->tries ||
		    !cloudmac_rate_to_tx(&stage->rate, band, &tx[n]))
			continue;
		tx[n++].count = min_t(u8, stage->tries, TX_COUNT_MAX);
	}
	if (!n)
		return false;
	for (; n < IEEE80211_TX_MAX_RATES; n++) {
		tx[n].idx = -1;
		tx[n].count = 0;
	}
	return true;
}

static const u8 widths[] = {
	[CLOUDMAC_WIDTH_20] = RATE_INFO_BW_20,
	[CLOUDMAC_WIDTH_40] = RATE_INFO_BW_40,
	[CLOUDMAC_WIDTH_80] = RATE_INFO_BW_80,
	[CLOUDMAC_WIDTH_160] = RATE_INFO_BW_160,
};

/**
 * cloudmac_rate_to_rx - converts the rate of a received frame
 * @rate: the rate that the WTP reports
 * @band: band of the frame
 * @status: its rate fields are set, to the lowest rate if @rate is unknown
 */
void cloudmac_rate_to_rx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_rx_status *status)
{
	status->bw = widths[rate->width];
	if (rate->short_gi)
		status->enc_flags |= RX_ENC_FLAG_SHORT_GI;
	switch (rate->kind) {
	case CLOUDMAC_RATE_HT:
		status->encoding = RX_ENC_HT;
		status->rate_idx = rate->mcs;
		return;
	case CLOUDMAC_RATE_VHT:
		status->encoding = RX_ENC_VHT;
		status->rate_idx = rate->mcs;
		status->nss = rate->nss;
		return;
	case CLOUDMAC_RATE_LEGACY:
		status->rate_idx = max(0, legacy_index(band, rate->legacy));
		return;
	}
}

/**
 * cloudmac_he_to_rx - sets the rate of a received 802.11ax frame
 * @he: the rate; it has streams
 * @status: its rate fields are set
 */
void cloudmac_he_to_rx(const struct cloudmac_he *he,
		       struct ieee80211_rx_status *status)
{
	status->encoding = RX_ENC_HE;
	status->rate_idx = he->mcs;
	status->nss = he->nss;
	status->he_gi = NL80211_RATE_INFO_HE_GI_0_8 + he->gi;
	status->he_dcm = he->dcm;
	status->bw = widths[he->width];
	if (!he->unit)
		return;
	status->bw = RATE_INFO_BW_HE_RU;
	status->he_ru = NL80211_RATE_INFO_HE_RU_ALLOC_26 + he->unit - 1;
}
