/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A radio below mac80211. The agent creates these interfaces on it:
 *
 *	cmmonN    monitor: receives and injects
 *	cmackN.S  active monitor with a BSSID as its address: the hardware
 *	          acknowledges frames to that address
 *	cmapN.S   access point with the same address, for the entries of
 *	          stations to which mac80211 aggregates frames
 *
 * N is the number of the phy, S the slot of the lease. The kernel removes them
 * with the agent's netlink socket, however the agent ends.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "nl80211_ap.h"
#include "nl80211_reg.h"
#include "nl80211_survey.h"
#include "radio_ops.h"

#define MONITOR_PREFIX "cmmon"
#define ACK_PREFIX     "cmack"
#define AP_PREFIX      "cmap"
/* Octets. Aggregates in flight exceed the kernel's default. */
#define SEND_BUFFER (1024 * 1024)
#define MONITOR_MTU 2304 /* IEEE80211_MAX_DATA_LEN; full frames need it */

static void ack_name(const struct radio *radio, unsigned int slot,
		     char name[IFNAMSIZ])
{
	snprintf(name, IFNAMSIZ, ACK_PREFIX "%u.%u", radio->phy.wiphy % 10000,
		 slot % 1000);
}

static void ap_name(const struct radio *radio, unsigned int slot,
		    char name[IFNAMSIZ])
{
	snprintf(name, IFNAMSIZ, AP_PREFIX "%u.%u", radio->phy.wiphy % 10000,
		 slot % 1000);
}

static bool is_ours(const char *ifname)
{
	return !strncmp(ifname, MONITOR_PREFIX, strlen(MONITOR_PREFIX)) ||
	       !strncmp(ifname, ACK_PREFIX, strlen(ACK_PREFIX)) ||
	       !strncmp(ifname, AP_PREFIX, strlen(AP_PREFIX));
}

/* Removes an interface that a killed agent left behind. */
static void remove_stale(void *arg, int ifindex, const char *ifname)
{
	const struct radio *radio = arg;
	int err;

	if (!is_ours(ifname))
		return;
	log_info("%s: removing interface %s of an earlier run",
		 radio->config->phy, ifname);
	err = nl80211_interface_del(radio->nl, ifindex);
	if (err && err != ENODEV)
		log_warn("%s: cannot remove interface %s: %s",
			 radio->config->phy, ifname, strerror(err));
}

/* Removes an interface; succeeds if there is none. */
static int remove_interface(const struct radio *radio, const char *name)
{
	int ifindex, err = netif_index(name, &ifindex);

	if (!err)
		err = nl80211_interface_del(radio->nl, ifindex);
	return err == ENODEV ? 0 : err;
}

static int max_power_at(const struct nl80211_phy *phy, unsigned int mhz)
{
	int most = 0;

	for (unsigned int i = 0; i < phy->channels_n; i++) {
		const struct regulatory_channel *channel = &phy->channels[i];

		if (channel->flags & REGULATORY_FLAG_DISABLED)
			continue;
		if (channel->mhz == mhz)
			return channel->max_power;
		if (channel->max_power > most)
			most = channel->max_power;
	}
	return most;
}

static void mac80211_get_state(const struct radio *radio,
			       struct radio_state *state)
{
	nl80211_get_state(radio->nl, radio->monitor, &state->frequency,
			  &state->power);
	state->max_power = max_power_at(&radio->phy, state->frequency);
}

/* Reads the flags each time: another program may have changed the domain. */
static int mac80211_judge(const struct radio *radio, unsigned int mhz,
			  struct regulatory_ruling *ruling)
{
	struct nl80211_phy phy;
	int err = nl80211_phy_find(radio->nl, radio->config->phy, &phy);

	if (!err)
		err = nl80211_reg_get(radio->nl, &phy.wiphy, ruling->domain);
	if (err)
		return err;
	ruling->self_managed = phy.self_managed;
	regulatory_judge(ruling, phy.channels, phy.channels_n, mhz,
			 channel_width(mhz, radio->config->width));
	return ruling->verdict == REGULATORY_ALLOWED ? 0 : EACCES;
}

static int mac80211_set_frequency(const struct radio *radio, unsigned int mhz,
				  struct radio_state *state)
{
	int err = nl80211_set_frequency(
		radio->nl, radio->monitor, mhz,
		channel_width(mhz, radio->config->width));

	if (!err) {
		state->frequency = mhz;
		mac80211_get_state(radio, state);
	}
	return err;
}

