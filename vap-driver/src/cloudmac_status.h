/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames that await their TX status, and TX statuses for mac80211. */
#ifndef CLOUDMAC_STATUS_H
#define CLOUDMAC_STATUS_H

#include <linux/list.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <net/mac80211.h>

#include "cloudmac.h"

#define CLOUDMAC_PENDING_BUCKETS 256

struct cloudmac_radio;
struct cloudmac_radiotap;

/**
 * struct cloudmac_pending - the sent frames of a radio that await their TX
 * status
 *
 * @lock: guards the rest
 * @age: struct cloudmac_waiting of every frame, the oldest first
 * @buckets: the same by receiver, type and sequence control
 * @count: number of frames
 * @last: number of the latest frame
 * @max: limit of @count; a new frame then displaces the oldest
 * @timeout: jiffies after which a frame is given up
 * @expire: gives up the frames that have waited longer
 */
struct cloudmac_pending {
	spinlock_t lock;
	struct list_head age;
	struct hlist_head buckets[CLOUDMAC_PENDING_BUCKETS];
	u32 count;
	u64 last;
	u32 max;
	unsigned long timeout;
	struct delayed_work expire;
};

void cloudmac_pending_init(struct cloudmac_pending *pending);
u64 cloudmac_pending_add(struct cloudmac_radio *radio,
			 struct ieee80211_sta *sta, struct sk_buff *skb,
			 u32 token);
void cloudmac_pending_cancel(struct cloudmac_radio *radio, u64 number);
void cloudmac_pending_complete(struct cloudmac_radio *radio,
			       const struct cloudmac_frame *frame);
void cloudmac_pending_flush(struct cloudmac_radio *radio);
bool cloudmac_needs_ack(const struct ieee80211_tx_info *info, const u8 *frame);
void cloudmac_report(struct cloudmac_radio *radio, struct sk_buff *skb,
		     bool acked, const struct cloudmac_radiotap *rt);

#endif /* CLOUDMAC_STATUS_H */
