// SPDX-License-Identifier: GPL-2.0-only
/*
 * TX status. A unicast frame towards a WTP waits here until the WTP says
 * whether it was acknowledged, as it would wait in a radio's hardware. The
 * status names receiver and sequence control; frame type and subtype are
 * compared too, because null frames share the sequence number 0.
 *
 * A frame whose status does not come in time has an unknown fate. It is freed
 * rather than reported: to hostapd that means "not acknowledged", so that a
 * station behind a dead WTP is found gone, but rate control does not learn from
 * it, for it says nothing about the air.
 */
#include <linux/jhash.h>
#include <linux/slab.h>

#include "cloudmac_hwsim.h"

struct cloudmac_key {
	u8 receiver[ETH_ALEN];
	__le16 type;
	__le16 seq_ctrl;
} __packed __aligned(2);

struct cloudmac_waiting {
	struct list_head age;
	struct hlist_node bucket;
	struct sk_buff *skb;
	unsigned long since;
	struct cloudmac_key key;
};

static void key_of(struct cloudmac_key *key, const u8 *frame)
{
	const struct ieee80211_hdr *hdr = (const void *)frame;

	ether_addr_copy(key->receiver, hdr->addr1);
	key->type = hdr->frame_control &
		    cpu_to_le16(IEEE80211_FCTL_FTYPE | IEEE80211_FCTL_STYPE);
	/* control frames carry no sequence control */
	key->seq_ctrl = ieee80211_is_ctl(hdr->frame_control) ? 0 :
							       hdr->seq_ctrl;
}

static struct hlist_head *bucket_of(struct cloudmac_pending *pending,
				    const struct cloudmac_key *key)
{
	return &pending->buckets[jhash(key, sizeof(*key), 0) %
				 CLOUDMAC_PENDING_BUCKETS];
}

/* Take 'w' out of the queue and free it. Return its frame. */
static struct sk_buff *take(struct cloudmac_pending *pending,
			    struct cloudmac_waiting *w)
{
	struct sk_buff *skb = w->skb;

	lockdep_assert_held(&pending->lock);
	list_del(&w->age);
	hlist_del(&w->bucket);
	pending->count--;
	kfree(w);
	return skb;
}

static struct cloudmac_waiting *oldest(struct cloudmac_pending *pending)
{
	return list_first_entry_or_null(&pending->age, struct cloudmac_waiting,
					age);
}

static void cloudmac_pending_expire(struct work_struct *work)
{
	struct cloudmac_radio *radio =
		container_of(to_delayed_work(work), struct cloudmac_radio,
			     pending.expire);
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w;

	spin_lock_bh(&pending->lock);
	while ((w = oldest(pending))) {
		if (time_before(jiffies, w->since + pending->timeout)) {
			schedule_delayed_work(&pending->expire,
					      w->since + pending->timeout -
					      jiffies);
			break;
		}
		cloudmac_count(radio, status_timeout);
		cloudmac_radio_event(radio, take(pending, w),
				     CLOUDMAC_EVENT_UNKNOWN);
	}
	spin_unlock_bh(&pending->lock);
}

/**
 * cloudmac_pending_init - an empty queue
 * @pending: whose @max and @timeout the caller sets
 */
void cloudmac_pending_init(struct cloudmac_pending *pending)
{
	int i;

	spin_lock_init(&pending->lock);
	INIT_LIST_HEAD(&pending->age);
	for (i = 0; i < CLOUDMAC_PENDING_BUCKETS; i++)
		INIT_HLIST_HEAD(&pending->buckets[i]);
	pending->count = 0;
	INIT_DELAYED_WORK(&pending->expire, cloudmac_pending_expire);
}

/**
 * cloudmac_pending_add - let a frame wait for its TX status
 * @radio: that sent it
 * @skb: the frame as mac80211 gave it; taken if the result is true
 *
 * Return: false if there is no memory for it.
 */
bool cloudmac_pending_add(struct cloudmac_radio *radio, struct sk_buff *skb)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w = kmalloc(sizeof(*w), GFP_ATOMIC);

	if (!w)
		return false;
	w->skb = skb;
	w->since = jiffies;
	key_of(&w->key, skb->data);

	spin_lock_bh(&pending->lock);
	if (pending->count >= pending->max) {
		cloudmac_count(radio, status_overflow);
		cloudmac_radio_event(radio, take(pending, oldest(pending)),
				     CLOUDMAC_EVENT_UNKNOWN);
	}
	list_add_tail(&w->age, &pending->age);
	hlist_add_head(&w->bucket, bucket_of(pending, &w->key));
	if (!pending->count++)
		schedule_delayed_work(&pending->expire, pending->timeout);
	spin_unlock_bh(&pending->lock);
	return true;
}

/* The oldest frame with 'key': the last one in its bucket. */
static struct cloudmac_waiting *find(struct cloudmac_pending *pending,
				     const struct cloudmac_key *key)
{
	struct cloudmac_waiting *w, *found = NULL;

	hlist_for_each_entry(w, bucket_of(pending, key), bucket)
		if (!memcmp(&w->key, key, sizeof(*key)))
			found = w;
	return found;
}

