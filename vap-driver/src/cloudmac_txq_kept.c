// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keeps the frames that return from a sleeping station: it has not acknowledged
 * them. They have their packet numbers already, lower than those of all frames in
 * mac80211's queues. mac80211 would put them behind those, and the station would
 * drop them as replayed. So the driver keeps them and sends them first.
 */
#include <linux/ieee80211.h>
#include <net/mac80211.h>

#include "cloudmac_glue.h"
#include "cloudmac_radio.h"
#include "cloudmac_txq.h"

/* Most frames that are kept for a station. A radio keeps as many as may await their
 * TX status. mac80211 gets the others.
 */
#define KEPT_MAX	256

static u8 tid_of(const struct sk_buff *skb)
{
	return skb->priority & IEEE80211_QOS_CTL_TAG1D_MASK;
}

static u16 number_of(const struct sk_buff *skb)
{
	const struct ieee80211_hdr *hdr = (const void *)skb->data;

	return IEEE80211_SEQ_TO_SN(le16_to_cpu(hdr->seq_ctrl));
}

/* Inserts a frame in the order of the numbers of its TID. Statuses usually arrive
 * in that order.
 */
static void insert(struct sk_buff_head *kept, struct sk_buff *skb)
{
	struct sk_buff *pos, *next = NULL;

	skb_queue_reverse_walk(kept, pos) {
		if (tid_of(pos) != tid_of(skb))
			continue;
		if (!ieee80211_sn_less(number_of(skb), number_of(pos)))
			break;
		next = pos;
	}
	if (next)
		__skb_queue_before(kept, next, skb);
	else
		__skb_queue_tail(kept, skb);
}

/* Clears what belongs to the failed try. */
static void forget_try(struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	struct ieee80211_hdr *hdr = (void *)skb->data;

	info->flags &= ~(IEEE80211_TX_STAT_AMPDU | IEEE80211_TX_STATUS_EOSP |
			 IEEE80211_TX_CTL_NO_PS_BUFFER);
	hdr->frame_control &= ~cpu_to_le16(IEEE80211_FCTL_MOREDATA);
	if (ieee80211_is_data_qos(hdr->frame_control))
		*ieee80211_get_qos_ctl(hdr) &= ~IEEE80211_QOS_CTL_EOSP;
}

static bool keep(struct cloudmac_radio *radio, struct ieee80211_sta *sta,
		 struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	struct cloudmac_account *account = cloudmac_hw_account(sta);
	bool ends_period = info->flags & IEEE80211_TX_STATUS_EOSP;
	u8 tid = tid_of(skb);
	bool kept = false;

	spin_lock_bh(&radio->txq.lock);
	if (!list_empty(&account->entry) && account->asleep &&
	    skb_queue_len(&account->kept) < KEPT_MAX &&
	    radio->txq.kept < radio->pending.max) {
		forget_try(skb);
		insert(&account->kept, skb);
		radio->txq.kept++;
		kept = true;
	}
	spin_unlock_bh(&radio->txq.lock);
	if (!kept)
		return false;
	/* mac80211 ends a service period by the TX status of its last frame. */
	if (ends_period)
		ieee80211_sta_eosp(sta);
	ieee80211_sta_set_buffered(sta, tid, true);
	return true;
}

/**
 * cloudmac_txq_keep - keeps a frame if it failed because its receiver sleeps
 * @radio: the sender
 * @skb: a frame with its TX status
 *
 * Frames and statuses are handled in the order of their arrival. So the driver
 * knows that a station sleeps before it gets the statuses of missed frames.
 *
 * Return: true if the frame is kept; false if mac80211 should get the status.
 */
bool cloudmac_txq_keep(struct cloudmac_radio *radio, struct sk_buff *skb)
{
	const struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	const struct ieee80211_hdr *hdr = (const void *)skb->data;
	struct ieee80211_sta *sta;
	bool kept;

	if (info->flags & (IEEE80211_TX_STAT_ACK | IEEE80211_TX_CTL_NO_ACK) ||
	    !ieee80211_is_data_present(hdr->frame_control) ||
	    is_multicast_ether_addr(hdr->addr1))
		return false;
	rcu_read_lock();
	sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr1, hdr->addr2);
	kept = sta && keep(radio, sta, skb);
	rcu_read_unlock();
	return kept;
}

/* Restores what mac80211 tells the driver about a frame, with today's rates. */
static void prepare(const struct cloudmac_account *account,
		    struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	memset(&info->control, 0, sizeof(info->control));
	info->control.vif = account->vif;
	ieee80211_get_tx_rates(account->vif, account->sta, skb,
			       info->control.rates,
			       ARRAY_SIZE(info->control.rates));
}

/**
 * cloudmac_txq_next_kept - takes the next frame that was kept
 * @radio: the radio
 * @account: account of the station
 * @tids: bitmap of TIDs
 *
 * The caller holds the RCU read lock.
 *
 * Return: the frame, ready to be sent, or NULL.
 */
struct sk_buff *cloudmac_txq_next_kept(struct cloudmac_radio *radio,
				       struct cloudmac_account *account,
				       u16 tids)
{
	struct sk_buff *pos, *skb = NULL;

	spin_lock_bh(&radio->txq.lock);
	skb_queue_walk(&account->kept, pos)
		if (tids & BIT(tid_of(pos))) {
			skb = pos;
			__skb_unlink(skb, &account->kept);
			radio->txq.kept--;
			break;
		}
	spin_unlock_bh(&radio->txq.lock);
	if (skb)
		prepare(account, skb);
	return skb;
}

/**
 * cloudmac_txq_kept_tids - finds the TIDs with frames that were kept
 * @radio: the radio
 * @account: account of the station
 *
 * Return: bitmap of TIDs.
 */
u16 cloudmac_txq_kept_tids(struct cloudmac_radio *radio,
			   struct cloudmac_account *account)
{
	struct sk_buff *pos;
	u16 tids = 0;

	spin_lock_bh(&radio->txq.lock);
	skb_queue_walk(&account->kept, pos)
		tids |= BIT(tid_of(pos));
	spin_unlock_bh(&radio->txq.lock);
	return tids;
}
