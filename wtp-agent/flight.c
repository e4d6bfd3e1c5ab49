/* SPDX-License-Identifier: Apache-2.0 */
#include "flight.h"

#include <stdlib.h>
#include <string.h>

#include "flight_flows.h"
#include "flight_stages.h"
#include "ieee80211.h"

#define URGENT_PRIORITY CLOUDMAC_PRIORITY_EAPOL

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

static enum flight_rank rank_of(const struct downlink_frame *in)
{
	if (in->own)
		return FLIGHT_RANK_OWN;
	return in->priority >= URGENT_PRIORITY ? FLIGHT_RANK_URGENT
					       : FLIGHT_RANK_NORMAL;
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
	frame->rank = rank_of(in);
	frame->insists = in->own_insists;
	frame->lingers = in->own_lingers;
	frame->len = in->body_len;
	memcpy(frame->body, in->body, in->body_len);
	return frame;
}

unsigned int flight_waiting(const struct flight *flight)
{
	return flight->waiting[FLIGHT_URGENT].n +
	       flight->waiting[FLIGHT_NORMAL].n;
}

static unsigned int backlog_of(const struct flight_flow *flow)
{
	return flow->waiting[FLIGHT_URGENT] + flow->waiting[FLIGHT_NORMAL];
}

static bool has_its_share(const struct flight *flight,
			  const struct flight_flow *flow)
{
	return backlog_of(flow) >= (flight->waiting_max + 1) / 2;
}

/* What is missed least of what waits, or of what waits of a flow: of the
 * lowest rank the newest frame of the longest flow. */
static struct flight_frame *least_of(const struct flight *flight,
				     const struct flight_flow *flow)
{
	struct flight_frame *found = NULL;

	for (int i = FLIGHT_CLASSES; i--;)
		for (struct flight_frame *f = flight->waiting[i].last; f;
		     f = f->before) {
			if (flow && f->flow != flow)
				continue;
			if (!found || f->rank < found->rank ||
			    (f->rank == found->rank &&
			     backlog_of(f->flow) > backlog_of(found->flow)))
				found = f;
		}
	return found;
}

/* Is there a place for a frame of the flow? One may have been made. */
static bool make_room(struct flight *flight, const struct flight_flow *flow,
		      enum flight_rank rank, uint64_t *drops)
{
	bool share = has_its_share(flight, flow);
	struct flight_frame *least;

	if (!share && flight_waiting(flight) < flight->waiting_max)
		return true;
	drops[DROP_QUEUE_FULL]++;
	if (rank == FLIGHT_RANK_NORMAL)
		return false;
	least = least_of(flight, share ? flow : NULL);
	/* Urgent frames can be a download too. */
	if (!least || least->rank == FLIGHT_RANK_OWN ||
	    (least->rank == rank &&
	     backlog_of(least->flow) <= backlog_of(flow) + 1))
		return false;
	flight_forget(flight, least);
	return true;
}

/* Where a frame of the flow is to wait: behind those of its flow that wait
 * already, or before them if it is the agent's own. */
static enum flight_class class_of(const struct flight_flow *flow,
				  const struct downlink_frame *in)
{
	if (in->own && flow->waiting[FLIGHT_URGENT])
		return FLIGHT_URGENT;
	return in->priority >= URGENT_PRIORITY && !flow->waiting[FLIGHT_NORMAL]
		       ? FLIGHT_URGENT
		       : FLIGHT_NORMAL;
}

/* The first of those that wait and are to be received after 'frame'; NULL if
 * there is none, as it should be. */
static struct flight_frame *successor(const struct flight_list *list,
				      const struct flight_frame *frame)
{
	struct flight_frame *found = NULL;

	for (struct flight_frame *f = list->last; f; f = f->before) {
		if (f->flow != frame->flow)
			continue;
		if (f->own)
			break;
		if (!ieee80211_is_before(frame->body, frame->len, f->body,
					 f->len))
			break;
		found = f;
	}
	return found;
}

/* The first that waits of a flow. */
static struct flight_frame *first_of(const struct flight_list *list,
				     const struct flight_flow *flow)
{
	struct flight_frame *frame = list->first;

	while (frame && frame->flow != flow)
		frame = frame->next;
	return frame;
}

unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame)
{
	const struct flight_flow *flow = flight_flow_find(flight, frame);

	return flow ? backlog_of(flow) : 0;
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
	if (make_room(flight, flow, rank_of(in), drops)) {
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
	enum flight_class class;

	if (!frame)
		return false;
	flow = frame->flow;
	class = class_of(flow, in);
	flight_stage_apply(flight, frame);
	frame->since_ms = frame->first_ms = now_ms;
	frame->lingers &= !flow->flying;
	if (frame->lingers) {
		frame->again_ms = now_ms + FLIGHT_LINGER_MS;
		flow->blocker = frame;
		flight_list_append(&flight->held, frame);
		return true;
	}
	flight_list_insert(
		&flight->waiting[class], frame,
		!flow->waiting[class] ? NULL
		: in->own	      ? first_of(&flight->waiting[class], flow)
			  : successor(&flight->waiting[class], frame));
	flow->waiting[class]++;
	flow->own += frame->own;
	return true;
}

static bool is_between(const struct flight_flow *flow, const uint8_t *bssid,
		       const uint8_t *station)
{
	return !memcmp(flow->addresses, station, ADDR_LEN) &&
	       !memcmp(flow->addresses + ADDR_LEN, bssid, ADDR_LEN);
}

bool flight_first(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint8_t tid, uint16_t *number)
{
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (const struct flight_frame *f = flight->waiting[i].first;
		     f; f = f->next) {
			if (f->own || f->flow->tid != tid ||
			    !is_between(f->flow, bssid, station) ||
			    !ieee80211_carries_qos_data(f->body))
				continue;
			*number = ieee80211_sequence_control(f->body) >> 4;
			return true;
		}
	return false;
}

uint16_t flight_local_tids(const struct flight *flight, const uint8_t *bssid,
			   const uint8_t *station)
{
	uint16_t tids = 0;

	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		for (const struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flow->local && is_between(flow, bssid, station))
				tids |= (uint16_t)(1u << flow->tid);
	return tids;
}

static bool is_to(const struct flight_frame *frame, const uint8_t *bssid,
		  const uint8_t *station)
{
	return !memcmp(ieee80211_addr1(frame->body), station, ADDR_LEN) &&
	       !memcmp(ieee80211_addr2(frame->body), bssid, ADDR_LEN);
}

void flight_localise(struct flight *flight, const uint8_t *bssid,
		     const uint8_t *station)
{
	struct flight_frame *frame;

	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (frame = flight->waiting[i].first; frame;
		     frame = frame->next)
			if (is_to(frame, bssid, station) &&
			    ieee80211_carries_qos_data(frame->body)) {
				frame->local = true;
				flight_stage_apply(flight, frame);
			}
	for (frame = flight->flying.first; frame; frame = frame->next)
		if (is_to(frame, bssid, station) &&
		    ieee80211_carries_qos_data(frame->body))
			frame->to_be_local = true;
}

void flight_drain(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint64_t until_ms)
{
	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next) {
			if (flow->draining || flow->tid == IEEE80211_NO_TID ||
			    !is_between(flow, bssid, station))
				continue;
			flow->draining = true;
			flow->drain_until_ms = until_ms;
			flight->draining++;
		}
}

void flight_hurry(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station)
{
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (is_between(flow, bssid, station))
				flow->drain_until_ms = 0;
}

/* The oldest frame of a flow: of those that fly, or are held, or else wait. */
static struct flight_frame *oldest_of(const struct flight *flight,
				      const struct flight_flow *flow)
{
	struct flight_frame *frame = first_of(&flight->flying, flow);

	if (!frame)
		frame = first_of(&flight->held, flow);
	for (int i = 0; !frame && i < FLIGHT_CLASSES; i++)
		frame = first_of(&flight->waiting[i], flow);
	return frame;
}

struct flight_frame *flight_failed(struct flight *flight, uint64_t now_ms)
{
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flow->draining &&
			    (!flow->flying || flow->drain_until_ms <= now_ms))
				return oldest_of(flight, flow);
	return NULL;
}

/* It is about to be injected: it holds up its flow if that was not its last
 * stage, or the frames behind it are to find the station ready. */
