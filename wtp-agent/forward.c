/* SPDX-License-Identifier: Apache-2.0 */
#include "forward.h"

#include <string.h>
#include <sys/epoll.h>

#include "agent_state.h"
#include "foreign.h"
#include "forward_down.h"
#include "uplink_judge.h"
#include "wired.h"

static void drop(struct agent *agent, enum drop_reason reason)
{
	counters_drop(agent->counters.drops, reason, 1);
}

static bool has_lease(void *arg, const uint8_t *bssid)
{
	const struct agent *agent = arg;

	const struct lease *lease = lease_find(&agent->leases, bssid);

	return lease && lease->role == LEASE_AP;
}

/* Returns what a sent and a received frame have in common. */
static struct station_exchange
describe_exchange(const struct radio *radio, const struct uplink_frame *frame)
{
	return (struct station_exchange){
		.radio = (uint8_t)radio->index,
		.mhz = radio->frequency,
		.rate = rate_from_radiotap(&frame->rt),
		.octets = frame->frame_len + IEEE80211_FCS_LEN,
		.tries = 1,
	};
}

static void account_sent(struct agent *agent, struct radio *radio,
			 const struct uplink_frame *frame)
{
	struct station_exchange exchange = describe_exchange(radio, frame);
	const uint8_t *receiver = ieee80211_addr1(frame->frame);

	exchange.station = receiver;
	if (RADIOTAP_HAS(&frame->rt, RADIOTAP_RETRIES))
		exchange.tries = frame->rt.retries + 1u;
	exchange.acked = !(frame->rt.tx_flags & RADIOTAP_TX_FAIL) &&
			 !cloudmac_addr_is_group(receiver);
	exchange.again = !frame->local && (frame->frame[1] & IEEE80211_RETRY);
	if (frame->local)
		exchange.aggregated_us = clock_us();
	queue_charge_tx(&radio->queue, frame,
			stations_add_tx(&agent->stations, &exchange));
}

static void account_received(struct agent *agent, struct radio *radio,
			     const struct uplink_frame *frame)
{
	struct station_exchange exchange = describe_exchange(radio, frame);
	const struct lease *lease =
		lease_find(&agent->leases, ieee80211_addr1(frame->frame));

	exchange.station = frame->station;
	exchange.acked = lease && lease->radio == radio->index;
	queue_charge_rx(&radio->queue, frame,
			stations_add_rx(&agent->stations, &exchange));
}

/* Sends the TX status of frames that the queue dropped, or that failed in a
 * drain. */
static void report_failed(struct agent *agent, struct radio *radio)
{
	struct uplink_frame frame;

	while (queue_next_failed(&radio->queue, agent->config.vlan, &frame))
		wired_send(agent, &frame, &agent->counters.tx_status);
}

/* Returns true if the TX status goes to the VAP. */
static bool handle_status(struct agent *agent, struct radio *radio,
			  const struct uplink_frame *frame, bool forward)
{
	bool failed = frame->rt.tx_flags & RADIOTAP_TX_FAIL;

	if (frame->own)
		aggregation_own_status(&agent->aggregation, radio,
				       frame->frame, frame->frame_len,
				       !failed);
	if (!forward)
		return false;
	if (!frame->unknown ||
	    !aggregation_is_kernel_frame(&agent->aggregation, radio,
					 frame->frame))
		return true;
	if (failed)
		aggregation_kernel_frame_failed(&agent->aggregation, radio,
						frame->frame,
						frame->frame_len);
	drop(agent, DROP_STATUS);
	return false;
}

static void add_signal(struct agent *agent, const struct radio *radio,
		       const struct uplink_frame *frame)
{
	if (frame->signal != CLOUDMAC_SIGNAL_UNKNOWN)
		signals_add(&agent->signals, frame->station,
			    (uint8_t)radio->index, frame->signal);
}