static int mac80211_visit(const struct radio *radio, unsigned int mhz)
{
	return nl80211_set_frequency(radio->nl, radio->monitor, mhz,
				     WIDTH_20_NOHT);
}

static int mac80211_set_power(const struct radio *radio, int dbm,
			      struct radio_state *state)
{
	int err = nl80211_set_power(radio->nl, radio->phy.wiphy, dbm);

	if (!err) {
		state->power =
			dbm == CONFIG_POWER_AUTO ? state->max_power : dbm;
		mac80211_get_state(radio, state);
	}
	return err;
}

static int mac80211_get_survey(const struct radio *radio, unsigned int mhz,
			       struct cloudmac_survey *survey)
{
	struct survey_choice choice = { .mhz = mhz };
	int err = nl80211_get_survey(radio->nl, radio->monitor, &choice);
	const struct cloudmac_survey *chosen = survey_chosen(&choice);

	if (err)
		return err;
	if (!chosen)
		return ENODATA;
	*survey = *chosen;
	return 0;
}

static int create_monitor(struct radio *radio)
{
	int err;

	snprintf(radio->monitor_name, IFNAMSIZ, MONITOR_PREFIX "%u",
		 radio->phy.wiphy);
	err = nl80211_monitor_add(radio->nl, radio->phy.wiphy,
				  radio->monitor_name, false, NULL);
	if (!err)
		err = netif_index(radio->monitor_name, &radio->monitor);
	if (!err)
		err = netif_set_mtu(radio->monitor_name, MONITOR_MTU);
	if (!err)
		err = netif_set_up(radio->monitor_name);
	if (!err)
		err = netif_address(radio->monitor_name, radio->address);
	if (err)
		log_error("%s: cannot set up monitor interface %s: %s",
			  radio->config->phy, radio->monitor_name,
			  strerror(err));
	return err;
}

/* Sets the configured frequency, where the radio may send. */
static int apply_frequency(struct radio *radio, struct radio_state *state)
{
	const struct config_radio *config = radio->config;
	struct regulatory_ruling ruling = { 0 };
	char text[REGULATORY_TEXT_MAX];
	int err = mac80211_judge(radio, config->frequency, &ruling);

	if (ruling.verdict != REGULATORY_ALLOWED) {
		log_error("%s", regulatory_text(&ruling, config->phy, text));
		return err;
	}
	if (!err)
		err = mac80211_set_frequency(radio, config->frequency, state);
	if (err)
		log_error("%s: cannot be set to %u MHz: %s%s", config->phy,
			  config->frequency, strerror(err),
			  err == EBUSY ? " (another interface of it is up: "
					 "take that down)"
				       : "");
	return err;
}

/* Warns if the radio may not send on the channel that it has. */
static void check_present_channel(const struct radio *radio,
				  struct radio_state *state)
{
	struct regulatory_ruling ruling = { 0 };
	char text[REGULATORY_TEXT_MAX];

	mac80211_get_state(radio, state);
	if (state->frequency &&
	    mac80211_judge(radio, state->frequency, &ruling) == EACCES)
		log_warn("%s",
			 regulatory_text(&ruling, radio->config->phy, text));
}

static int apply_config(struct radio *radio)
{
	const struct config_radio *config = radio->config;
	struct radio_state state = radio_state(radio);
	int err;

	if (config->frequency) {
		err = apply_frequency(radio, &state);
		if (err)
			return err;
	} else {
		check_present_channel(radio, &state);
	}
	if (config->power != CONFIG_POWER_AUTO) {
		err = mac80211_set_power(radio, config->power, &state);
		if (err) {
			log_error("%s: cannot be set to %d dBm: %s",
				  config->phy, config->power, strerror(err));
			return err;
		}
	}
	mac80211_get_state(radio, &state);
	radio_update(radio, &state);
	return 0;
}

static void log_domain(const struct radio *radio)
{
	char domain[3];

	if (!nl80211_reg_get(radio->nl, &radio->phy.wiphy, domain))
		log_info("%s: regulatory domain %s%s", radio->config->phy,
			 domain,
			 radio->phy.self_managed
				 ? " of its driver, which ignores 'country'"
				 : "");
}

static void mac80211_close(struct radio *radio)
{
	packet_close(&radio->packet);
	if (radio->monitor)
		nl80211_interface_del(radio->nl, radio->monitor);
	radio->monitor = 0;
}

