/* SPDX-License-Identifier: GPL-2.0-only */
/* From mac80211 to the wire. */
#ifndef CLOUDMAC_WRAP_H
#define CLOUDMAC_WRAP_H

#include <linux/skbuff.h>
#include <net/mac80211.h>

#include "cloudmac.h"

struct cloudmac_radio;
struct cloudmac_radiotap;

void cloudmac_tx(struct cloudmac_radio *radio,
		 struct ieee80211_channel *channel, struct ieee80211_sta *sta,
		 struct sk_buff *skb);
void cloudmac_tx_untracked(struct cloudmac_radio *radio,
			   struct ieee80211_channel *channel,
			   struct sk_buff *skb);
void cloudmac_send_status(struct cloudmac_radio *radio,
			  const struct cloudmac_frame *frame,
			  const struct cloudmac_radiotap *received);

#endif /* CLOUDMAC_WRAP_H */
