// SPDX-License-Identifier: GPL-2.0-only
/*
 * Transmitters that a radio in station mode has heard recently. The wire format
 * has no TX status towards a station, because a real station has its own radio.
 * A radio in station mode therefore reports a frame as acknowledged if it has
 * heard the receiver within the last second: ten beacons. So mac80211 detects
 * that an access point has disappeared. During the first second on a channel,
 * every frame counts as acknowledged.
 */
#include <linux/etherdevice.h>
#include <linux/jiffies.h>

#include "cloudmac_heard.h"

#define HEARD_WINDOW	HZ

/**
 * cloudmac_heard_init - initializes an empty list
 * @heard: the list
 */
void cloudmac_heard_init(struct cloudmac_heard *heard)
{
	int i;

	spin_lock_init(&heard->lock);
	heard->freq = 0;
	heard->tuned = jiffies;
	for (i = 0; i < CLOUDMAC_HEARD_MAX; i++) {
		eth_zero_addr(heard->slot[i].addr);
		heard->slot[i].when = jiffies - HEARD_WINDOW - 1;
	}
}

/**
 * cloudmac_heard_add - records the transmitter of a received frame
 * @heard: the list
 * @addr: the transmitter; it replaces the one that was heard longest ago
 */
void cloudmac_heard_add(struct cloudmac_heard *heard, const u8 *addr)
{
	int i, slot = 0;

	spin_lock_bh(&heard->lock);
	for (i = 0; i < CLOUDMAC_HEARD_MAX; i++) {
		if (ether_addr_equal(heard->slot[i].addr, addr)) {
			slot = i;
			break;
		}
		if (time_before(heard->slot[i].when, heard->slot[slot].when))
			slot = i;
	}
	ether_addr_copy(heard->slot[slot].addr, addr);
	heard->slot[slot].when = jiffies;
	spin_unlock_bh(&heard->lock);
}

/**
 * cloudmac_heard_tune - records the channel that the radio listens on
 * @heard: the list
 * @freq: the channel, MHz
 */
void cloudmac_heard_tune(struct cloudmac_heard *heard, u16 freq)
{
	spin_lock_bh(&heard->lock);
	if (heard->freq != freq) {
		heard->freq = freq;
		heard->tuned = jiffies;
	}
	spin_unlock_bh(&heard->lock);
}

/**
 * cloudmac_heard_recently - checks if a receiver would acknowledge a frame
 * @heard: the list
 * @addr: the receiver
 *
 * Return: true if the receiver was heard within the last second, or if the radio
 * came to its channel within the last second.
 */
bool cloudmac_heard_recently(struct cloudmac_heard *heard, const u8 *addr)
{
	bool found;
	int i;

	spin_lock_bh(&heard->lock);
	found = time_before(jiffies, heard->tuned + HEARD_WINDOW);
	for (i = 0; i < CLOUDMAC_HEARD_MAX && !found; i++)
		found = ether_addr_equal(heard->slot[i].addr, addr) &&
			time_before(jiffies,
				    heard->slot[i].when + HEARD_WINDOW);
	spin_unlock_bh(&heard->lock);
	return found;
}
