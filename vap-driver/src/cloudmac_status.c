// SPDX-License-Identifier: GPL-2.0-only
/*
 * TX status. A unicast frame to a WTP waits here until the WTP reports whether
 * the receiver acknowledged it. A status names the receiver and the sequence
 * control. The frame type and subtype must match too, because all null frames
 * have the sequence number 0.
 *
 * The status must have the token that the frame carried. Nobody but the receivers
 * of the frame can know it. So no other WTP or VAP host can report the frame.
 *
 * A frame whose status does not arrive in time is freed, not reported. hostapd
 * treats it as not acknowledged, and so detects stations behind a dead WTP. Rate
 * control does not learn from it, because the loss was not on the air.
 */
#include <linux/jhash.h>
#include <linux/slab.h>

#include "cloudmac_airtime.h"
#include "cloudmac_deliver.h"
#include "cloudmac_parse.h"
#include "cloudmac_quota.h"
#include "cloudmac_radio.h"
#include "cloudmac_radiotap.h"
#include "cloudmac_rate.h"
#include "cloudmac_stats.h"
#include "cloudmac_status.h"
#include "cloudmac_txq.h"

/* Longest airtime of a frame that is registered with mac80211, in us. */
#define REGISTERED_MAX	100000

struct cloudmac_key {
	u8 receiver[ETH_ALEN];
	__le16 type;
	__le16 seq_ctrl;
} __packed __aligned(2);

struct cloudmac_waiting {
	struct list_head age;
	struct hlist_node bucket;
	struct sk_buff *skb;
	u64 number;
	unsigned long since;
	struct cloudmac_charge charge;
	struct cloudmac_key key;
	u32 token;
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

/* Returns the airtime of all tries of a frame. */
static u32 used_airtime(const struct cloudmac_radiotap *rt, u32 len)
{
	return rt->chain.n ? cloudmac_airtime_of_tries(&rt->chain, len) :
			     (rt->retries + 1) *
				     cloudmac_airtime(&rt->rate, len);
}

/* Removes 'w' from the queue, returns its airtime and frees it. 'rt' is of its
 * TX status, NULL if none has arrived. Returns the frame.
 */
static struct sk_buff *remove(struct cloudmac_radio *radio,
			      struct cloudmac_waiting *w,
			      const struct cloudmac_radiotap *rt)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct sk_buff *skb = w->skb;

	lockdep_assert_held(&pending->lock);
	list_del(&w->age);
	hlist_del(&w->bucket);
	pending->count--;
	cloudmac_quota_refund(radio->quota);
	cloudmac_txq_report(radio, &w->charge, rt,
			    rt ? used_airtime(rt, skb->len) : 0);
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
		cloudmac_deliver(radio, remove(radio, w, NULL),
				 CLOUDMAC_EVENT_UNKNOWN);
	}
	spin_unlock_bh(&pending->lock);
}

/**
 * cloudmac_pending_init - initializes an empty queue
 * @pending: the queue; the caller sets @max and @timeout
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

/* Charges a new frame. Without room, gives up the oldest frame of the radio.
 * Returns false if the other radios of the user namespace leave no room.
 */
static bool make_room(struct cloudmac_radio *radio)
{
	struct cloudmac_pending *pending = &radio->pending;

	if (pending->count < pending->max &&
	    cloudmac_quota_charge(radio->quota))
		return true;
	if (!pending->count)
		return false;
	cloudmac_count(radio, status_overflow);
	cloudmac_deliver(radio, remove(radio, oldest(pending), NULL),
			 CLOUDMAC_EVENT_UNKNOWN);
	return cloudmac_quota_charge(radio->quota);
}

/**
 * cloudmac_pending_add - queues a frame until its TX status arrives
 * @radio: the sender
 * @sta: the receiver, NULL if mac80211 does not know it
 * @skb: the frame as mac80211 passed it; on success the queue owns it
 * @token: token that the TX status must have
 *
 * Return: the number of the frame, for cloudmac_pending_cancel(); 0 if there is
 * no memory or no room, which is counted.
 */
u64 cloudmac_pending_add(struct cloudmac_radio *radio,
			 struct ieee80211_sta *sta, struct sk_buff *skb,
			 u32 token)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w = kmalloc(sizeof(*w), GFP_ATOMIC);
	u64 number;

	if (!w) {
		cloudmac_count(radio, tx_drop_memory);
		return 0;
	}
	w->skb = skb;
	w->since = jiffies;
	w->token = token;
	key_of(&w->key, skb->data);

	spin_lock_bh(&pending->lock);
	if (!make_room(radio)) {
		spin_unlock_bh(&pending->lock);
		cloudmac_count(radio, tx_drop_quota);
		kfree(w);
		return 0;
	}
	number = ++pending->last;
	w->number = number;
	cloudmac_txq_charge(radio, &w->charge, sta, skb);
	list_add_tail(&w->age, &pending->age);
	hlist_add_head(&w->bucket, bucket_of(pending, &w->key));
	if (!pending->count++)
		schedule_delayed_work(&pending->expire, pending->timeout);
	spin_unlock_bh(&pending->lock);
	return number;
}

/**
 * cloudmac_pending_cancel - gives up a frame that was dropped instead of sent
 * @radio: the sender
 * @number: number of the frame
 *
 * Does nothing if the frame does not wait any more.
 */
void cloudmac_pending_cancel(struct cloudmac_radio *radio, u64 number)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w;

	spin_lock_bh(&pending->lock);
	/* The frame is one of the newest. */
	list_for_each_entry_reverse(w, &pending->age, age) {
		if (w->number > number)
			continue;
		if (w->number == number) {
			cloudmac_count(radio, status_unsent);
			cloudmac_deliver(radio, remove(radio, w, NULL),
					 CLOUDMAC_EVENT_UNKNOWN);
		}
		break;
	}
	spin_unlock_bh(&pending->lock);
}

