// SPDX-License-Identifier: GPL-2.0-only
/*
 * Releases frames from mac80211's queues (TXQs). A station's frames wait there,
 * where mac80211 can separate flows, mark congestion and drop from the head,
 * until the station has credit of airtime. The credit returns with the TX
 * statuses (cloudmac_credit.c).
 *
 * A tasklet dequeues the frames. So it never runs twice at the same time for a
 * radio, nor within mac80211's call of the driver, and holds no lock when it
 * calls mac80211.
 *
 * mac80211's list of queues to serve has only those that may send. The tasklet
 * takes a queue out of the list when its station has no credit or sleeps. It
 * puts the queue back when there is credit again; mac80211 does when the station
 * wakes up.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <net/mac80211.h>

#include "cloudmac_airtime.h"
#include "cloudmac_deliver.h"
#include "cloudmac_glue.h"
#include "cloudmac_radio.h"
#include "cloudmac_rate.h"
#include "cloudmac_txq.h"

/* Frames that one run of the tasklet releases. */
#define BUDGET		64

/* How often to look for overdue statuses, see CLOUDMAC_CREDIT_OVERDUE. */
#define EXPIRE_EVERY	(HZ >= 100 ? HZ / 100 : 1)

static u32 now_us(void)
{
	return ktime_to_us(ktime_get());
}

static void schedule_expiry(struct cloudmac_txq *txq)
{
	if (!timer_pending(&txq->timer))
		mod_timer(&txq->timer, jiffies + EXPIRE_EVERY);
}

static void run(struct cloudmac_radio *radio)
{
	if (READ_ONCE(radio->started))
		tasklet_schedule(&radio->txq.tasklet);
}

/* Checks if more frames may await their TX status. If not, released frames would
 * displace others. A quarter of the limit is left for other frames. Frames whose
 * status is overdue do not count.
 */
static bool has_room(struct cloudmac_radio *radio)
{
	u32 frames = 0;
	int ac;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		frames += READ_ONCE(radio->txq.pools[ac].frames);
	return frames < radio->pending.max / 4 * 3;
}

/* Checks if the run may release another frame. Without room, ends the run. */
static bool may_continue(struct cloudmac_radio *radio, int *budget)
{
	if (*budget && !has_room(radio))
		*budget = 0;
	return *budget;
}

/* Checks if a frame of 'queue' may be released. If not, the queue is held until
 * cloudmac_txq_report() or the timer finds credit, mac80211 wakes it up, or its
 * station is removed.
 */
static bool may_release(struct cloudmac_radio *radio,
			struct cloudmac_account *account,
			const struct ieee80211_txq *queue)
{
	struct cloudmac_txq *txq = &radio->txq;
	bool may = false;

	spin_lock_bh(&txq->lock);
	if (list_empty(&account->entry) || account->asleep) {
		may = false;
	} else if (!txq->credit ||
		   cloudmac_credit_allows(&account->credits[queue->ac],
					  now_us())) {
		may = true;
	} else {
		account->held[queue->ac] |= BIT(queue->tid);
	}
	spin_unlock_bh(&txq->lock);
	return may;
}

/* Releases frames of a queue. Returns false if the queue must not return to
 * mac80211's list.
 */
static bool release_queue(struct cloudmac_radio *radio,
			  struct ieee80211_txq *queue, int *budget)
{
	struct cloudmac_account *account =
		queue->sta ? cloudmac_hw_account(queue->sta) : NULL;
	struct sk_buff *skb;

	while (may_continue(radio, budget)) {
		if (account && !may_release(radio, account, queue))
			return false;
		skb = ieee80211_tx_dequeue(radio->hw, queue);
		if (!skb)
			break;
		(*budget)--;
		cloudmac_hw_transmit(radio->hw, queue->sta, skb);
	}
	return true;
}

