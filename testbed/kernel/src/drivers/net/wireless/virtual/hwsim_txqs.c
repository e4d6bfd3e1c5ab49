// SPDX-License-Identifier: GPL-2.0-only
/*
 * Releases frames from mac80211's queues (TXQs) as drivers of real hardware do:
 * under mac80211's limits of airtime (AQL), in the order of its scheduler, and
 * with a bounded queue in the radio.
 *
 * One tasklet for each radio passes on TX statuses and then releases frames. So
 * AQL knows all statuses when frames are released, and no release gets lost.
 */
#include "hwsim_txqs.h"

/* Octets that the medium adds to a frame of an aggregate: FCS, delimiter. */
#define FCS_LEN		4
#define DELIMITER_LEN	4

/* A visit of the scheduler takes as much as the medium aggregates. Visits up to
 * the limit of AQL would leave the shares of the air to that limit.
 */
#define PORTION_US	4000
#define PORTION_FRAMES	64

/* The radio and the medium drop frames if 200 are pending. */
#define MAX_PENDING	180
/* Places in the radio's queue that an access category leaves to the next one. */
#define RESERVED	20

/* Checks if the radio's queue has room for a frame of 'ac'. Frames that do not
 * come from TXQs, such as beacons, may fill the rest.
 */
static bool has_room(const struct hwsim_txqs *txqs, int ac)
{
	return skb_queue_len_lockless(txqs->pending) <
	       MAX_PENDING - RESERVED * ac;
}

/* Releases frames for one A-MPDU. Returns false if there were none, or if AQL
 * does not allow any.
 */
static bool release_queue(struct hwsim_txqs *txqs, struct ieee80211_txq *txq)
{
	struct ieee80211_tx_control control = { .sta = txq->sta };
	struct sk_buff *skb;
	int us = 0, n = 0;

	while (us < PORTION_US && n < PORTION_FRAMES &&
	       has_room(txqs, txq->ac) &&
	       (skb = ieee80211_tx_dequeue(txqs->hw, txq))) {
		us += ieee80211_info_get_tx_time_est(IEEE80211_SKB_CB(skb));
		n++;
		txqs->tx(txqs->hw, &control, skb);
	}
	return n;
}

/* Releases frames in one round of the scheduler. Returns false if no queue has
 * any that it may send.
 */
static bool release_round(struct hwsim_txqs *txqs, int ac)
{
	struct ieee80211_txq *txq;
	bool any = false;

	ieee80211_txq_schedule_start(txqs->hw, ac);
	while (has_room(txqs, ac) && (txq = ieee80211_next_txq(txqs->hw, ac))) {
		any |= release_queue(txqs, txq);
		ieee80211_return_txq(txqs->hw, txq, false);
	}
	ieee80211_txq_schedule_end(txqs->hw, ac);
	return any;
}

/* Returns the airtime of all tries of a frame, from its TX status. Frames of an
 * aggregate share the preamble: they have none here.
 */
static u32 airtime_of(struct ieee80211_hw *hw, struct ieee80211_tx_info *info,
		      int len)
{
	if (!(info->flags & IEEE80211_TX_STAT_AMPDU))
		return ieee80211_calc_tx_airtime(hw, info, len + FCS_LEN);
	return ieee80211_calc_tx_airtime(hw, info,
					 len + FCS_LEN + DELIMITER_LEN) -
	       ieee80211_calc_tx_airtime(hw, info, 0);
}

static void charge(struct hwsim_txqs *txqs, struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (void *)skb->data;
	u8 tid = skb->priority & IEEE80211_QOS_CTL_TAG1D_MASK;
	struct ieee80211_sta *sta;
	u32 airtime;

	sta = ieee80211_find_sta_by_ifaddr(txqs->hw, hdr->addr1, hdr->addr2);
	if (!sta)
		return;
	airtime = airtime_of(txqs->hw, IEEE80211_SKB_CB(skb), skb->len);
	ieee80211_sta_register_airtime(sta, tid, airtime, 0);
}

