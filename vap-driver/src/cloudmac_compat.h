/* SPDX-License-Identifier: GPL-2.0-only */
/* Differences between the supported kernels. */
#ifndef CLOUDMAC_COMPAT_H
#define CLOUDMAC_COMPAT_H

#include <linux/bitops.h>
#include <linux/version.h>
#include <net/mac80211.h>

/* Passes the TX status of a frame to mac80211; renamed in 6.7. */
static inline void cloudmac_tx_status(struct ieee80211_hw *hw,
				      struct sk_buff *skb)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
	ieee80211_tx_status_skb(hw, skb);
#else
	ieee80211_tx_status(hw, skb);
#endif
}

/* Sets the capabilities by kind of interface; the pointer is annotated since 6.6. */
static inline void
cloudmac_set_iftype_data(struct ieee80211_supported_band *sband,
			 const struct ieee80211_sband_iftype_data *data, u16 n)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
	_ieee80211_set_sband_iftype_data(sband, data, n);
#else
	sband->iftype_data = data;
	sband->n_iftype_data = n;
#endif
}

/* Clears an extended feature; cfg80211 has no function for that. */
static inline void
cloudmac_ext_feature_clear(struct wiphy *wiphy,
			   enum nl80211_ext_feature_index feature)
{
	wiphy->ext_features[feature / 8] &= ~BIT(feature % 8);
}

#endif /* CLOUDMAC_COMPAT_H */
