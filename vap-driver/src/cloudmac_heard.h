/* SPDX-License-Identifier: GPL-2.0-only */
/* Transmitters that a radio in station mode has heard recently. */
#ifndef CLOUDMAC_HEARD_H
#define CLOUDMAC_HEARD_H

#include <linux/if_ether.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define CLOUDMAC_HEARD_MAX	8

/**
 * struct cloudmac_heard - transmitters heard recently
 *
 * @lock: guards the rest
 * @freq: channel of the last frame that the radio sent, MHz
 * @tuned: jiffies when the radio came to that channel
 * @slot: addresses of transmitters, each with the jiffies of its last frame
 */
struct cloudmac_heard {
	spinlock_t lock;
	u16 freq;
	unsigned long tuned;
	struct {
		u8 addr[ETH_ALEN];
		unsigned long when;
	} slot[CLOUDMAC_HEARD_MAX];
};

void cloudmac_heard_init(struct cloudmac_heard *heard);
void cloudmac_heard_add(struct cloudmac_heard *heard, const u8 *addr);
void cloudmac_heard_tune(struct cloudmac_heard *heard, u16 freq);
bool cloudmac_heard_recently(struct cloudmac_heard *heard, const u8 *addr);

#endif /* CLOUDMAC_HEARD_H */