static void release_ac(struct cloudmac_radio *radio, u8 ac, int *budget)
{
	struct ieee80211_txq *queue;

	ieee80211_txq_schedule_start(radio->hw, ac);
	while (may_continue(radio, budget) &&
	       (queue = ieee80211_next_txq(radio->hw, ac)))
		if (release_queue(radio, queue, budget))
			ieee80211_return_txq(radio->hw, queue, false);
	ieee80211_txq_schedule_end(radio->hw, ac);
}

/* Returns the TIDs of 'account' that were held and have credit again. */
static unsigned long take_held(struct cloudmac_txq *txq,
			       struct cloudmac_account *account)
{
	unsigned long tids = 0;
	int ac;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		if (!account->held[ac] ||
		    !cloudmac_credit_allows(&account->credits[ac], now_us()))
			continue;
		tids |= account->held[ac];
		account->held[ac] = 0;
		set_bit(ac, &txq->acs);
	}
	return tids;
}

/* Puts the held queues of stations that have credit again into mac80211's list. */
static void schedule_ready(struct cloudmac_radio *radio)
{
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_account *account;
	unsigned long tids;
	int tid;

	spin_lock_bh(&txq->lock);
	while ((account = list_first_entry_or_null(&txq->ready,
						   struct cloudmac_account,
						   ready))) {
		list_del_init(&account->ready);
		tids = take_held(txq, account);
		spin_unlock_bh(&txq->lock);
		/* cloudmac_txq_sta_remove() waits for the tasklet. */
		for_each_set_bit(tid, &tids, IEEE80211_NUM_TIDS)
			ieee80211_schedule_txq(radio->hw,
					       account->sta->txq[tid]);
		spin_lock_bh(&txq->lock);
	}
	spin_unlock_bh(&txq->lock);
}

static void release(struct tasklet_struct *tasklet)
{
	struct cloudmac_radio *radio =
		container_of(tasklet, struct cloudmac_radio, txq.tasklet);
	int ac, budget = BUDGET;
	bool again;

	if (!READ_ONCE(radio->started))
		return;
	rcu_read_lock();
	schedule_ready(radio);
	for (ac = 0; ac < IEEE80211_NUM_ACS && budget; ac++)
		if (test_and_clear_bit(ac, &radio->txq.acs)) {
			release_ac(radio, ac, &budget);
			if (!budget)
				set_bit(ac, &radio->txq.acs);
		}
	rcu_read_unlock();
	if (budget)
		return;
	/* A status that makes room holds the lock: either has_room() sees the room,
	 * or credit_changed() sees @acs and runs this again.
	 */
	spin_lock_bh(&radio->txq.lock);
	again = has_room(radio);
	spin_unlock_bh(&radio->txq.lock);
	if (again)
		run(radio);
}

/* Notes that 'account' may have credit again. The caller holds the lock. */
static void credit_changed(struct cloudmac_radio *radio,
			   struct cloudmac_account *account, int ac)
{
	bool ready = account->held[ac] && !list_empty(&account->entry) &&
		     cloudmac_credit_allows(&account->credits[ac], now_us());

	if (ready && list_empty(&account->ready))
		list_add_tail(&account->ready, &radio->txq.ready);
	if (ready || READ_ONCE(radio->txq.acs))
		run(radio);
}

static void expire(struct timer_list *timer)
{
	struct cloudmac_radio *radio =
		container_of(timer, struct cloudmac_radio, txq.timer);
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_account *account;
	bool used = false;
	int ac;

	spin_lock_bh(&txq->lock);
	list_for_each_entry(account, &txq->accounts, entry)
		for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
			struct cloudmac_credit *credit = &account->credits[ac];

			if (!credit->used)
				continue;
			if (cloudmac_credit_expire(credit, now_us()))
				credit_changed(radio, account, ac);
			used |= credit->used;
		}
	if (used && READ_ONCE(radio->started))
		schedule_expiry(txq);
	spin_unlock_bh(&txq->lock);
}

