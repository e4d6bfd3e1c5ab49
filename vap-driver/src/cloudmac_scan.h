/* SPDX-License-Identifier: GPL-2.0-only */
/* Scans of a virtual station, which a WTP carries out. */
#ifndef CLOUDMAC_SCAN_H
#define CLOUDMAC_SCAN_H

#include <linux/if_ether.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <net/mac80211.h>

#include "cloudmac_vsta.h"

struct cloudmac_frame;
struct cloudmac_radio;

/**
 * struct cloudmac_scan - the scan under way
 *
 * @lock: guards the rest
 * @active: mac80211 waits for the end of the scan
 * @answered: the scan done has arrived, with the result in @status
 * @status: enum cloudmac_vsta_status
 * @last_id: id of the latest scan
 * @begun: jiffies of its start
 * @address: address of the virtual station
 * @request: the message
 * @repeat: sends it again, or gives up
 */
struct cloudmac_scan {
	spinlock_t lock;
	bool active;
	bool answered;
	u8 status;
	u16 last_id;
	unsigned long begun;
	u8 address[ETH_ALEN] __aligned(2);
	struct cloudmac_vsta_scan request;
	struct delayed_work repeat;
};

void cloudmac_scan_init(struct cloudmac_radio *radio);
int cloudmac_scan_begin(struct cloudmac_radio *radio,
			const struct ieee80211_vif *vif,
			const struct cfg80211_scan_request *wanted);
void cloudmac_scan_cancel(struct cloudmac_radio *radio);
bool cloudmac_scan_answer(struct cloudmac_radio *radio,
			  const struct cloudmac_frame *frame);
bool cloudmac_scan_is_active(struct cloudmac_radio *radio);
void cloudmac_scan_finish(struct cloudmac_radio *radio);

#endif /* CLOUDMAC_SCAN_H */
