/* SPDX-License-Identifier: GPL-2.0-only */
/* Descriptions of stations for the WTP. */
#ifndef CLOUDMAC_DESCRIBE_H
#define CLOUDMAC_DESCRIBE_H

#include <linux/skbuff.h>
#include <net/mac80211.h>

struct cloudmac_station;

void cloudmac_describe_station(struct cloudmac_station *station,
			       struct ieee80211_hw *hw,
			       struct ieee80211_sta *sta, struct sk_buff *skb);

#endif /* CLOUDMAC_DESCRIBE_H */
