/* SPDX-License-Identifier: Apache-2.0 */
#include "agent.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

#include "agent_leases.h"
#include "announcer.h"
#include "forward.h"
#include "surveyor.h"
#include "wired.h"

/* Octets. With so many the interface's queueing discipline decides which frame
 * is dropped, not the socket. A radio keeps the kernel's default, some 90 full
 * frames: more would wait in the driver. */
#define WIRED_SEND_BUFFER (4 * 1024 * 1024)

/* The id must be unicast and survive restarts. */
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
		log_error(
			"wired interface %s: the MTU is %u, and full frames "
			"need %d; raise it here and on all links to the VAPs",
			name, wired->mtu, CLOUDMAC_MTU_MIN);
	return true;
}

static bool open_radio(struct agent *agent, unsigned int index)
{
	const struct config_radio *config = &agent->config.radios[index];
	struct radio *radio = &agent->radios[index];

	*radio = (struct radio){
		.index = index,
		.config = config,
		.ops = radio_kind(config->phy),
		.worker = &agent->worker,
		.nl = &agent->nl,
		.packet = PACKET_CLOSED,
	};
	agent->ports[index] = (struct agent_port){
		.agent = agent,
		.radio = radio,
		.watch.fd = -1,
	};
	queue_init(&radio->queue, config, &agent->counters);
	packet_batch_set_limit(&radio->queue.batch, agent->config.batch);
	surveyor_init(&agent->surveyors[index], agent, radio);
	if (radio->ops->open(radio))
		return false;
	radio->queue.fd = radio->packet.tx_fd;
	agent->radios_n++;
	log_info("radio %u: %s, %u MHz, %d dBm, at most %u leases", index,
		 config->phy, radio->frequency, radio->power,
		 radio_max_leases(radio));
	return true;
}

/* Makes the configured country's regulatory domain that of the kernel. */
static bool set_country(struct agent *agent)
{
	const char *country = agent->config.country;
	char domain[3];
	int err = nl80211_reg_set(&agent->nl, country, domain);

	if (err == ETIMEDOUT)
		log_error(
			"country %s: the kernel keeps regulatory domain %s; "
			"it has no rules for %s, or could not read "
			"/lib/firmware/regulatory.db (package wireless-regdb, "
			"then 'iw reg reload')",
			country, domain, country);
	else if (err)
		log_error("country %s: cannot request its regulatory domain: "
			  "%s",
			  country, strerror(err));
	else if (strcmp(domain, country))
		log_warn("country %s: the kernel uses only what it has in "
			 "common with the country of an access point",
			 country);
	return !err;
}

static bool needs_nl80211(const struct config *config)
{
	for (size_t i = 0; i < config->radios_n; i++)
		if (radio_kind(config->radios[i].phy) == &radio_mac80211)
			return true;
	return false;
}

static void host_lease_grant(void *arg, const uint8_t *bssid,
			     enum lease_role role, unsigned int radio,
			     uint64_t ttl_ms, control_lease_done *done,
			     void *done_arg)
{
	agent_leases_grant(arg, bssid, role, radio, ttl_ms, done, done_arg);
}

static void host_lease_release(void *arg, const uint8_t *bssid,
			       unsigned int radio, control_lease_done *done,
			       void *done_arg)
{
	agent_leases_release(arg, bssid, radio, done, done_arg);
}

static void host_update_counters(void *arg)
{
	forward_update_counters(arg);
}

static void send_to_guest(void *arg, const struct uplink_frame *frame)
{
	struct agent *agent = arg;

	wired_send(agent, frame, &agent->counters.up);
}

static void flush_to_guests(void *arg)
{
	wired_flush(arg);
}

static void open_vsta(struct agent *agent)
{
	static const struct vsta_ops ops = { .send = send_to_guest,
					     .flush = flush_to_guests };
	const struct vsta_host host = {
		.loop = &agent->loop,
		.radios = agent->radios,
		.radios_n = agent->radios_n,
		.leases = &agent->leases,
		.drops = agent->counters.drops,
		.newcomers = &agent->newcomers,
		.vlan = agent->config.vlan,
		.ops = &ops,
		.arg = agent,
	};

	vsta_init(&agent->vsta, &host);
}

