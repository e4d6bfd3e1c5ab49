/* SPDX-License-Identifier: GPL-2.0-only */
/* Queues of a radio of mac80211_hwsim as those of real hardware. */
#ifndef HWSIM_TXQS_H
#define HWSIM_TXQS_H

#include <linux/interrupt.h>
#include <net/mac80211.h>

/* Values of the module's parameter txq_limits. */
enum hwsim_txq_limits {
	HWSIM_TXQ_NO_LIMITS,
	HWSIM_TXQ_AQL,
	HWSIM_TXQ_AIRTIME,
};

/**
 * struct hwsim_txqs - the release of a radio's frames from mac80211's TXQs
 * @hw: the radio
 * @limits: if it is HWSIM_TXQ_NO_LIMITS, nothing waits in the TXQs
 * @tx: sends a frame
 * @pending: frames that were sent and await their TX status
 * @done: frames whose TX status mac80211 does not know yet
 * @tasklet: passes on TX statuses and releases frames
 * @acs: access categories to serve, a bit mask
 * @stopped: the radio is down
 */
struct hwsim_txqs {
	struct ieee80211_hw *hw;
	enum hwsim_txq_limits limits;
	void (*tx)(struct ieee80211_hw *hw,
		   struct ieee80211_tx_control *control, struct sk_buff *skb);
	const struct sk_buff_head *pending;
	struct sk_buff_head done;
	struct tasklet_struct tasklet;
	unsigned long acs;
	bool stopped;
};

void hwsim_txqs_init(struct hwsim_txqs *txqs, struct ieee80211_hw *hw,
		     int limits, const struct sk_buff_head *pending,
		     void (*tx)(struct ieee80211_hw *hw,
				struct ieee80211_tx_control *control,
				struct sk_buff *skb));
void hwsim_txqs_start(struct hwsim_txqs *txqs);
void hwsim_txqs_stop(struct hwsim_txqs *txqs);
void hwsim_txqs_wake(struct hwsim_txqs *txqs, struct ieee80211_txq *txq);
void hwsim_txqs_status(struct hwsim_txqs *txqs, struct sk_buff *skb);

#endif
