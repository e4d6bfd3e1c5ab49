/* SPDX-License-Identifier: GPL-2.0-only */
/* Hellos of a virtual station (wire/SPECIFICATION.md, 1.5.2). */
#ifndef CLOUDMAC_HELLO_H
#define CLOUDMAC_HELLO_H

#include <linux/if_ether.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <net/mac80211.h>

#include "cloudmac_vsta.h"

struct cloudmac_radio;

/**
 * struct cloudmac_hello - what a virtual station tells the WTPs about itself
 *
 * @lock: guards the rest; held while a hello is sent, so that none overtakes
 *	a later one
 * @vif: the station's interface, NULL while it is down
 * @address: its address
 * @last: the values that were sent last
 * @timer: sends the next hello
 */
struct cloudmac_hello {
	spinlock_t lock;
	struct ieee80211_vif *vif;
	u8 address[ETH_ALEN] __aligned(2);
	struct cloudmac_vsta_hello last;
	struct timer_list timer;
};

void cloudmac_hello_init(struct cloudmac_radio *radio);
void cloudmac_hello_begin(struct cloudmac_radio *radio,
			  struct ieee80211_vif *vif);
void cloudmac_hello_refresh(struct cloudmac_radio *radio);
void cloudmac_hello_end(struct cloudmac_radio *radio,
			struct ieee80211_vif *vif);

#endif /* CLOUDMAC_HELLO_H */