static void run(struct tasklet_struct *tasklet)
{
	struct hwsim_txqs *txqs = from_tasklet(txqs, tasklet, tasklet);
	struct sk_buff *skb;
	int ac;

	rcu_read_lock();
	while ((skb = skb_dequeue(&txqs->done))) {
		if (txqs->limits == HWSIM_TXQ_AIRTIME)
			charge(txqs, skb);
		ieee80211_tx_status_skb(txqs->hw, skb);
	}
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		if (test_and_clear_bit(ac, &txqs->acs))
			while (release_round(txqs, ac))
				;
	rcu_read_unlock();
}

/**
 * hwsim_txqs_init - prepares the release of frames, before the radio registers
 * @txqs: set
 * @hw: the radio
 * @limits: enum hwsim_txq_limits
 * @pending: frames that were sent and await their TX status
 * @tx: sends a frame
 */
void hwsim_txqs_init(struct hwsim_txqs *txqs, struct ieee80211_hw *hw,
		     int limits, const struct sk_buff_head *pending,
		     void (*tx)(struct ieee80211_hw *hw,
				struct ieee80211_tx_control *control,
				struct sk_buff *skb))
{
	txqs->hw = hw;
	txqs->limits = clamp(limits, HWSIM_TXQ_NO_LIMITS, HWSIM_TXQ_AIRTIME);
	txqs->pending = pending;
	txqs->tx = tx;
	txqs->stopped = true;
	skb_queue_head_init(&txqs->done);
	tasklet_setup(&txqs->tasklet, run);
	if (txqs->limits >= HWSIM_TXQ_AQL)
		wiphy_ext_feature_set(hw->wiphy, NL80211_EXT_FEATURE_AQL);
	if (txqs->limits == HWSIM_TXQ_AIRTIME)
		wiphy_ext_feature_set(hw->wiphy,
				      NL80211_EXT_FEATURE_AIRTIME_FAIRNESS);
}

/**
 * hwsim_txqs_start - starts the release of frames
 * @txqs: the radio's
 */
void hwsim_txqs_start(struct hwsim_txqs *txqs)
{
	WRITE_ONCE(txqs->stopped, false);
}

/**
 * hwsim_txqs_stop - stops the release of frames
 * @txqs: the radio's
 *
 * Frees the frames whose TX status mac80211 does not know.
 */
void hwsim_txqs_stop(struct hwsim_txqs *txqs)
{
	struct sk_buff *skb;

	WRITE_ONCE(txqs->stopped, true);
	tasklet_kill(&txqs->tasklet);
	while ((skb = skb_dequeue(&txqs->done)))
		ieee80211_free_txskb(txqs->hw, skb);
}

/**
 * hwsim_txqs_wake - handles mac80211's notice that a queue has frames
 * @txqs: the radio's
 * @txq: the queue
 */
void hwsim_txqs_wake(struct hwsim_txqs *txqs, struct ieee80211_txq *txq)
{
	if (!txqs->limits) {
		ieee80211_handle_wake_tx_queue(txqs->hw, txq);
		return;
	}
	set_bit(txq->ac, &txqs->acs);
	if (!READ_ONCE(txqs->stopped))
		tasklet_schedule(&txqs->tasklet);
}

/**
 * hwsim_txqs_status - passes a TX status to mac80211 and releases more frames
 * @txqs: the radio's
 * @skb: the frame with its TX status
 */
void hwsim_txqs_status(struct hwsim_txqs *txqs, struct sk_buff *skb)
{
	int ac;

	if (!txqs->limits) {
		ieee80211_tx_status_irqsafe(txqs->hw, skb);
		return;
	}
	if (READ_ONCE(txqs->stopped)) {
		ieee80211_free_txskb(txqs->hw, skb);
		return;
	}
	skb_queue_tail(&txqs->done, skb);
	/* The frame took a place in the queue of all access categories. */
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		set_bit(ac, &txqs->acs);
	tasklet_schedule(&txqs->tasklet);
}
