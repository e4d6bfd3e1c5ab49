// SPDX-License-Identifier: GPL-2.0-only
/*
 * The queue of frames and TX statuses on their way to mac80211.
 *
 * mac80211 demands that a driver delivers received frames and TX statuses
 *
 * - one at a time per radio,
 * - never from within mac80211's call of the driver,
 * - never after the driver's stop() has returned.
 *
 * A tasklet that stop() kills guarantees all three. mac80211's own tasklet
 * (ieee80211_rx_irqsafe()) does not guarantee the last.
 */
#include <net/mac80211.h>

#include "cloudmac_compat.h"
#include "cloudmac_deliver.h"
#include "cloudmac_radio.h"
#include "cloudmac_scan.h"
#include "cloudmac_stats.h"

/* Received frames are dropped while this many skbs wait for mac80211, or received
 * frames of this many octets.
 */
#define EVENTS_MAX	2048
#define OCTETS_MAX	(4 << 20)

/**
 * cloudmac_give_up - frees a frame without a TX status
 * @radio: the sender
 * @skb: the frame as mac80211 passed it
 *
 * mac80211 ends a service period by the TX status of its last frame. Without one,
 * this ends it. Otherwise the sleeping station could not poll any more.
 */
void cloudmac_give_up(struct cloudmac_radio *radio, struct sk_buff *skb)
{
	const struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	const struct ieee80211_hdr *hdr = (const void *)skb->data;
	struct ieee80211_sta *sta;

	if (info->flags & IEEE80211_TX_STATUS_EOSP) {
		rcu_read_lock();
		sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr1,
						   hdr->addr2);
		if (sta)
			ieee80211_sta_eosp(sta);
		rcu_read_unlock();
	}
	ieee80211_free_txskb(radio->hw, skb);
}

static void deliver(struct tasklet_struct *tasklet)
{
	struct cloudmac_radio *radio =
		container_of(tasklet, struct cloudmac_radio, delivery.tasklet);
	struct ieee80211_hw *hw = radio->hw;
	bool started = READ_ONCE(radio->started);
	struct sk_buff *skb;

	while ((skb = skb_dequeue(&radio->delivery.events))) {
		switch (skb->pkt_type) {
		case CLOUDMAC_EVENT_RX:
			skb->pkt_type = 0;
			atomic_sub(skb->len, &radio->delivery.octets);
			if (started) {
				ieee80211_rx(hw, skb);
			} else {
				cloudmac_count(radio, rx_drop_stopped);
				kfree_skb(skb);
			}
			break;
		case CLOUDMAC_EVENT_STATUS:
			skb->pkt_type = 0;
			if (!started)
				ieee80211_free_txskb(hw, skb);
			else if (!cloudmac_txq_keep(radio, skb))
				cloudmac_tx_status(hw, skb);
			break;
		case CLOUDMAC_EVENT_SCANNED:
			kfree_skb(skb);
			cloudmac_scan_finish(radio);
			break;
		default:
			skb->pkt_type = 0;
			cloudmac_give_up(radio, skb);
			break;
		}
	}
}

/**
 * cloudmac_deliver_init - initializes the queue of a radio
 * @radio: the radio
 */
void cloudmac_deliver_init(struct cloudmac_radio *radio)
{
	skb_queue_head_init(&radio->delivery.events);
	atomic_set(&radio->delivery.octets, 0);
	tasklet_setup(&radio->delivery.tasklet, deliver);
}

/**
 * cloudmac_deliver_flush - empties the queue of a radio that has stopped
 * @radio: the radio, with @started false
 *
 * When this returns, the tasklet does not run. A later run, if any, frees what
 * was queued since.
 */
void cloudmac_deliver_flush(struct cloudmac_radio *radio)
{
	tasklet_schedule(&radio->delivery.tasklet);
	tasklet_kill(&radio->delivery.tasklet);
}

/**
 * cloudmac_deliver_exit - stops the tasklet for good
 * @radio: the radio, whose queue should be empty
 */
void cloudmac_deliver_exit(struct cloudmac_radio *radio)
{
	tasklet_kill(&radio->delivery.tasklet);
	WARN_ON(!skb_queue_empty(&radio->delivery.events));
}

/**
 * cloudmac_deliver - queues an skb for mac80211
 * @radio: the radio
 * @skb: the frame; the queue owns it from now on
 * @event: how mac80211 receives it
 */
void cloudmac_deliver(struct cloudmac_radio *radio, struct sk_buff *skb,
		      enum cloudmac_event event)
{
	skb->pkt_type = event;
	if (event == CLOUDMAC_EVENT_RX)
		atomic_add(skb->len, &radio->delivery.octets);
	skb_queue_tail(&radio->delivery.events, skb);
	tasklet_schedule(&radio->delivery.tasklet);
}

/**
 * cloudmac_deliver_is_full - checks if received frames should be dropped
 * @radio: the radio
 *
 * Return: true if mac80211 does not keep up.
 */
bool cloudmac_deliver_is_full(struct cloudmac_radio *radio)
{
	return skb_queue_len_lockless(&radio->delivery.events) >= EVENTS_MAX ||
	       atomic_read(&radio->delivery.octets) >= OCTETS_MAX;
}
