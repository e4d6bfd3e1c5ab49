/* SPDX-License-Identifier: Apache-2.0 */
/* A frame's way through the queue: it is taken in, injected when it is its
 * turn, and forgotten, at the latest when its time is over. */
#include "flight.h"

#include <stdlib.h>
#include <string.h>

#include "flight_flows.h"
#include "flight_private.h"
#include "flight_stages.h"

void flight_init(struct flight *flight, unsigned int limit,
		 unsigned int waiting_max, enum config_width width)
{
	memset(flight, 0, sizeof(*flight));
	flight->limit = limit;
	flight->waiting_max = waiting_max;
	flight->width = width;
}

void flight_destroy(struct flight *flight)
{
	flight->lost = NULL;
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		while (flight->waiting[i].first)
			flight_forget(flight, flight->waiting[i].first);
	while (flight->flying.first)
		flight_forget(flight, flight->flying.first);
	while (flight->held.first)
		flight_forget(flight, flight->held.first);
}

static struct flight_frame *copy(const struct downlink_frame *in)
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
	frame->local = in->local;
	frame->own = in->own;
	frame->rank = flight_rank_of(in);
	frame->insists = in->own_insists;
	frame->lingers = in->own_lingers;
	frame->len = in->body_len;
	memcpy(frame->body, in->body, in->body_len);
	return frame;
}

/* A copy of the frame, of its flow; NULL if there is no place for it. */
static struct flight_frame *take_in(struct flight *flight,
				    const struct downlink_frame *in,
				    uint64_t *drops)
{
	struct flight_flow *flow = flight_flow_of(flight, in);
	struct flight_frame *frame = NULL;

	if (!flow) {
		drops[DROP_QUEUE_FULL]++;
		return NULL;
	}
	/* So that the flow stays if its last frame is what gives way. */
	flow->frames++;
	if (flight_make_room(flight, flow, flight_rank_of(in), drops)) {
		frame = copy(in);
		drops[DROP_QUEUE_FULL] += !frame;
	}
	if (frame)
		frame->flow = flow;
	else if (!--flow->frames)
		flight_flow_end(flight, flow);
	return frame;
}

bool flight_put(struct flight *flight, const struct downlink_frame *in,
		uint64_t now_ms, uint64_t *drops)
{
	struct flight_frame *frame = take_in(flight, in, drops);
	struct flight_flow *flow;

	if (!frame)
		return false;
	flow = frame->flow;
	flight_stage_apply(flight, frame);
	frame->since_ms = frame->first_ms = now_ms;
	frame->lingers &= !flow->flying;
	if (frame->lingers) {
		frame->again_ms = now_ms + FLIGHT_LINGER_MS;
		flow->blocker = frame;
		flight_list_append(&flight->held, frame);
		return true;
	}
	flight_line_up(flight, frame, in);
	return true;
}

void flight_take_off(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms)
{
	frame->since_ms = now_ms;
	frame->sent = false;
	frame->flow->flying++;
	if (frame->local) {
		frame->us = (uint32_t)(frame->len * frame->flow->ns_per_octet /
				       1000);
		flight->local_us += frame->us;
		flight->local++;
		frame->flow->local++;
	} else {
		frame->flow->blocker =
			frame->own || flight_stage_has_next(frame) ? frame
								   : NULL;
	}
	flight_list_append(&flight->flying, frame);
}

void flight_land(struct flight *flight, struct flight_frame *frame)
{
	if (frame->local) {
		flight->local_us -= frame->us;
		flight->local--;
		frame->flow->local--;
	}
	frame->flow->flying--;
	flight_list_remove(frame);
}

/* Take a frame out of the list that it is in. */
static void leave(struct flight *flight, struct flight_frame *frame)
{
	if (frame->list == &flight->flying) {
		flight_land(flight, frame);
		return;
	}
	if (frame->list != &flight->held) {
		frame->flow->waiting[frame->list - flight->waiting]--;
		frame->flow->own -= frame->own;
	}
	flight_list_remove(frame);
}