/**
 * cloudmac_txq_init - initializes the release of a radio's frames
 * @radio: the radio; the caller sets @credit
 */
void cloudmac_txq_init(struct cloudmac_radio *radio)
{
	struct cloudmac_txq *txq = &radio->txq;

	spin_lock_init(&txq->lock);
	INIT_LIST_HEAD(&txq->accounts);
	INIT_LIST_HEAD(&txq->ready);
	tasklet_setup(&txq->tasklet, release);
	timer_setup(&txq->timer, expire, 0);
}

/**
 * cloudmac_txq_setup - announces what the release of frames supports
 * @radio: the radio, whose @hw is not registered
 */
void cloudmac_txq_setup(struct cloudmac_radio *radio)
{
	if (radio->txq.credit)
		wiphy_ext_feature_set(radio->hw->wiphy,
				      NL80211_EXT_FEATURE_AIRTIME_FAIRNESS);
}

/**
 * cloudmac_txq_stop - stops the release of frames
 * @radio: the radio, with @started false
 *
 * When this returns, neither the tasklet nor the timer runs.
 */
void cloudmac_txq_stop(struct cloudmac_radio *radio)
{
	tasklet_kill(&radio->txq.tasklet);
	del_timer_sync(&radio->txq.timer);
}

/**
 * cloudmac_txq_wake - handles mac80211's notice that a queue may send
 * @radio: the radio
 * @queue: the queue, of a station or of an interface's group frames
 */
void cloudmac_txq_wake(struct cloudmac_radio *radio,
		       struct ieee80211_txq *queue)
{
	/* A held queue is scheduled when there is credit. */
	if (queue->sta &&
	    READ_ONCE(cloudmac_hw_account(queue->sta)->held[queue->ac]) &
	    BIT(queue->tid))
		return;
	set_bit(queue->ac, &radio->txq.acs);
	run(radio);
}

/**
 * cloudmac_txq_sta_add - opens the account of a station
 * @radio: the radio
 * @vif: interface of the station
 * @sta: the new station
 */
void cloudmac_txq_sta_add(struct cloudmac_radio *radio,
			  struct ieee80211_vif *vif,
			  struct ieee80211_sta *sta)
{
	struct cloudmac_account *account = cloudmac_hw_account(sta);
	struct cloudmac_txq *txq = &radio->txq;
	int ac;

	memset(account, 0, sizeof(*account));
	account->sta = sta;
	account->vif = vif;
	__skb_queue_head_init(&account->kept);
	INIT_LIST_HEAD(&account->ready);
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		cloudmac_credit_init(&account->credits[ac], &txq->pools[ac],
				     now_us());
	spin_lock_bh(&txq->lock);
	list_add_tail(&account->entry, &txq->accounts);
	spin_unlock_bh(&txq->lock);
}

/**
 * cloudmac_txq_sta_remove - closes the account of a station
 * @radio: the radio
 * @sta: the station, which mac80211 frees next; it gets no more frames
 *
 * When this returns, the tasklet has no queue of the station, and finds none in
 * mac80211's list.
 */
void cloudmac_txq_sta_remove(struct cloudmac_radio *radio,
			     struct ieee80211_sta *sta)
{
	struct cloudmac_account *account = cloudmac_hw_account(sta);
	struct cloudmac_txq *txq = &radio->txq;
	struct sk_buff *skb;
	int i;

	spin_lock_bh(&txq->lock);
	list_del_init(&account->entry);
	list_del_init(&account->ready);
	for (i = 0; i < IEEE80211_NUM_ACS; i++)
		cloudmac_credit_close(&account->credits[i]);
	while ((skb = __skb_dequeue(&account->kept))) {
		txq->kept--;
		cloudmac_deliver(radio, skb, CLOUDMAC_EVENT_UNKNOWN);
	}
	spin_unlock_bh(&txq->lock);