static void describe_host(struct agent *agent)
{
	static const struct control_actions actions = {
		.lease_grant = host_lease_grant,
		.lease_release = host_lease_release,
		.update_counters = host_update_counters,
	};

	agent->host = (struct control_host){
		.loop = &agent->loop,
		.config = &agent->config,
		.id = agent->id,
		.started_ms = agent->started_ms,
		.wired_address = agent->wired.address,
		.wired_mtu = agent->wired.mtu,
		.radios = agent->radios,
		.radios_n = agent->radios_n,
		.counters = &agent->counters,
		.leases = &agent->leases,
		.permits = &agent->permits,
		.known_vaps = &agent->known_vaps,
		.signals = &agent->signals,
		.stations = &agent->stations,
		.aggregation = &agent->aggregation,
		.vsta = &agent->vsta,
		.actions = &actions,
		.arg = agent,
	};
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
		if (agent->config.country[0] && !set_country(agent))
			return false;
	}
	for (unsigned int i = 0; i < agent->config.radios_n; i++)
		if (!open_radio(agent, i))
			return false;
	describe_host(agent);
	open_vsta(agent);
	return agent_leases_grant_configured(agent) && forward_start(agent) &&
	       control_open(&agent->control, &agent->host);
}

bool agent_open(struct agent *agent, const struct config *config)
{
	memset(agent, 0, sizeof(*agent));
	agent->config = *config;
	agent->started_ms = clock_ms();
	agent->loop.epoll_fd = agent->loop.timer_fd.fd = -1;
	agent->wired.packet = (struct packet)PACKET_CLOSED;
	agent->wired.watch.fd = -1;
	agent->worker_watch.fd = -1;
	worker_init(&agent->worker);
	signals_init(&agent->signals);
	stations_init(&agent->stations);
	known_vaps_init(&agent->known_vaps);
	segments_init(&agent->segments);
	permit_init(&agent->permits);
	aggregation_init(&agent->aggregation, agent->radios, &agent->leases,
			 &agent->powersave);
	agent_leases_init(agent);
	if (open_parts(agent))
		return true;
	agent_close(agent);
	return false;
}

static void on_worker_ready(void *arg, uint32_t events)
{
	struct agent *agent = arg;

	(void)events;
	worker_complete(&agent->worker);
	/* Frames may have waited for that. */
	forward_run_queues(agent);
}

bool agent_start(struct agent *agent)
{
	int err = worker_start(&agent->worker);

	if (!err) {
		agent->worker_watch =
			(struct loop_fd){ worker_fd(&agent->worker),
					  on_worker_ready, agent };
		err = loop_add(&agent->loop, &agent->worker_watch, EPOLLIN);
	}
	if (err)
		log_error("cannot start the worker: %s", strerror(err));
	return !err && control_start(agent->control);
}

void agent_close(struct agent *agent)
{
	announcer_stop(agent);
	for (size_t i = 0; i < CONFIG_RADIOS_MAX; i++)
		surveyor_stop(&agent->surveyors[i]);
	vsta_close(&agent->vsta);
	control_close(agent->control);
	agent->control = NULL;
	/* What runs ends first. From now on operations are synchronous. */
	loop_remove(&agent->loop, &agent->worker_watch);
	worker_stop(&agent->worker);
	agent_leases_destroy(agent);
	forward_stop(agent);
	while (agent->radios_n) {
		struct radio *radio = &agent->radios[--agent->radios_n];

		queue_destroy(&radio->queue);
		radio->ops->close(radio);
	}
	vsta_destroy(&agent->vsta);
	packet_close(&agent->wired.packet);
	nl80211_close(&agent->nl);
	loop_destroy(&agent->loop);
}