/* May one more fly? */
static bool has_room(const struct flight *flight,
		     const struct flight_frame *frame)
{
	if (!frame->local)
		return flight->flying.n - flight->local < flight->limit;
	return flight->local < FLIGHT_LOCAL_MIN ||
	       (flight->local < FLIGHT_LOCAL_MAX &&
		flight->local_us < FLIGHT_LOCAL_US);
}

/* Must it wait for others of its flow? */
static bool must_wait(const struct flight_frame *frame)
{
	const struct flight_flow *flow = frame->flow;

	if (flow->blocker || flow->draining)
		return true;
	return frame->own ? frame->insists && flow->flying : flow->own;
}

/* Its first pause is over, and it is to have the longer one. */
static bool lingers_on(struct flight_frame *frame)
{
	if (!frame->lingers)
		return false;
	frame->lingers = false;
	if (flight_flow_backlog(frame->flow) < FLIGHT_LINGER_FEW)
		return false;
	frame->again_ms = frame->first_ms + FLIGHT_LINGER_MAX_MS;
	return true;
}

/* An own frame whose pause is over. */
static struct flight_frame *held_is_due(const struct flight *flight,
					uint64_t now_ms)
{
	struct flight_frame *frame = flight->held.first;

	while (frame && (frame->flow->draining || frame->again_ms > now_ms ||
			 lingers_on(frame)))
		frame = frame->next;
	return frame;
}

struct flight_frame *flight_next(struct flight *flight, uint64_t now_ms)
{
	struct flight_frame *again = held_is_due(flight, now_ms);

	if (again) {
		leave(flight, again);
		flight_take_off(flight, again, now_ms);
		return again;
	}
	if (flight->flying.n - flight->local >= flight->limit &&
	    flight->local >= FLIGHT_LOCAL_MAX)
		return NULL;
	for (int i = 0; i < FLIGHT_CLASSES; i++) {
		struct flight_frame *frame = flight->waiting[i].first;

		while (frame && (must_wait(frame) || !has_room(flight, frame)))
			frame = frame->next;
		if (!frame)
			continue;
		leave(flight, frame);
		flight_take_off(flight, frame, now_ms);
		return frame;
	}
	return NULL;
}

void flight_sent(struct flight_frame *frame)
{
	frame->sent = true;
}

void flight_forget(struct flight *flight, struct flight_frame *frame)
{
	struct flight_flow *flow = frame->flow;

	if (frame->own && !frame->answered && flight->lost)
		flight->lost(flight->lost_arg, frame);
	if (flow->blocker == frame)
		flow->blocker = NULL;
	leave(flight, frame);
	if (!--flow->frames)
		flight_flow_end(flight, flow);
	free(frame);
}

/* When the time of the oldest frame in a list is over. */
static uint64_t list_due(const struct flight_list *list, uint64_t patience_ms)
{
	return list->first ? list->first->since_ms + patience_ms
			   : FLIGHT_NEVER;
}

static void list_expire(struct flight *flight, struct flight_list *list,
			uint64_t patience_ms, uint64_t now_ms, uint64_t *drops)
{
	while (list_due(list, patience_ms) <= now_ms) {
		flight_forget(flight, list->first);
		++*drops;
	}
}

void flight_expire(struct flight *flight, uint64_t now_ms, uint64_t *drops)
{
	list_expire(flight, &flight->flying, FLIGHT_PATIENCE_MS, now_ms,
		    &drops[DROP_STATUS_LOST]);
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		list_expire(flight, &flight->waiting[i], FLIGHT_WAIT_MS,
			    now_ms, &drops[DROP_QUEUE_OLD]);
}

uint64_t flight_due(const struct flight *flight)
{
	uint64_t due = list_due(&flight->flying, FLIGHT_PATIENCE_MS);

	for (int i = 0; i < FLIGHT_CLASSES; i++) {
		uint64_t other = list_due(&flight->waiting[i], FLIGHT_WAIT_MS);

		if (other < due)
			due = other;
	}
	for (const struct flight_frame *held = flight->held.first; held;
	     held = held->next)
		if (held->again_ms < due)
			due = held->again_ms;
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (const struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flow->draining && flow->drain_until_ms < due)
				due = flow->drain_until_ms;
	return due;
}
