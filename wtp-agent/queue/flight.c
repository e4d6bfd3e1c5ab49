/* SPDX-License-Identifier: Apache-2.0 */
#include "flight.h"

#include <stdlib.h>
#include <string.h>

#include "flight_stages.h"
#include "flight_table.h"

void flight_init(struct flight *flight, unsigned int limit,
		 unsigned int waiting_max, enum config_width width)
{
	const struct flight_settings defaults = {
		.sparse = true,
		.codel = { CODEL_TARGET_US, CODEL_INTERVAL_US },
		.memory_max = FLIGHT_MEMORY_MAX,
	};

	memset(flight, 0, sizeof(*flight));
	flight->limit = limit;
	flight->waiting_max = waiting_max;
	flight->width = width;
	for (int i = 0; i < FLIGHT_ACS; i++)
		airtime_scheduler_init(&flight->schedulers[i]);
	flight_set_settings(flight, &defaults);
}

void flight_destroy(struct flight *flight)
{
	flight->lost = NULL;
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		while (flight->waiting[i].first)
			flight_remove(flight, flight->waiting[i].first);
	while (flight->in_flight.first)
		flight_remove(flight, flight->in_flight.first);
	while (flight->held.first)
		flight_remove(flight, flight->held.first);
	while (flight->failed.first)
		flight_remove(flight, flight->failed.first);
	flight_stations_destroy(flight);
}

static struct flight_frame *copy_frame(const struct downlink_frame *in)
{
	struct flight_frame *frame = calloc(1, sizeof(*frame) + in->body_len);

	if (!frame)
		return NULL;
	frame->rt = in->rt;
	frame->chain = frame->done = in->chain;
	for (unsigned int i = 0; i < frame->done.n; i++) {
		struct cloudmac_stage *stage = &frame->done.stages[i];

		stage->tries = 0;
		stage->rts = stage->cts = stage->short_preamble = false;
	}
	frame->stage = flight_stage_find(&frame->chain, 0);
	frame->token = in->token;
	frame->local = in->local;
	frame->own = in->own;
	frame->rank = flight_get_rank(in);
	frame->len = in->body_len;
	memcpy(frame->body, in->body, in->body_len);
	return frame;
}

/* Returns true if the VAP gets a TX status of a frame that has no room. */
static bool must_report(const struct flight *flight,
			const struct downlink_frame *in)
{
	return !in->own && flight->failed.n < FLIGHT_FAILED_MAX;
}

/* Returns a copy of the frame in its flow. Without room the copy fails and the
 * result is NULL. */
static struct flight_frame *
admit(struct flight *flight, const struct downlink_frame *in, uint64_t *drops)
{
	struct flight_flow *flow = flight_flow_get(flight, in);
	struct flight_frame *frame = NULL;
	bool room;

	if (!flow) {
		counters_drop(drops, DROP_QUEUE_FULL, 1);
		return NULL;
	}
	if (!flow->frames)
		flow->on_hold = flight_holds_flow(flight, flow);
	/* Keeps the flow if its last frame is the dropped one. */
	flow->frames++;
	room = flight_make_room(flight, flow, in, drops);
	if (room || must_report(flight, in))
		frame = copy_frame(in);
	if (frame) {
		frame->flow = flow;
		if (!room) {
			flight_list_append(&flight->failed, frame);
			return NULL;
		}
		flight->memory += flight_frame_size(frame->len);
		return frame;
	}
	counters_drop(drops, DROP_QUEUE_FULL, room);
	if (!--flow->frames)
		flight_flow_free(flight, flow);
	return NULL;
}

bool flight_enqueue(struct flight *flight, const struct downlink_frame *in,
		    uint64_t now_ms, uint64_t *drops)
{
	struct flight_frame *frame = admit(flight, in, drops);
	struct flight_flow *flow;

	if (!frame)
		return false;
	flow = frame->flow;
	flight_stage_apply(flight, frame);
	frame->since_ms = frame->first_ms = now_ms;
	/* With frames in flight no other WTP serves the station. */
	if (frame->own == DOWNLINK_OWN_DELAYED && flow->in_flight)
		frame->own = DOWNLINK_OWN_RETRIED;
	if (frame->own == DOWNLINK_OWN_DELAYED) {
		frame->retry_ms = now_ms + FLIGHT_DELAY_MS;
		flow->blocker = frame;
		flight_list_append(&flight->held, frame);
		return true;
	}
	flight_insert_waiting(flight, frame, in);
	return true;
}

/* Returns true if the limits allow another frame in flight, without the
 * scheduler or of class urgent. The scheduler has its own limits for frames of
 * class normal, and other access categories do not count. */
static bool has_room(const struct flight *flight,
		     const struct flight_frame *frame)
{
	uint32_t local_us = flight->settings.airtime
				    ? flight->loads[frame->flow->ac].local_us
				    : flight->local_us;

	if (!frame->local)
		return flight->in_flight.n - flight->local < flight->limit;
	return flight->local < FLIGHT_LOCAL_MIN ||
	       (flight->local < FLIGHT_LOCAL_MAX &&
		local_us < FLIGHT_LOCAL_US);
}

