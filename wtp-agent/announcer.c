/* SPDX-License-Identifier: Apache-2.0 */
#include "announcer.h"

#include <string.h>

#include "agent_state.h"
#include "cloudmac_announce.h"
#include "forward.h"

#define PRIORITY_ANNOUNCE 7

static uint8_t width_flags(enum config_width width)
{
	static const uint8_t flags[] = {
		[WIDTH_20_NOHT] = CLOUDMAC_RADIO_WIDTH_20_NOHT,
		[WIDTH_20] = CLOUDMAC_RADIO_WIDTH_20,
		[WIDTH_40_ABOVE] = CLOUDMAC_RADIO_WIDTH_40_ABOVE,
		[WIDTH_40_BELOW] = CLOUDMAC_RADIO_WIDTH_40_BELOW,
		[WIDTH_80] = CLOUDMAC_RADIO_WIDTH_80,
	};

	return flags[width];
}

static void describe_radio(const struct radio *radio,
			   struct cloudmac_radio *out)
{
	memset(out, 0, sizeof(*out));
	out->index = (uint8_t)radio->index;
	memcpy(out->address, radio->address, ADDR_LEN);
	out->frequency = (uint16_t)radio->frequency;
	out->power = (int8_t)radio->power;
	out->max_power = (int8_t)radio->max_power;
	if (radio->active_monitor)
		out->flags |= CLOUDMAC_RADIO_ACTIVE_MONITOR;
	if (radio->abilities.rate)
		out->flags |= CLOUDMAC_RADIO_PER_FRAME_RATE;
	if (radio->abilities.power)
		out->flags |= CLOUDMAC_RADIO_PER_FRAME_POWER;
	if (radio_serves_stations(radio))
		out->flags |= CLOUDMAC_RADIO_STATIONS;
	out->flags |= width_flags(radio_width(radio));
	out->max_leases = (uint8_t)radio_max_leases(radio);
	out->bands = radio->bands;
}

/* Sends the frame at 'data' on the wired interface, with the configured 802.1Q
 * tag. */
static void send_frame(struct agent *agent, const uint8_t *data, size_t len)
{
	uint8_t head[UPLINK_HEAD_MAX];
	size_t head_len = CLOUDMAC_ETH_HLEN;
	struct packet_batch *batch = &agent->wired.batch;
	int err;

	memcpy(head, data, CLOUDMAC_ETH_HLEN);
	if (agent->config.vlan >= 0)
		head_len = uplink_add_vlan_tag(head, agent->config.vlan,
					       PRIORITY_ANNOUNCE);
	packet_batch_add(batch, head, head_len, data + CLOUDMAC_ETH_HLEN,
			 len - CLOUDMAC_ETH_HLEN,
			 &agent->counters.announcements);
	err = packet_batch_flush(batch, agent->wired.packet.tx_fd,
				 agent->counters.drops);
	if (err)
		log_limited(LOG_LEVEL_WARN, "%s: announcement not sent: %s",
			    agent->config.wired, strerror(err));
}

static void announce(struct agent *agent, const struct netif_addresses *found)
{
	struct cloudmac_announcement announcement = { .vlan = -1 };
	uint8_t frame[CLOUDMAC_ANNOUNCE_MAX];
	uint32_t len;

	if (!found->has_ipv4 && !found->has_ipv6) {
		log_limited(LOG_LEVEL_WARN, "not announced: this host has no "
					    "usable IP address");
		return;
	}
	if (found->has_ipv4) {
		memcpy(announcement.ipv4, found->ipv4, CLOUDMAC_IPV4_LEN);
		announcement.ipv4_port = agent->config.control.port;
	}
	if (found->has_ipv6) {
		memcpy(announcement.ipv6, found->ipv6, CLOUDMAC_IPV6_LEN);
		announcement.ipv6_port = agent->config.control.port;
	}
	memcpy(announcement.source, agent->wired.address, ADDR_LEN);
	memcpy(announcement.wtp, agent->id, ADDR_LEN);
	strcpy(announcement.name, agent->config.name);
	announcement.interval = (uint16_t)agent->config.announce_interval;
	announcement.radio_count = (uint8_t)agent->radios_n;
	for (size_t i = 0; i < agent->radios_n; i++)
		describe_radio(&agent->radios[i], &announcement.radios[i]);
	len = cloudmac_announce_pack(frame, &announcement);
	if (len)
		send_frame(agent, frame, len);
	else
		log_limited(LOG_LEVEL_ERROR, "not announced: the announcement "
					     "is malformed");
}

static void search(struct worker_job *job)
{
	struct announce_search *search = (struct announce_search *)job;

	/* Finds none if it fails. */
	netif_addresses(&search->found);
}

static void finish_search(struct worker_job *job)
{
	struct announce_search *search = (struct announce_search *)job;

	search->runs = false;
	/* Else the agent ends, and its control server has closed. */
	if (search->agent->announce_timer.armed)
		announce(search->agent, &search->found);
}

/* Announces the addresses of the control server. Those of the host can change
 * at any time, for example by DHCP. The kernel may let a reader of them wait
 * for nl80211. */
static void find_and_announce(struct agent *agent)
{
	const struct config *config = &agent->config;
	struct announce_search *next = &agent->announce_search;
	struct netif_addresses found;

	if (config->announce[0] || config->control.address[0]) {
		netif_address_of(config->announce[0] ? config->announce
						     : config->control.address,
				 &found);
		announce(agent, &found);
		return;
	}
	if (next->runs)
		return;
	*next = (struct announce_search){ .job = { search, finish_search },
					  .agent = agent,
					  .runs = true };
	if (!worker_submit(&agent->worker, &next->job))
		next->runs = false;
}

static void announce_again(void *arg)
{
	struct agent *agent = arg;

	loop_timer_start(&agent->loop, &agent->announce_timer,
			 agent->config.announce_interval);
	find_and_announce(agent);
	forward_update_counters(agent);
}

void announcer_start(struct agent *agent)
{
	agent->announce_timer =
		(struct loop_timer){ .handler = announce_again, .arg = agent };
	announce_again(agent);
}

void announcer_stop(struct agent *agent)
{
	loop_timer_stop(&agent->loop, &agent->announce_timer);
}