static int mac80211_open(struct radio *radio)
{
	const struct packet_filter filter = {
		.vlan = -1,
		.send_buffer = radio->config->aggregation ? SEND_BUFFER : 0,
	};
	const char *name = radio->config->phy;
	char text[ABILITIES_TEXT_MAX];
	int err = nl80211_phy_find(radio->nl, name, &radio->phy);

	if (err) {
		log_error("%s: no such phy here: %s", name, strerror(err));
		return err;
	}
	log_domain(radio);
	radio->active_monitor = radio->phy.active_monitor;
	radio->abilities = abilities_read("/sys", name);
	log_info("%s: %s", name, abilities_text(&radio->abilities, text));
	radio->bands = radio->phy.bands;
	if (!abilities_warn_of_driver(name, radio->abilities.driver) &&
	    !radio->active_monitor)
		log_warn("%s: its driver has no active monitor, so it cannot "
			 "acknowledge for a VAP: no leases",
			 name);
	nl80211_interfaces(radio->nl, radio->phy.wiphy, remove_stale, radio);
	err = create_monitor(radio);
	if (!err)
		err = apply_config(radio);
	if (!err) {
		err = packet_open(&radio->packet, radio->monitor, &filter);
		if (err)
			log_error("%s: cannot open a packet socket: %s", name,
				  strerror(err));
	}
	if (err)
		mac80211_close(radio);
	return err;
}

static int mac80211_ack_del(const struct radio *radio, unsigned int slot)
{
	char name[IFNAMSIZ];

	ack_name(radio, slot, name);
	return remove_interface(radio, name);
}

static int mac80211_ack_add(const struct radio *radio, unsigned int slot,
			    const uint8_t *bssid)
{
	uint8_t address[ADDR_LEN];
	char name[IFNAMSIZ];
	int err;

	ack_name(radio, slot, name);
	err = nl80211_monitor_add(radio->nl, radio->phy.wiphy, name, true,
				  bssid);
	if (err)
		return err;
	err = netif_address(name, address);
	/* Some drivers ignore an address at creation. */
	if (!err && memcmp(address, bssid, ADDR_LEN))
		err = EADDRNOTAVAIL;
	return err ? err : netif_set_up(name);
}

static int mac80211_ack_ifindex(const struct radio *radio, unsigned int slot)
{
	char name[IFNAMSIZ];
	int ifindex;

	ack_name(radio, slot, name);
	return netif_index(name, &ifindex) ? 0 : ifindex;
}

static int mac80211_ap_stop(const struct radio *radio, unsigned int slot)
{
	char name[IFNAMSIZ];

	ap_name(radio, slot, name);
	return remove_interface(radio, name);
}

static int mac80211_ap_start(const struct radio *radio, unsigned int slot,
			     unsigned int mhz, const uint8_t *beacon,
			     size_t len)
{
	const struct nl80211_ap_settings ap = {
		beacon, len, mhz, channel_width(mhz, radio->config->width)
	};
	char name[IFNAMSIZ];
	int ifindex, err;

	ap_name(radio, slot, name);
	err = nl80211_ap_create(radio->nl, radio->phy.wiphy, name,
				ieee80211_addr2(beacon));
	if (err)
		return err;
	err = netif_set_up(name);
	if (!err)
		err = netif_index(name, &ifindex);
	if (!err)
		err = nl80211_ap_start(radio->nl, ifindex, &ap);
	return err;
}

static int mac80211_sta_add(const struct radio *radio, unsigned int slot,
			    const uint8_t *station,
			    const struct cloudmac_station *described)
{
	char name[IFNAMSIZ];
	int ifindex, err;

	ap_name(radio, slot, name);
	err = netif_index(name, &ifindex);
	return err ? err
		   : nl80211_sta_add(radio->nl, ifindex, station, described);
}

static int mac80211_sta_del(const struct radio *radio, unsigned int slot,
			    const uint8_t *station)
{
	char name[IFNAMSIZ];
	int ifindex, err;

	ap_name(radio, slot, name);
	err = netif_index(name, &ifindex);
	return err ? err : nl80211_sta_del(radio->nl, ifindex, station);
}

const struct radio_ops radio_mac80211 = {
	.open = mac80211_open,
	.close = mac80211_close,
	.ack_add = mac80211_ack_add,
	.ack_del = mac80211_ack_del,
	.ack_ifindex = mac80211_ack_ifindex,
	.ap_start = mac80211_ap_start,
	.ap_stop = mac80211_ap_stop,
	.sta_add = mac80211_sta_add,
	.sta_del = mac80211_sta_del,
	.get_state = mac80211_get_state,
	.judge = mac80211_judge,
	.get_survey = mac80211_get_survey,
	.visit = mac80211_visit,
	.set_frequency = mac80211_set_frequency,
	.set_power = mac80211_set_power,
};
