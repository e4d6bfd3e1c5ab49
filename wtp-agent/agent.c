/* SPDX-License-Identifier: Apache-2.0 */
#include "agent.h"

#include <errno.h>
#include <string.h>

#include "clock.h"
#include "control.h"
#include "netif.h"

/* So much that the interface's queueing discipline decides what is dropped,
 * and not the socket. A radio keeps the kernel's default, some 90 full frames:
 * more would only wait in the driver. */
#define WIRED_SEND_BUFFER (4 * 1024 * 1024)

/* The id must survive restarts, and be unicast. */
static void choose_id(struct agent *agent)
{
	if (agent->config.has_id)
		memcpy(agent->id, agent->config.id, ADDR_LEN);
	else
		memcpy(agent->id, agent->wired.address, ADDR_LEN);
}

static bool open_wired(struct agent *agent)
{
	const struct packet_filter filter = {
		.ethertype = CLOUDMAC_ETHERTYPE,
		.vlan = agent->config.vlan,
		.promiscuous = true,
		.send_buffer = WIRED_SEND_BUFFER,
	};
	const char *name = agent->config.wired;
	struct wired *wired = &agent->wired;
	int ifindex, err = netif_index(name, &ifindex);

	if (!err)
		err = netif_address(name, wired->address);
	if (!err)
		err = netif_mtu(name, &wired->mtu);
	if (!err)
		err = packet_open(&wired->packet, ifindex, &filter);
	if (err) {
		log_error("wired interface %s: %s", name, strerror(err));
		return false;
	}
	if (wired->mtu < CLOUDMAC_MTU_MIN)
		log_error("wired interface %s has an MTU of %u: full frames "
			  "need at least %d, and will be lost until it is "
			  "raised here and on all links to the VAPs",
			  name, wired->mtu, CLOUDMAC_MTU_MIN);
	return true;
}

static bool open_radio(struct agent *agent, unsigned int index)
{
	const struct config_radio *config = &agent->config.radios[index];
	struct radio *radio = &agent->radios[index];

	*radio = (struct radio){
		.agent = agent,
		.index = index,
		.config = config,
		.ops = radio_kind(config->phy),
		.nl = &agent->nl,
		.packet = PACKET_CLOSED,
		.watch.fd = -1,
	};
	queue_init(&radio->queue, config, &agent->counters);
	if (radio->ops->open(radio))
		return false;
	radio->queue.fd = radio->packet.tx_fd;
	agent->radios_n++;
	log_info("radio %u: %s, %u MHz, %d dBm, at most %u leases", index,
		 config->phy, radio->frequency, radio->power,
		 radio_max_leases(radio));
	return true;
}

static bool needs_nl80211(const struct config *config)
{
	for (size_t i = 0; i < config->radios_n; i++)
		if (radio_kind(config->radios[i].phy) == &radio_mac80211)
			return true;
	return false;
}

static bool open_parts(struct agent *agent)
{
	int err = loop_init(&agent->loop);

	if (err) {
		log_error("cannot set up the event loop: %s", strerror(err));
		return false;
	}
	if (!open_wired(agent))
		return false;
	choose_id(agent);
	if (needs_nl80211(&agent->config)) {
		err = nl80211_open(&agent->nl);
		if (err) {
			log_error("this kernel has no nl80211: %s",
				  strerror(err));
			return false;
		}
	}
	for (unsigned int i = 0; i < agent->config.radios_n; i++)
		if (!open_radio(agent, i))
			return false;
	return agent_leases_hold_configured(agent) && forward_start(agent) &&
	       control_open(agent);
}

bool agent_open(struct agent *agent, const struct config *config)
{
	memset(agent, 0, sizeof(*agent));
	agent->config = *config;
	agent->started_ms = clock_ms();
	agent->loop.epoll_fd = agent->loop.timer_fd.fd = -1;
	agent->wired.packet = (struct packet)PACKET_CLOSED;
	agent->wired.watch.fd = -1;
	signals_init(&agent->signals);
	stations_init(&agent->stations);
	agent_leases_init(agent);
	if (open_parts(agent))
		return true;
	agent_close(agent);
	return false;
}

void agent_close(struct agent *agent)
{
	announcer_stop(agent);
	control_close(agent);
	agent_leases_end(agent);
	forward_stop(agent);
	while (agent->radios_n) {
		struct radio *radio = &agent->radios[--agent->radios_n];

		queue_destroy(&radio->queue);
		radio->ops->close(radio);
	}
	packet_close(&agent->wired.packet);
	nl80211_close(&agent->nl);
	loop_destroy(&agent->loop);
}