static void handle_received(struct agent *agent, struct radio *radio,
			    const struct uplink_frame *frame)
{
	account_received(agent, radio, frame);
	aggregation_uplink(&agent->aggregation, radio, frame->frame);
	if (powersave_update(&agent->powersave, frame->frame))
		queue_drain(&radio->queue, frame);
	/* The VAP buffers frames that fail on a dozing station: it must get
	 * their status after the frame by which the station starts to doze,
	 * and before the one by which it wakes up. */
	if (!(frame->frame[1] & IEEE80211_POWER_SAVE))
		report_failed(agent, radio);
	add_signal(agent, radio, frame);
}

/* Sends a received frame to virtual stations. Returns true if that is all.
 * 'reason' is why no VAP gets it. A frame that is too long for any MPDU is for
 * nobody. */
static bool forward_to_guests(struct agent *agent, struct radio *radio,
			      struct uplink_frame *frame,
			      enum drop_reason reason)
{
	enum vsta_use use;

	if (!radio_serves_stations(radio) || !frame->frame || frame->echo ||
	    reason == DROP_TOO_LONG)
		return false;
	use = vsta_uplink(&agent->vsta, radio, frame);
	if (use == VSTA_TAKEN && frame->station)
		account_received(agent, radio, frame);
	else if (use == VSTA_COPIED && reason)
		foreign_handle(agent, radio, frame);
	return use == VSTA_TAKEN || (use == VSTA_COPIED && reason);
}

/* Handles radiotap header and 802.11 frame from a radio. */
static void forward_uplink(void *arg, uint8_t *data, size_t len)
{
	struct agent_port *port = arg;
	struct agent *agent = port->agent;
	struct radio *radio = port->radio;
	struct uplink_frame frame;
	enum drop_reason reason;
	bool forward = false;

	if (len < radio->link_header_len) {
		drop(agent, DROP_SHORT);
		return;
	}
	reason = uplink_wrap(data + radio->link_header_len,
			     len - radio->link_header_len, agent->config.vlan,
			     has_lease, agent, &frame);
	if (forward_to_guests(agent, radio, &frame, reason))
		return;
	if (!reason && !frame.tx_status) {
		reason = uplink_judge(agent, radio, &frame);
		/* Its signal is as good a sample as that of others. */
		if (reason == DROP_PROBE_RATE)
			add_signal(agent, radio, &frame);
	}
	if (reason == DROP_FROM_AP && foreign_handle(agent, radio, &frame))
		return;
	if (!reason && frame.tx_status &&
	    vsta_status(&agent->vsta, radio, &frame))
		frame.own = true;
	else if (!reason && frame.tx_status)
		forward = queue_handle_status(&radio->queue, &frame);
	if (frame.echo && frame.frame) {
		account_sent(agent, radio, &frame);
		if (ieee80211_is_to_group(frame.frame))
			aggregation_group_status(&agent->aggregation, radio,
						 frame.frame);
	}
	if (reason) {
		drop(agent, reason);
		return;
	}
	if (!frame.tx_status) {
		handle_received(agent, radio, &frame);
		wired_send(agent, &frame, &agent->counters.up);
	} else if (handle_status(agent, radio, &frame, forward)) {
		wired_send(agent, &frame, &agent->counters.tx_status);
	}
}

/* Injects the frames that may go now, and starts the timer for the next. */
static void run_queue(struct agent_port *port)
{
	struct loop_timer *timer = &port->queue_timer;
	struct agent *agent = port->agent;
	uint64_t deadline, now;

	vsta_run(&agent->vsta, port->radio);
	report_failed(agent, port->radio);
	if (agent->wired.batch.n)
		wired_flush(agent);
	queue_run(&port->radio->queue);
	/* What CoDel dropped. */
	report_failed(agent, port->radio);
	if (agent->wired.batch.n)
		wired_flush(agent);
	deadline = queue_next_deadline(&port->radio->queue);
	if (deadline == FLIGHT_NEVER ||
	    (timer->armed && timer->due_ms <= deadline))
		return;
	now = clock_ms();
	loop_timer_start(&agent->loop, timer,
			 deadline > now ? deadline - now : 0);
}