/**
 * cloudmac_pending_complete - a TX status came
 * @radio: for which
 * @frame: the status, parsed
 */
void cloudmac_pending_complete(struct cloudmac_radio *radio,
			       const struct cloudmac_frame *frame)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_radiotap rt;
	struct cloudmac_waiting *w;
	struct cloudmac_key key;
	struct sk_buff *skb;
	bool bad_fcs;

	/* A control frame of one address has no transmitter: it was never
	 * sent by an access point that waits for it.
	 */
	if (frame->frame_len < sizeof(struct ieee80211_rts)) {
		cloudmac_count(radio, status_unmatched);
		return;
	}
	key_of(&key, frame->frame);
	spin_lock_bh(&pending->lock);
	w = find(pending, &key);
	skb = w ? take(pending, w) : NULL;
	spin_unlock_bh(&pending->lock);
	if (!skb) {
		cloudmac_count(radio, status_unmatched);
		return;
	}
	cloudmac_radiotap_parse(frame, &rt, &bad_fcs);
	if (rt.failed)
		cloudmac_count(radio, status_failed);
	else
		cloudmac_count(radio, status_acked);
	cloudmac_report(radio, skb, !rt.failed, &rt);
}

/**
 * cloudmac_pending_flush - give up all frames
 * @radio: that is being stopped: nothing is sent while this runs
 */
void cloudmac_pending_flush(struct cloudmac_radio *radio)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w;

	cancel_delayed_work_sync(&pending->expire);
	spin_lock_bh(&pending->lock);
	while ((w = oldest(pending))) {
		cloudmac_count(radio, status_flushed);
		cloudmac_radio_event(radio, take(pending, w),
				     CLOUDMAC_EVENT_UNKNOWN);
	}
	spin_unlock_bh(&pending->lock);
}

/**
 * cloudmac_needs_ack - does the receiver acknowledge this frame?
 * @info: mac80211's, of the frame
 * @frame: its 802.11 header
 *
 * Return: true for unicast frames, unless mac80211 wants no acknowledgement.
 */
bool cloudmac_needs_ack(const struct ieee80211_tx_info *info, const u8 *frame)
{
	const struct ieee80211_hdr *hdr = (const void *)frame;

	return !(info->flags & IEEE80211_TX_CTL_NO_ACK) &&
	       !is_multicast_ether_addr(hdr->addr1);
}

/* Does 'rt', the status of a frame with header 'hdr', make sense? */
static bool credible(struct cloudmac_radio *radio,
		     const struct ieee80211_hdr *hdr,
		     const struct ieee80211_supported_band *band,
		     const struct cloudmac_radiotap *rt)
{
	bool possible;

	rcu_read_lock();
	possible = cloudmac_rates_possible(
		rt, band,
		ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr1,
					     hdr->addr2));
	rcu_read_unlock();
	return possible;
}

/* The rates of the status: of each stage of the chain, or else the last one;
 * none if there is one that cannot be: then rate control learns nothing.
 */
static void set_rates(struct cloudmac_radio *radio, struct sk_buff *skb,
		      const struct cloudmac_radiotap *rt)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	const struct ieee80211_supported_band *band =
		radio->hw->wiphy->bands[info->band];
	struct ieee80211_tx_rate *rate = info->status.rates;

	if (rt && band) {
		if (!credible(radio, (void *)skb->data, band, rt)) {
			cloudmac_count(radio, status_bad_rate);
			rate->idx = -1;
			return;
		}
		if (cloudmac_chain_to_tx(&rt->chain, band, rate))
			return;
		cloudmac_rate_to_tx(&rt->rate, band, rate);
	}
	rate->count = rt ? min(rt->retries + 1, 31) : 1;
	rate[1].idx = -1;
}

/**
 * cloudmac_report - tell mac80211 the fate of a frame
 * @radio: that sent it
 * @skb: the frame as mac80211 gave it; taken
 * @acked: by its receiver
 * @rt: rates and retries used, or NULL: the first rate, once
 */
void cloudmac_report(struct cloudmac_radio *radio, struct sk_buff *skb,
		     bool acked, const struct cloudmac_radiotap *rt)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	ieee80211_tx_info_clear_status(info);
	set_rates(radio, skb, rt);
	if (acked)
		info->flags |= IEEE80211_TX_STAT_ACK;
	/* Of a frame of a block-ack session, rate control learns only from a
	 * status of its aggregate: one of this frame alone.
	 */
	if (info->flags & IEEE80211_TX_CTL_AMPDU) {
		info->flags |= IEEE80211_TX_STAT_AMPDU;
		info->status.ampdu_len = 1;
		info->status.ampdu_ack_len = acked;
	}
	cloudmac_radio_event(radio, skb, CLOUDMAC_EVENT_STATUS);
}
