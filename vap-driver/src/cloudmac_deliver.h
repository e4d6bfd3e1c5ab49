/* SPDX-License-Identifier: GPL-2.0-only */
/* The queue of frames and TX statuses on their way to mac80211. */
#ifndef CLOUDMAC_DELIVER_H
#define CLOUDMAC_DELIVER_H

#include <linux/atomic.h>
#include <linux/interrupt.h>
#include <linux/skbuff.h>

struct cloudmac_radio;

/**
 * enum cloudmac_event - how mac80211 receives an skb of the queue
 *
 * @CLOUDMAC_EVENT_RX: as a received frame
 * @CLOUDMAC_EVENT_STATUS: as a sent frame with its TX status
 * @CLOUDMAC_EVENT_UNKNOWN: as a sent frame without a TX status: it is freed
 * @CLOUDMAC_EVENT_SCANNED: not at all; the scan has ended
 *
 * The queue keeps the value in skb->pkt_type. mac80211 uses that field for the
 * same purpose between a driver and its own tasklet.
 */
enum cloudmac_event {
	CLOUDMAC_EVENT_RX = 1,
	CLOUDMAC_EVENT_STATUS = 2,
	CLOUDMAC_EVENT_UNKNOWN = 3,
	CLOUDMAC_EVENT_SCANNED = 4,
};

/**
 * struct cloudmac_delivery - the queue of one radio
 *
 * @events: received frames, and sent frames that are done
 * @octets: length of the received frames among them
 * @tasklet: passes them to mac80211 one at a time
 */
struct cloudmac_delivery {
	struct sk_buff_head events;
	atomic_t octets;
	struct tasklet_struct tasklet;
};

void cloudmac_deliver_init(struct cloudmac_radio *radio);
void cloudmac_deliver_flush(struct cloudmac_radio *radio);
void cloudmac_deliver_exit(struct cloudmac_radio *radio);
void cloudmac_give_up(struct cloudmac_radio *radio, struct sk_buff *skb);
void cloudmac_deliver(struct cloudmac_radio *radio, struct sk_buff *skb,
		      enum cloudmac_event event);
bool cloudmac_deliver_is_full(struct cloudmac_radio *radio);

#endif /* CLOUDMAC_DELIVER_H */
