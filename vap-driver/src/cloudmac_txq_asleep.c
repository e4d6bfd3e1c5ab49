// SPDX-License-Identifier: GPL-2.0-only
/*
 * Releases frames from mac80211's queues to sleeping stations that ask for them
 * with PS-Poll or U-APSD.
 */
#include <net/mac80211.h>

#include "cloudmac_glue.h"
#include "cloudmac_radio.h"
#include "cloudmac_txq.h"

/* Sets the flags that announce to a sleeping station whether more frames
 * follow.
 */
static void mark_released(struct sk_buff *skb, bool last, bool more)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	struct ieee80211_hdr *hdr = (void *)skb->data;

	info->flags |= IEEE80211_TX_CTL_NO_PS_BUFFER;
	hdr->frame_control &= ~cpu_to_le16(IEEE80211_FCTL_MOREDATA);
	if (more)
		hdr->frame_control |= cpu_to_le16(IEEE80211_FCTL_MOREDATA);
	if (!last)
		return;
	info->flags |= IEEE80211_TX_STATUS_EOSP | IEEE80211_TX_CTL_REQ_TX_STATUS;
	if (ieee80211_is_data_qos(hdr->frame_control))
		*ieee80211_get_qos_ctl(hdr) |= IEEE80211_QOS_CTL_EOSP;
}

/* Returns the next frame of the given TIDs, NULL if there is none. Those that
 * returned precede those that wait in mac80211.
 */
static struct sk_buff *next_of(struct cloudmac_radio *radio,
			       struct ieee80211_sta *sta, unsigned long tids)
{
	struct sk_buff *skb;
	int tid;

	skb = cloudmac_txq_next_kept(radio, cloudmac_hw_account(sta), tids);
	if (skb)
		return skb;
	for_each_set_bit(tid, &tids, IEEE80211_NUM_TIDS) {
		skb = ieee80211_tx_dequeue(radio->hw, sta->txq[tid]);
		if (skb)
			return skb;
	}
	return NULL;
}

/* Checks if frames of the given TIDs wait. */
static bool have_more(struct cloudmac_radio *radio, struct ieee80211_sta *sta,
		      unsigned long tids)
{
	unsigned long frames, bytes;
	int tid;

	if (cloudmac_txq_kept_tids(radio, cloudmac_hw_account(sta)) & tids)
		return true;
	for_each_set_bit(tid, &tids, IEEE80211_NUM_TIDS) {
		ieee80211_txq_get_depth(sta->txq[tid], &frames, &bytes);
		if (frames)
			return true;
	}
	return false;
}

/* Reports to mac80211 which of the given TIDs have no kept frame any more. */
static void update_buffered(struct cloudmac_radio *radio,
			    struct ieee80211_sta *sta, unsigned long tids)
{
	int tid;

	tids &= ~cloudmac_txq_kept_tids(radio, cloudmac_hw_account(sta));
	for_each_set_bit(tid, &tids, IEEE80211_NUM_TIDS)
		ieee80211_sta_set_buffered(sta, tid, false);
}

/**
 * cloudmac_txq_release - releases frames to a sleeping station that asked for
 * them
 * @radio: the radio
 * @sta: the station
 * @tids: bitmap of TIDs to take frames of
 * @count: most frames to release
 * @more: more frames wait elsewhere
 *
 * Credit does not limit these few frames. MoreData and EOSP are not part of what
 * encryption authenticates, so they can be set now.
 */
void cloudmac_txq_release(struct cloudmac_radio *radio,
			  struct ieee80211_sta *sta, u16 tids, int count,
			  bool more)
{
	struct sk_buff *skb = next_of(radio, sta, tids), *next;

	if (!skb) {
		/* mac80211 dropped what it had. */
		ieee80211_send_eosp_nullfunc(sta, fls(tids) - 1);
		return;
	}
	for (; skb; skb = next) {
		next = --count > 0 ? next_of(radio, sta, tids) : NULL;
		mark_released(skb, !next,
			      more || next || have_more(radio, sta, tids));
		cloudmac_hw_transmit(radio->hw, sta, skb);
	}
	update_buffered(radio, sta, tids);
}
