/* SPDX-License-Identifier: Apache-2.0 */
/* The frames' two ways through the agent. */
#include <string.h>
#include <sys/epoll.h>

#include "agent.h"
#include "aggregation.h"
#include "clock.h"
#include "downlink.h"
#include "ieee80211.h"
#include "netif.h"
#include "rate.h"
#include "uplink.h"

static void drop(struct agent *agent, enum drop_reason reason)
{
	agent->counters.drops[reason]++;
}

static bool serves(void *arg, const uint8_t *bssid)
{
	const struct agent *agent = arg;

	return lease_find(&agent->leases, bssid) != NULL;
}

/* The use that a frame made of the air. */
static struct station_use use_of(const struct radio *radio,
				 const struct uplink_frame *frame)
{
	return (struct station_use){
		.radio = (uint8_t)radio->index,
		.mhz = radio->frequency,
		.rate = rate_of(&frame->rt),
		.octets = frame->frame_len + IEEE80211_FCS_LEN,
		.tries = 1,
	};
}

static void account_sent(struct radio *radio, const struct uplink_frame *frame)
{
	struct station_use use = use_of(radio, frame);
	const uint8_t *receiver = ieee80211_addr1(frame->frame);

	use.station = receiver;
	if (RADIOTAP_HAS(&frame->rt, RADIOTAP_RETRIES))
		use.tries = frame->rt.retries + 1u;
	use.acked = !(frame->rt.tx_flags & RADIOTAP_TX_FAIL) &&
		    !cloudmac_addr_is_group(receiver);
	use.again = !frame->local && (frame->frame[1] & IEEE80211_RETRY);
	if (frame->local)
		use.aggregated_us = clock_us();
	stations_sent(&radio->agent->stations, &use);
}

static void account_received(struct radio *radio,
			     const struct uplink_frame *frame)
{
	struct station_use use = use_of(radio, frame);
	const struct lease *lease = lease_find(&radio->agent->leases,
					       ieee80211_addr1(frame->frame));

	use.station = frame->station;
	use.acked = lease && lease->radio == radio->index;
	stations_received(&radio->agent->stations, &use);
}

static void flush_wired(struct agent *agent)
{
	int err = packet_batch_flush(&agent->wired.batch,
				     agent->wired.packet.tx_fd,
				     agent->counters.drops);

	if (err)
		log_limited(LOG_LEVEL_WARN, "%s: a frame was not sent: %s",
			    agent->config.wired, strerror(err));
}

static void to_wire(struct agent *agent, const struct uplink_frame *frame,
		    struct tally *tally)
{
	if (agent->wired.batch.n == PACKET_BATCH)
		flush_wired(agent);
	packet_batch_add(&agent->wired.batch, frame->head, frame->head_len,
			 frame->body, frame->body_len, tally);
}

static void report_failed(struct radio *radio)
{
	struct agent *agent = radio->agent;
	struct uplink_frame frame;

	while (queue_failed(&radio->queue, agent->config.vlan, &frame))
		to_wire(agent, &frame, &agent->counters.tx_status);
}

/* From a radio: 'data' is radiotap and 802.11. */
static void uplink_frame(void *arg, uint8_t *data, size_t len)
{
	struct radio *radio = arg;
	struct agent *agent = radio->agent;
	struct uplink_frame frame;
	enum drop_reason reason;
	struct tally *tally;
	bool forward = false;

	if (len < radio->link_header_len) {
		drop(agent, DROP_SHORT);
		return;
	}
	reason = uplink_wrap(data + radio->link_header_len,
			     len - radio->link_header_len, agent->config.vlan,
			     serves, agent, &frame);
	if (!reason && frame.tx_status)
		forward = queue_status(&radio->queue, &frame);
	if (frame.echo && frame.frame) {
		account_sent(radio, &frame);
		if (ieee80211_is_to_group(frame.frame))
			aggregation_group_sent(radio, frame.frame);
	}
	if (reason) {
		drop(agent, reason);
		return;
	}
	if (frame.tx_status) {
		if (frame.own)
			aggregation_own_sent(
				radio, frame.frame, frame.frame_len,
				!(frame.rt.tx_flags & RADIOTAP_TX_FAIL));
		if (!forward)
			return;
		if (frame.unknown && aggregation_is_own(radio, frame.frame)) {
			if (frame.rt.tx_flags & RADIOTAP_TX_FAIL)
				aggregation_own_failed(radio, frame.frame,
						       frame.frame_len);
			drop(agent, DROP_STATUS);
			return;
		}
	} else {
		account_received(radio, &frame);
		aggregation_uplink(radio, frame.frame);
		if (naps_heard(&agent->naps, frame.frame))
			queue_drain(&radio->queue, &frame);
		/* The VAP is to know before that the station sleeps, and after
		 * that it does not: what fails on one that sleeps it keeps. */
		if (!(frame.frame[1] & IEEE80211_POWER_SAVE))
			report_failed(radio);
		if (frame.signal != CLOUDMAC_SIGNAL_UNKNOWN)
			signals_add(&agent->signals, frame.station,
				    (uint8_t)radio->index, frame.signal);
	}
	tally = frame.tx_status ? &agent->counters.tx_status
				: &agent->counters.up;
	to_wire(agent, &frame, tally);
}