/* Returns the oldest frame with 'key' and 'token': the last one in its bucket. Sets
 * 'guessed' if there are frames with 'key', but with other tokens.
 */
static struct cloudmac_waiting *find(struct cloudmac_pending *pending,
				     const struct cloudmac_key *key, u32 token,
				     bool *guessed)
{
	struct cloudmac_waiting *w, *found = NULL;

	*guessed = false;
	hlist_for_each_entry(w, bucket_of(pending, key), bucket) {
		if (memcmp(&w->key, key, sizeof(*key)))
			continue;
		if (w->token == token)
			found = w;
		else
			*guessed = true;
	}
	return found;
}

/**
 * cloudmac_pending_complete - reports the frame that a TX status is for
 * @radio: the radio that sent the frame
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
	bool bad_fcs, guessed;

	/* A control frame with a single address names no transmitter. An
	 * access point never awaits the status of such a frame.
	 */
	if (frame->frame_len < sizeof(struct ieee80211_rts)) {
		cloudmac_count(radio, status_unmatched);
		return;
	}
	key_of(&key, frame->frame);
	cloudmac_radiotap_parse(frame, &rt, &bad_fcs);
	spin_lock_bh(&pending->lock);
	w = find(pending, &key, rt.token, &guessed);
	skb = w ? remove(radio, w, &rt) : NULL;
	spin_unlock_bh(&pending->lock);
	if (!skb) {
		if (guessed)
			cloudmac_count(radio, status_bad_token);
		else
			cloudmac_count(radio, status_unmatched);
		return;
	}
	if (rt.failed)
		cloudmac_count(radio, status_failed);
	else
		cloudmac_count(radio, status_acked);
	cloudmac_report(radio, skb, !rt.failed, &rt);
}

/**
 * cloudmac_pending_flush - gives up all frames of a radio
 * @radio: a radio that is being stopped; it must send nothing meanwhile
 */
void cloudmac_pending_flush(struct cloudmac_radio *radio)
{
	struct cloudmac_pending *pending = &radio->pending;
	struct cloudmac_waiting *w;

	cancel_delayed_work_sync(&pending->expire);
	spin_lock_bh(&pending->lock);
	while ((w = oldest(pending))) {
		cloudmac_count(radio, status_flushed);
		cloudmac_deliver(radio, remove(radio, w, NULL),
				 CLOUDMAC_EVENT_UNKNOWN);
	}
	spin_unlock_bh(&pending->lock);
}

/**
 * cloudmac_needs_ack - checks if the receiver acknowledges a frame
 * @info: mac80211's information on the frame
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

/* Registers the airtime of all tries of a frame with mac80211, which shares the
 * air fairly between stations. A WTP may report anything, and mac80211 repays a
 * debt in steps of the weight (256 us) under a lock. So the airtime is bounded.
 */
static void register_airtime(struct ieee80211_sta *sta,
			     const struct sk_buff *skb,
			     const struct cloudmac_radiotap *rt)
{
	ieee80211_sta_register_airtime(sta, skb->priority &
				       IEEE80211_QOS_CTL_TAG1D_MASK,
				       min_t(u32, used_airtime(rt, skb->len),
					     REGISTERED_MAX), 0);
}

/* Checks if the receiver of a frame supports the rates in its TX status. If so,
 * registers the airtime.
 */
static bool accept_rates(struct cloudmac_radio *radio,
			 const struct sk_buff *skb,
			 const struct ieee80211_supported_band *band,
			 const struct cloudmac_radiotap *rt)
{
	const struct ieee80211_hdr *hdr = (const void *)skb->data;
	struct ieee80211_sta *sta;
	bool possible;

	rcu_read_lock();
	sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr1, hdr->addr2);
	possible = cloudmac_rates_possible(rt, band, sta);
	if (possible && sta && radio->txq.credit &&
	    ieee80211_is_data_present(hdr->frame_control))
		register_airtime(sta, skb, rt);
	rcu_read_unlock();
	return possible;
}

/* Sets the rates of the status: those of the chain's stages or, without a
 * chain, the last rate. Sets none if a rate is impossible, so that rate control
 * learns nothing.
 */
static void set_rates(struct cloudmac_radio *radio, struct sk_buff *skb,
		      const struct cloudmac_radiotap *rt)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	const struct ieee80211_supported_band *band =
		radio->hw->wiphy->bands[info->band];
	struct ieee80211_tx_rate *rate = info->status.rates;

	if (rt && band) {
		if (!accept_rates(radio, skb, band, rt)) {
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
 * cloudmac_report - reports the TX status of a frame to mac80211
 * @radio: the sender
 * @skb: the frame as mac80211 passed it; owned by the queue from now on
 * @acked: true if the receiver acknowledged the frame
 * @rt: rates and retries used; NULL stands for one try at the first rate
 */
void cloudmac_report(struct cloudmac_radio *radio, struct sk_buff *skb,
		     bool acked, const struct cloudmac_radiotap *rt)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	ieee80211_tx_info_clear_status(info);
	set_rates(radio, skb, rt);
	if (acked)
		info->flags |= IEEE80211_TX_STAT_ACK;
	/* In a block-ack session rate control learns only from the status of
	 * an aggregate. Report an aggregate of this frame alone.
	 */
	if (info->flags & IEEE80211_TX_CTL_AMPDU) {
		info->flags |= IEEE80211_TX_STAT_AMPDU;
		info->status.ampdu_len = 1;
		info->status.ampdu_ack_len = acked;
	}
	cloudmac_deliver(radio, skb, CLOUDMAC_EVENT_STATUS);
}
