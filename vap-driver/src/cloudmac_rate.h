/* SPDX-License-Identifier: GPL-2.0-only */
/* Conversion between mac80211's rates and those of radiotap. */
#ifndef CLOUDMAC_RATE_H
#define CLOUDMAC_RATE_H

#include <net/mac80211.h>

#include "cloudmac.h"
#include "cloudmac_chain.h"
#include "cloudmac_he.h"

struct cloudmac_radiotap;

void cloudmac_chain_from_tx(struct cloudmac_chain *chain,
			    struct ieee80211_hw *hw,
			    const struct ieee80211_tx_info *info);
bool cloudmac_rates_possible(const struct cloudmac_radiotap *rt,
			     const struct ieee80211_supported_band *band,
			     const struct ieee80211_sta *sta);
bool cloudmac_chain_to_tx(const struct cloudmac_chain *chain,
			  const struct ieee80211_supported_band *band,
			  struct ieee80211_tx_rate *tx);
bool cloudmac_rate_to_tx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_tx_rate *tx);
void cloudmac_rate_to_rx(const struct cloudmac_rate *rate,
			 const struct ieee80211_supported_band *band,
			 struct ieee80211_rx_status *status);
void cloudmac_he_to_rx(const struct cloudmac_he *he,
		       struct ieee80211_rx_status *status);

#endif /* CLOUDMAC_RATE_H */