/* Ends the first delay of a delayed frame. Returns true if it waits longer:
 * while the previous WTP is heard, or for the longer delay. */
static bool extend_delay(const struct flight *flight,
			 struct flight_frame *frame, uint64_t now_ms)
{
	uint64_t end_ms = frame->first_ms + FLIGHT_DELAY_MAX_MS;

	if (frame->own != DOWNLINK_OWN_DELAYED)
		return false;
	if (now_ms + FLIGHT_DELAY_MS <= end_ms &&
	    other_wtps_serve(&flight->others, ieee80211_addr2(frame->body),
			     ieee80211_addr1(frame->body), now_ms)) {
		frame->retry_ms = now_ms + FLIGHT_DELAY_MS;
		return true;
	}
	frame->own = DOWNLINK_OWN_RETRIED;
	if (flight_flow_backlog(frame->flow) < FLIGHT_DELAY_FEW)
		return false;
	frame->retry_ms = end_ms;
	return end_ms > now_ms;
}

/* Returns a held frame whose pause is over, or NULL. */
static struct flight_frame *find_due_held(const struct flight *flight,
					  uint64_t now_ms)
{
	struct flight_frame *frame = flight->held.first;

	while (frame && (frame->flow->draining || frame->flow->on_hold ||
			 frame->retry_ms > now_ms ||
			 extend_delay(flight, frame, now_ms)))
		frame = frame->next;
	return frame;
}

/* Returns the first frame of a class that need not wait, or NULL. */
static struct flight_frame *first_ready(const struct flight *flight,
					enum flight_class class)
{
	struct flight_frame *frame = flight->waiting[class].first;

	while (frame && (flight_must_wait(frame) || !has_room(flight, frame)))
		frame = frame->next;
	return frame;
}

struct flight_frame *flight_dequeue(struct flight *flight, uint64_t now_ms)
{
	struct flight_frame *held, *frame;

	if (flight->paused)
		return NULL;
	held = find_due_held(flight, now_ms);
	if (held) {
		flight_detach(flight, held);
		flight_start_tx(flight, held, now_ms);
		return held;
	}
	if (flight->in_flight.n - flight->local >= flight->limit &&
	    flight->local >= FLIGHT_LOCAL_MAX)
		return NULL;
	frame = first_ready(flight, FLIGHT_URGENT);
	if (!frame)
		frame = flight->settings.airtime
				? flight_airtime_next(flight, now_ms)
				: first_ready(flight, FLIGHT_NORMAL);
	if (!frame)
		return NULL;
	flight_detach(flight, frame);
	flight_start_tx(flight, frame, now_ms);
	return frame;
}

void flight_mark_sent(struct flight_frame *frame)
{
	frame->sent = true;
}

/* Returns when the oldest frame of a list expires, or FLIGHT_NEVER. */
static uint64_t list_deadline(const struct flight_list *list,
			      uint64_t timeout_ms)
{
	return list->first ? list->first->since_ms + timeout_ms : FLIGHT_NEVER;
}

static void expire_in_flight(struct flight *flight, uint64_t now_ms,
			     uint64_t *drops)
{
	const struct flight_list *list = &flight->in_flight;

	while (list_deadline(list, FLIGHT_STATUS_TIMEOUT_MS) <= now_ms) {
		flight_turn_charge_lost(list->first);
		flight_remove(flight, list->first);
		counters_drop(drops, DROP_STATUS_LOST, 1);
	}
}

/* The VAP gets a TX status of these frames, so that it gets their credit back
 * at once. Those that find no room in 'failed' stay for the next call, which
 * is due at once. */
static void expire_waiting(struct flight *flight,
			   const struct flight_list *list, uint64_t now_ms,
			   uint64_t *drops)
{
	while (flight->failed.n < FLIGHT_FAILED_MAX &&
	       list_deadline(list, FLIGHT_QUEUE_TIMEOUT_MS) <= now_ms) {
		flight_fail(flight, list->first);
		counters_drop(drops, DROP_QUEUE_OLD, 1);
	}
}

void flight_expire(struct flight *flight, uint64_t now_ms, uint64_t *drops)
{
	flight_airtime_expire(flight, now_ms);
	expire_in_flight(flight, now_ms, drops);
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		expire_waiting(flight, &flight->waiting[i], now_ms, drops);
}

uint64_t flight_next_deadline(const struct flight *flight)
{
	uint64_t deadline =
		list_deadline(&flight->in_flight, FLIGHT_STATUS_TIMEOUT_MS);

	for (int i = 0; i < FLIGHT_CLASSES; i++) {
		uint64_t other = list_deadline(&flight->waiting[i],
					       FLIGHT_QUEUE_TIMEOUT_MS);

		if (other < deadline)
			deadline = other;
	}
	if (flight_airtime_deadline(flight) < deadline)
		deadline = flight_airtime_deadline(flight);
	for (const struct flight_frame *held = flight->held.first; held;
	     held = held->next)
		if (held->retry_ms < deadline && !held->flow->draining &&
		    !flight_must_hold(flight, held->flow))
			deadline = held->retry_ms;
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (const struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flow->draining && flow->drain_until_ms < deadline)
				deadline = flow->drain_until_ms;
	return deadline;
}