	tasklet_disable(&txq->tasklet);
	/* The call removes the queue from the list when it returns true. */
	for (i = 0; i < ARRAY_SIZE(sta->txq); i++)
		while (sta->txq[i] &&
		       !ieee80211_txq_may_transmit(radio->hw, sta->txq[i]))
			cond_resched();
	tasklet_enable(&txq->tasklet);
	/* The station's frames may have left no room for those of others. */
	run(radio);
}

/**
 * cloudmac_txq_sta_sleeps - notes that a station falls asleep or wakes up
 * @radio: the radio
 * @sta: the station
 * @asleep: true if it falls asleep; mac80211 schedules its queues afterwards if
 *	it wakes up
 *
 * When the station wakes up, the frames that were kept precede those that wait in
 * mac80211. Credit does not limit them, but they are charged.
 */
void cloudmac_txq_sta_sleeps(struct cloudmac_radio *radio,
			     struct ieee80211_sta *sta, bool asleep)
{
	struct cloudmac_account *account = cloudmac_hw_account(sta);
	struct sk_buff *skb;

	if (!asleep) {
		rcu_read_lock();
		while ((skb = cloudmac_txq_next_kept(radio, account, U16_MAX)))
			cloudmac_hw_transmit(radio->hw, sta, skb);
		rcu_read_unlock();
	}
	spin_lock_bh(&radio->txq.lock);
	account->asleep = asleep;
	spin_unlock_bh(&radio->txq.lock);
}

/* Estimates the airtime of a frame that is released: one try at its first
 * rate.
 */
static u32 airtime_of(struct cloudmac_radio *radio, struct sk_buff *skb)
{
	struct cloudmac_chain chain;

	cloudmac_chain_from_tx(&chain, radio->hw, IEEE80211_SKB_CB(skb));
	return cloudmac_airtime(&chain.stages[0].rate, skb->len);
}

/**
 * cloudmac_txq_charge - charges a frame that a TX status will report
 * @radio: the sender
 * @charge: set; of no effect for frames that credit does not limit
 * @sta: the receiver, or NULL
 * @skb: the frame
 */
void cloudmac_txq_charge(struct cloudmac_radio *radio,
			 struct cloudmac_charge *charge,
			 struct ieee80211_sta *sta, struct sk_buff *skb)
{
	const struct ieee80211_hdr *hdr = (void *)skb->data;
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_account *account;
	u32 airtime;
	u8 tid;

	charge->credit = NULL;
	if (!txq->credit || !sta ||
	    !ieee80211_is_data_present(hdr->frame_control))
		return;
	account = cloudmac_hw_account(sta);
	airtime = airtime_of(radio, skb);
	tid = skb->priority & IEEE80211_QOS_CTL_TAG1D_MASK;
	spin_lock_bh(&txq->lock);
	if (!list_empty(&account->entry)) {
		cloudmac_credit_charge(&account->credits[sta->txq[tid]->ac],
				       charge, airtime, now_us());
		schedule_expiry(txq);
	}
	spin_unlock_bh(&txq->lock);
}

/**
 * cloudmac_txq_report - refunds the charge of a frame
 * @radio: the sender
 * @charge: the charge
 * @arrived: the TX status has arrived; false: nobody waits for it any more
 * @used: airtime of all tries by the TX status, 0 if unknown
 */
void cloudmac_txq_report(struct cloudmac_radio *radio,
			 struct cloudmac_charge *charge, bool arrived,
			 u32 used)
{
	struct cloudmac_txq *txq = &radio->txq;
	struct cloudmac_credit *credit;
	int ac;

	spin_lock_bh(&txq->lock);
	credit = charge->credit;
	if (credit) {
		if (arrived)
			cloudmac_credit_report(charge, used, now_us());
		else
			cloudmac_credit_cancel(charge);
		ac = credit->pool - txq->pools;
		credit_changed(radio,
			       container_of(credit - ac,
					    struct cloudmac_account,
					    credits[0]), ac);
	}
	spin_unlock_bh(&txq->lock);
}