static void on_own_lost(void *arg, const struct flight_frame *frame)
{
	struct agent_port *port = arg;

	aggregation_own_lost(&port->agent->aggregation, frame->body,
			     frame->len, frame->sent);
}

static void on_queue_timer(void *arg)
{
	run_queue(arg);
}

static void finish_uplink(void *arg)
{
	struct agent_port *port = arg;

	wired_flush(port->agent);
	run_queue(port);
}

void forward_run_queues(struct agent *agent)
{
	for (size_t i = 0; i < agent->radios_n; i++)
		run_queue(&agent->ports[i]);
}

static void finish_downlink(void *arg)
{
	forward_run_queues(arg);
}

/* An interface that is down may come up again. If it no longer exists, the
 * agent ends: its supervisor restarts it. */
static void handle_socket_error(struct agent *agent, struct packet *packet,
				const char *name)
{
	int err = packet_error(packet);

	if (!netif_exists(packet->ifindex)) {
		log_error("%s: the interface no longer exists", name);
		agent->failed = true;
		loop_stop(&agent->loop);
	} else if (err) {
		log_warn("%s: %s", name, strerror(err));
	}
}

static void on_wired_ready(void *arg, uint32_t events)
{
	struct agent *agent = arg;

	clock_cache_begin();
	packet_receive(&agent->wired.packet, forward_down, finish_downlink,
		       agent);
	clock_cache_end();
	if (events & EPOLLERR || agent->wired.packet.error)
		handle_socket_error(agent, &agent->wired.packet,
				    agent->config.wired);
}

static void on_radio_ready(void *arg, uint32_t events)
{
	struct agent_port *port = arg;

	clock_cache_begin();
	packet_receive(&port->radio->packet, forward_uplink, finish_uplink,
		       port);
	clock_cache_end();
	if (events & EPOLLERR || port->radio->packet.error)
		handle_socket_error(port->agent, &port->radio->packet,
				    port->radio->config->phy);
}

bool forward_start(struct agent *agent)
{
	struct wired *wired = &agent->wired;
	int err;

	packet_batch_init(&wired->batch);
	packet_batch_set_limit(&wired->batch, agent->config.batch);
	wired->watch =
		(struct loop_fd){ wired->packet.fd, on_wired_ready, agent };
	err = loop_add(&agent->loop, &wired->watch, EPOLLIN);
	for (size_t i = 0; !err && i < agent->radios_n; i++) {
		struct agent_port *port = &agent->ports[i];
		struct radio *radio = port->radio;

		port->watch = (struct loop_fd){ radio->packet.fd,
						on_radio_ready, port };
		port->queue_timer =
			(struct loop_timer){ on_queue_timer, port };
		radio->queue.flight.lost = on_own_lost;
		radio->queue.flight.lost_arg = port;
		err = loop_add(&agent->loop, &port->watch, EPOLLIN);
	}
	if (err)
		log_error("cannot watch the interfaces: %s", strerror(err));
	return !err;
}

void forward_stop(struct agent *agent)
{
	loop_remove(&agent->loop, &agent->wired.watch);
	for (size_t i = 0; i < agent->radios_n; i++) {
		loop_remove(&agent->loop, &agent->ports[i].watch);
		loop_timer_stop(&agent->loop, &agent->ports[i].queue_timer);
	}
}

static void update_packet_counters(struct packet *packet, uint64_t *drops)
{
	packet_read_overruns(packet);
	counters_drop(drops, DROP_RING_FULL, packet->overruns);
	/* filter_uplink() counts others. */
	counters_drop(drops, DROP_TOO_LONG, packet->too_long);
	packet->too_long = 0;
}

void forward_update_counters(struct agent *agent)
{
	uint64_t *drops = agent->counters.drops;

	drops[DROP_RING_FULL] = 0;
	update_packet_counters(&agent->wired.packet, drops);
	for (size_t i = 0; i < agent->radios_n; i++)
		update_packet_counters(&agent->radios[i].packet, drops);
	segments_update_counters(&agent->segments, clock_ms(), drops);
}
