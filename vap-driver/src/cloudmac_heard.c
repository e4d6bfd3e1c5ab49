// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whom a station hears. The wire format has no TX status towards a station (a
 * real one has its own radio for that), so a radio in station mode takes a
 * frame for acknowledged if it has heard its receiver within the last second:
 * ten beacons. When an access point vanishes, mac80211 thus finds it gone. On a
 * channel that it came to less than a second ago it gives the benefit of the
 * doubt.
 */
#include "cloudmac_hwsim.h"

#define HEARD_WINDOW	HZ

/**
 * cloudmac_heard_init - forget everybody
 * @heard: whom is heard
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
 * cloudmac_heard_note - a frame came
 * @heard: whom is heard
 * @addr: its transmitter; the one heard longest ago is forgotten for it
 */
void cloudmac_heard_note(struct cloudmac_heard *heard, const u8 *addr)
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
 * cloudmac_heard_on - a frame is sent: the radio listens on that channel now
 * @heard: whom is heard
 * @freq: the channel, MHz
 */
void cloudmac_heard_on(struct cloudmac_heard *heard, u16 freq)
{
	spin_lock_bh(&heard->lock);
	if (heard->freq != freq) {
		heard->freq = freq;
		heard->tuned = jiffies;
	}
	spin_unlock_bh(&heard->lock);
}

/**
 * cloudmac_heard_lately - would somebody acknowledge a frame?
 * @heard: whom is heard
 * @addr: the receiver of the frame
 *
 * Return: true if it was heard within the last second, or if the radio has not
 * listened on its channel for so long.
 */
bool cloudmac_heard_lately(struct cloudmac_heard *heard, const u8 *addr)
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
