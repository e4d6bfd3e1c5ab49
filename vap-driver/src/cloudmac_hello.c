// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hellos of a virtual station. A WTP learns from them on which channel it must
 * be, of which BSS the station needs beacons and group frames, and that the
 * station exists. mac80211 reports each change before it sends the next frame.
 */
#include <linux/etherdevice.h>
#include <linux/jiffies.h>
#include <net/mac80211.h>

#include "cloudmac_hello.h"
#include "cloudmac_message.h"
#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_stats.h"

#define HELLO_INTERVAL	msecs_to_jiffies(CLOUDMAC_VSTA_HELLO_INTERVAL)

/* Returns the frequency of the channel that mac80211 has assigned to the interface,
 * or 0. The radio's own channel can be one that it is about to leave.
 */
static u16 frequency_of(const struct ieee80211_vif *vif)
{
	const struct ieee80211_chanctx_conf *conf;
	u16 frequency = 0;

	rcu_read_lock();
	conf = rcu_dereference(vif->bss_conf.chanctx_conf);
	if (conf && conf->def.chan)
		frequency = conf->def.chan->center_freq;
	rcu_read_unlock();
	return frequency;
}

/* Sets the values of a hello. The BSSID counts with the channel, which mac80211 assigns
 * after it. The SSID is known from the association request on.
 */
static void collect(struct cloudmac_vsta_hello *hello,
		    const struct ieee80211_hw *hw,
		    const struct ieee80211_vif *vif)
{
	memset(hello, 0, sizeof(*hello));
	if (!(hw->conf.flags & IEEE80211_CONF_PS))
		hello->flags |= CLOUDMAC_VSTA_AWAKE;
	if (vif->cfg.assoc)
		hello->flags |= CLOUDMAC_VSTA_ASSOCIATED;
	hello->frequency = frequency_of(vif);
	if (!hello->frequency || !vif->bss_conf.bssid ||
	    !is_valid_ether_addr(vif->bss_conf.bssid))
		return;
	ether_addr_copy(hello->bssid, vif->bss_conf.bssid);
	hello->ssid.len = min_t(size_t, vif->cfg.ssid_len,
				CLOUDMAC_VSTA_SSID_MAX);
	memcpy(hello->ssid.octets, vif->cfg.ssid, hello->ssid.len);
}

/* Sends a hello. The caller holds @lock. */
static void say(struct cloudmac_radio *radio)
{
	struct cloudmac_hello *hello = &radio->hello;
	u8 message[CLOUDMAC_MESSAGE_MAX];
	u16 len = cloudmac_message_hello(message, hello->address, &hello->last);

	if (cloudmac_port_send_octets(radio, message, len,
				      CLOUDMAC_PRIORITY_MGMT))
		cloudmac_count(radio, tx_hellos);
	mod_timer(&hello->timer, jiffies + HELLO_INTERVAL);
}

static void timer_expired(struct timer_list *timer)
{
	struct cloudmac_radio *radio =
		container_of(timer, struct cloudmac_radio, hello.timer);
	struct cloudmac_hello *hello = &radio->hello;

	spin_lock_bh(&hello->lock);
	if (hello->vif) {
		collect(&hello->last, radio->hw, hello->vif);
		say(radio);
	}
	spin_unlock_bh(&hello->lock);
}

/**
 * cloudmac_hello_init - initializes the hellos of a radio
 * @radio: the radio
 */
void cloudmac_hello_init(struct cloudmac_radio *radio)
{
	spin_lock_init(&radio->hello.lock);
	timer_setup(&radio->hello.timer, timer_expired, 0);
}

/**
 * cloudmac_hello_begin - starts to send hellos
 * @radio: the radio; nothing happens unless its role is station
 * @vif: an interface that comes up
 */
void cloudmac_hello_begin(struct cloudmac_radio *radio,
			  struct ieee80211_vif *vif)
{
	struct cloudmac_hello *hello = &radio->hello;

	if (radio->role != CLOUDMAC_ROLE_STATION ||
	    vif->type != NL80211_IFTYPE_STATION)
		return;
	spin_lock_bh(&hello->lock);
	hello->vif = vif;
	ether_addr_copy(hello->address, vif->addr);
	collect(&hello->last, radio->hw, vif);
	say(radio);
	spin_unlock_bh(&hello->lock);
}

/**
 * cloudmac_hello_refresh - sends a hello at once if a value has changed
 * @radio: the radio; nothing happens while it sends no hellos
 */
void cloudmac_hello_refresh(struct cloudmac_radio *radio)
{
	struct cloudmac_hello *hello = &radio->hello;
	struct cloudmac_vsta_hello values;

	spin_lock_bh(&hello->lock);
	if (hello->vif) {
		collect(&values, radio->hw, hello->vif);
		if (cloudmac_hello_differs(&values, &hello->last)) {
			hello->last = values;
			say(radio);
		}
	}
	spin_unlock_bh(&hello->lock);
}

/**
 * cloudmac_hello_end - stops the hellos
 * @radio: the radio
 * @vif: an interface that goes down
 *
 * When this returns, the radio sends no hello of @vif.
 */
void cloudmac_hello_end(struct cloudmac_radio *radio,
			struct ieee80211_vif *vif)
{
	struct cloudmac_hello *hello = &radio->hello;

	spin_lock_bh(&hello->lock);
	if (hello->vif != vif) {
		spin_unlock_bh(&hello->lock);
		return;
	}
	hello->vif = NULL;
	spin_unlock_bh(&hello->lock);
	del_timer_sync(&hello->timer);
}