/* Send what may be sent now, and see to it that nothing waits for ever. */
static void run_queue(struct radio *radio)
{
	uint64_t due, now;

	report_failed(radio);
	if (radio->agent->wired.batch.n)
		flush_wired(radio->agent);
	queue_run(&radio->queue);
	due = queue_due(&radio->queue);
	if (due == FLIGHT_NEVER ||
	    (radio->queue_timer.armed && radio->queue_timer.due_ms <= due))
		return;
	now = clock_ms();
	loop_timer_start(&radio->agent->loop, &radio->queue_timer,
			 due > now ? due - now : 0);
}

static void own_lost(void *arg, const struct flight_frame *frame)
{
	aggregation_own_lost(arg, frame->body, frame->len, frame->sent);
}

static void queue_is_due(void *arg)
{
	run_queue(arg);
}

static void uplink_flush(void *arg)
{
	struct radio *radio = arg;

	flush_wired(radio->agent);
	run_queue(radio);
}

/* The radio that is to send for 'bssid': the one that holds its lease. With a
 * single radio there is no choice, and a VAP's beacons need no lease. */
static struct radio *radio_for(struct agent *agent, const uint8_t *bssid)
{
	const struct lease *lease;

	if (agent->radios_n == 1)
		return &agent->radios[0];
	lease = lease_find(&agent->leases, bssid);
	return lease ? &agent->radios[lease->radio] : NULL;
}

/* A station that sleeps will not hear it, and the VAP does not know yet. */
static bool in_vain(const struct agent *agent,
		    const struct downlink_frame *frame)
{
	return frame->ack && ieee80211_carries_data(frame->body) &&
	       naps_asleep(&agent->naps, frame->station);
}

static void downlink_frame(void *arg, uint8_t *data, size_t len)
{
	struct agent *agent = arg;
	struct downlink_frame frame;
	enum drop_reason reason;
	struct radio *radio;

	reason = downlink_unwrap(data, len, &frame);
	if (reason) {
		drop(agent, reason);
		return;
	}
	radio = radio_for(agent, frame.bssid);
	if (!radio) {
		drop(agent, DROP_NO_LEASE);
		return;
	}
	if (in_vain(agent, &frame))
		downlink_try_once(&frame);
	aggregation_downlink(radio, &frame);
	queue_put(&radio->queue, &frame);
}

static void downlink_flush(void *arg)
{
	struct agent *agent = arg;

	for (size_t i = 0; i < agent->radios_n; i++)
		run_queue(&agent->radios[i]);
}

/* An interface that is down may come back; one that is gone does not, and
 * whoever restarts the agent then knows better than it does. */
static void on_error(struct agent *agent, const struct packet *packet,
		     const char *name)
{
	int err = packet_error(packet);

	if (!netif_exists(packet->ifindex)) {
		log_error("%s: the interface is gone", name);
		agent->failed = true;
		loop_stop(&agent->loop);
	} else if (err) {
		log_warn("%s: %s", name, strerror(err));
	}
}

static void wired_ready(void *arg, uint32_t events)
{
	struct agent *agent = arg;

	if (events & EPOLLERR)
		on_error(agent, &agent->wired.packet, agent->config.wired);
	clock_hold();
	packet_receive(&agent->wired.packet, downlink_frame, downlink_flush,
		       agent);
	clock_release();
}

static void radio_ready(void *arg, uint32_t events)
{
	struct radio *radio = arg;

	if (events & EPOLLERR)
		on_error(radio->agent, &radio->packet, radio->config->phy);
	clock_hold();
	packet_receive(&radio->packet, uplink_frame, uplink_flush, radio);
	clock_release();
}

bool forward_start(struct agent *agent)
{
	struct wired *wired = &agent->wired;
	int err;

	packet_batch_init(&wired->batch);
	wired->watch =
		(struct loop_fd){ wired->packet.fd, wired_ready, agent };
	err = loop_add(&agent->loop, &wired->watch, EPOLLIN);
	for (size_t i = 0; !err && i < agent->radios_n; i++) {
		struct radio *radio = &agent->radios[i];

		radio->watch = (struct loop_fd){ radio->packet.fd, radio_ready,
						 radio };
		radio->queue_timer =
			(struct loop_timer){ queue_is_due, radio };
		radio->queue.flight.lost = own_lost;
		radio->queue.flight.lost_arg = radio;
		err = loop_add(&agent->loop, &radio->watch, EPOLLIN);
	}
	if (err)
		log_error("cannot wait for frames: %s", strerror(err));
	return !err;
}

void forward_stop(struct agent *agent)
{
	loop_remove(&agent->loop, &agent->wired.watch);
	for (size_t i = 0; i < agent->radios_n; i++) {
		loop_remove(&agent->loop, &agent->radios[i].watch);
		loop_timer_stop(&agent->loop, &agent->radios[i].queue_timer);
	}
}

void forward_read_overruns(struct agent *agent)
{
	uint64_t total;

	packet_read_overruns(&agent->wired.packet);
	total = agent->wired.packet.overruns;
	for (size_t i = 0; i < agent->radios_n; i++) {
		packet_read_overruns(&agent->radios[i].packet);
		total += agent->radios[i].packet.overruns;
	}
	agent->counters.drops[DROP_RING_FULL] = total;
}
