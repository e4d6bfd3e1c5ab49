// SPDX-License-Identifier: GPL-2.0-only
/*
 * A radio, and the queue in which frames and their fates go up to mac80211.
 *
 * mac80211 wants received frames and TX status of one radio one after the
 * other, none of them from within its own call of the driver, and none after
 * the driver's stop() has returned. A tasklet of our own, killed in stop(),
 * gives all three; mac80211's own one (ieee80211_rx_irqsafe) not the last.
 */
#include <linux/slab.h>

#include "cloudmac_hwsim.h"

static void deliver(struct tasklet_struct *tasklet)
{
	struct cloudmac_radio *radio = from_tasklet(radio, tasklet, deliver);
	struct ieee80211_hw *hw = radio->hw;
	bool started = READ_ONCE(radio->started);
	struct sk_buff *skb;

	while ((skb = skb_dequeue(&radio->events))) {
		switch (skb->pkt_type) {
		case CLOUDMAC_EVENT_RX:
			skb->pkt_type = 0;
			if (started) {
				ieee80211_rx(hw, skb);
			} else {
				cloudmac_count(radio, rx_drop_stopped);
				kfree_skb(skb);
			}
			break;
		case CLOUDMAC_EVENT_STATUS:
			skb->pkt_type = 0;
			if (started)
				cloudmac_tx_status(hw, skb);
			else
				ieee80211_free_txskb(hw, skb);
			break;
		default:
			skb->pkt_type = 0;
			ieee80211_free_txskb(hw, skb);
			break;
		}
	}
}

/**
 * cloudmac_radio_alloc - a radio that is attached to nothing yet
 *
 * Return: the radio, NULL without memory.
 */
struct cloudmac_radio *cloudmac_radio_alloc(void)
{
	struct cloudmac_radio *radio = kzalloc(sizeof(*radio), GFP_KERNEL);

	if (!radio)
		return NULL;
	radio->duplicates = cloudmac_duplicates_alloc();
	if (!radio->duplicates) {
		kfree(radio);
		return NULL;
	}
	INIT_LIST_HEAD(&radio->attached_entry);
	INIT_LIST_HEAD(&radio->port_entry);
	skb_queue_head_init(&radio->events);
	tasklet_setup(&radio->deliver, deliver);
	cloudmac_pending_init(&radio->pending);
	cloudmac_heard_init(&radio->heard);
	return radio;
}

/**
 * cloudmac_radio_free - free a radio
 * @radio: that mac80211 knows no more, and that has left its lower device
 */
void cloudmac_radio_free(struct cloudmac_radio *radio)
{
	tasklet_kill(&radio->deliver);
	WARN_ON(!list_empty(&radio->pending.age));
	WARN_ON(!skb_queue_empty(&radio->events));
	cloudmac_duplicates_free(radio->duplicates);
	kfree(radio);
}

/**
 * cloudmac_radio_setup - say what CloudMAC can, before mac80211 takes it
 * @radio: a new radio
 * @hw: its side of mac80211, set up as for the simulator
 */
void cloudmac_radio_setup(struct cloudmac_radio *radio,
			  struct ieee80211_hw *hw)
{
	struct ieee80211_supported_band *band =
		hw->wiphy->bands[NL80211_BAND_5GHZ];

	radio->hw = hw;

	/* Frames are aggregated, if at all, between the WTP's radio and the
	 * station's. A block-ack session that ends here would only make
	 * receivers wait for frames that were lost on the wire.
	 */
	__clear_bit(IEEE80211_HW_AMPDU_AGGREGATION, hw->flags);

	/* CLOUDMAC_80211_MAX is the longest frame: the shortest A-MSDU limit */
	band->vht_cap.cap &= ~IEEE80211_VHT_CAP_MAX_MPDU_MASK;

	/* Bands whose rates radiotap is not written for here. */
	hw->wiphy->bands[NL80211_BAND_6GHZ] = NULL;
	hw->wiphy->bands[NL80211_BAND_S1GHZ] = NULL;

	/* Measured between radios, by hardware. */
	cloudmac_ext_feature_clear(hw->wiphy,
				   NL80211_EXT_FEATURE_ENABLE_FTM_RESPONDER);
}

/**
 * cloudmac_radio_start - the first interface is going up
 * @radio: whose
 */
void cloudmac_radio_start(struct cloudmac_radio *radio)
{
	WRITE_ONCE(radio->started, true);
}

/**
 * cloudmac_radio_stop - the last interface has gone down
 * @radio: whose; when this returns, mac80211 gets no frame of it any more
 */
void cloudmac_radio_stop(struct cloudmac_radio *radio)
{
	WRITE_ONCE(radio->started, false);
	cloudmac_pending_flush(radio);
	/* Frees what is queued; what comes later is freed by a later run. */
	tasklet_schedule(&radio->deliver);
	tasklet_kill(&radio->deliver);
}

/**
 * cloudmac_radio_event - hand an skb towards mac80211
 * @radio: whose
 * @skb: taken
 * @event: what became of it
 */
void cloudmac_radio_event(struct cloudmac_radio *radio, struct sk_buff *skb,
			  enum cloudmac_event event)
{
	skb->pkt_type = event;
	skb_queue_tail(&radio->events, skb);
	tasklet_schedule(&radio->deliver);
}

/**
 * cloudmac_radio_busy - is the queue towards mac80211 full?
 * @radio: whose
 *
 * Return: true if received frames should be dropped.
 */
bool cloudmac_radio_busy(struct cloudmac_radio *radio)
{
	return skb_queue_len_lockless(&radio->events) >= CLOUDMAC_EVENTS_MAX;
}