static void take_off(struct flight *flight, struct flight_frame *frame,
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

static void land(struct flight *flight, struct flight_frame *frame)
{
	if (frame->local) {
		flight->local_us -= frame->us;
		flight->local--;
		frame->flow->local--;
	}
	frame->flow->flying--;
	flight_list_remove(frame);
}

/* It is to be injected like any. */
static void delocalise(const struct flight *flight, struct flight_frame *frame)
{
	frame->local = frame->to_be_local = false;
	flight_stage_apply(flight, frame);
}

void flight_requeue(struct flight *flight, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms)
{
	struct flight_frame *frame, *before;

	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (frame = flight->waiting[i].first; frame;
		     frame = frame->next)
			if (frame->local && is_to(frame, bssid, station))
				delocalise(flight, frame);
	for (frame = flight->flying.last; frame; frame = before) {
		enum flight_class class;
		struct flight_list *list;

		before = frame->before;
		if (!is_to(frame, bssid, station))
			continue;
		frame->to_be_local = false;
		if (!frame->local)
			continue;
		land(flight, frame);
		delocalise(flight, frame);
		frame->since_ms = now_ms;
		class = frame->flow->waiting[FLIGHT_URGENT] ? FLIGHT_URGENT
							    : FLIGHT_NORMAL;
		list = &flight->waiting[class];
		flight_list_insert(list, frame, first_of(list, frame->flow));
		frame->flow->waiting[class]++;
	}
}

/* Take a frame out of the list that it is in. */
static void leave(struct flight *flight, struct flight_frame *frame)
{
	if (frame->list == &flight->flying) {
		land(flight, frame);
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
	if (backlog_of(frame->flow) < FLIGHT_LINGER_FEW)
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
		take_off(flight, again, now_ms);
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
		take_off(flight, frame, now_ms);
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

static bool is_echo(const struct flight_frame *frame,
		    const struct flight_echo *echo)
{
	return (frame->local ? ieee80211_same_payload : ieee80211_same_frame)(
		frame->body, frame->len, echo->frame, echo->len);
}

/* The oldest flying frame that the echo is of. Receiver, transmitter, type and
 * sequence control are compared; null frames all have the number 0. Of local
 * frames, whose number is another, the payload is. */
static struct flight_frame *find(struct flight *flight,
				 const struct flight_echo *echo)
{
	struct flight_frame *frame = flight->flying.first;

	for (; frame; frame = frame->next)
		if (frame->sent && is_echo(frame, echo))
			return frame;
	return NULL;
}

/* Not acknowledged: it is sent once more after a pause, if it insists. It goes
 * on blocking its flow. */
static bool hold(struct flight *flight, struct flight_frame *frame,
		 uint64_t now_ms)
{
	if (!frame->insists || now_ms >= frame->first_ms + FLIGHT_INSIST_MS)
		return false;
	land(flight, frame);
	frame->pause_ms =
		frame->pause_ms ? 2 * frame->pause_ms : FLIGHT_AGAIN_MS;
	if (frame->pause_ms > FLIGHT_AGAIN_MAX_MS)
		frame->pause_ms = FLIGHT_AGAIN_MAX_MS;
	frame->again_ms = now_ms + frame->pause_ms;
	flight_list_append(&flight->held, frame);
	return true;
}

void flight_refused(struct flight *flight, struct flight_frame *frame,
		    uint64_t now_ms)
{
	if (!hold(flight, frame, now_ms))
		flight_forget(flight, frame);
}

static enum flight_verdict judge(struct flight *flight,
				 struct flight_frame *frame,
				 const struct flight_echo *echo,
				 uint64_t now_ms)
{
	if (frame->local) {
		flight_flow_learn_speed(frame->flow, echo->rt);
		if (frame->chain.n)
			flight_stage_enter_local(frame, echo->rt);
		return FLIGHT_DONE;
	}
	if (frame->stage < frame->chain.n)
		flight_stage_enter(frame, echo->rt);
	if (!(echo->rt->tx_flags & RADIOTAP_TX_FAIL))
		return FLIGHT_DONE;
	if (frame->flow->draining)
		return FLIGHT_DONE;
	if (frame->own && hold(flight, frame, now_ms))
		return FLIGHT_HELD;
	if (!flight_stage_has_next(frame))
		return FLIGHT_DONE;
	frame->stage = flight_stage_find(&frame->chain, frame->stage + 1);
	land(flight, frame);
	if (frame->to_be_local) {
		frame->local = true;
		frame->flow->blocker = NULL;
	}
	flight_stage_apply(flight, frame);
	frame->body[1] |= IEEE80211_RETRY;
	take_off(flight, frame, now_ms);
	return FLIGHT_AGAIN;
}

enum flight_verdict flight_status(struct flight *flight,
				  const struct flight_echo *echo,
				  uint64_t now_ms, struct flight_frame **frame)
{
	enum flight_verdict verdict;

	*frame = find(flight, echo);
	if (!*frame)
		return FLIGHT_UNKNOWN;
	verdict = judge(flight, *frame, echo, now_ms);
	(*frame)->answered = verdict == FLIGHT_DONE;
	return verdict;
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
