/* SPDX-License-Identifier: Apache-2.0 */
#include "flight.h"

#include <stdlib.h>
#include <string.h>

#include "ieee80211.h"
#include "rate.h"

#define URGENT_PRIORITY CLOUDMAC_PRIORITY_EAPOL

#define FLOW_ADDRESSES (2 * ADDR_LEN) /* receiver and transmitter */

struct flight_flow {
	struct flight_flow *next;
	uint8_t addresses[FLOW_ADDRESSES];
	uint8_t tid;
	unsigned int frames, waiting[FLIGHT_CLASSES];
	const struct flight_frame *blocker; /* may have to be injected again */
};

/* Before 'next', or at the end if that is NULL. */
static void list_insert(struct flight_list *list, struct flight_frame *frame,
			struct flight_frame *next)
{
	frame->list = list;
	frame->next = next;
	frame->before = next ? next->before : list->last;
	if (frame->before)
		frame->before->next = frame;
	else
		list->first = frame;
	if (next)
		next->before = frame;
	else
		list->last = frame;
	list->n++;
}

static void list_append(struct flight_list *list, struct flight_frame *frame)
{
	list_insert(list, frame, NULL);
}

static void list_remove(struct flight_frame *frame)
{
	struct flight_list *list = frame->list;

	if (frame->before)
		frame->before->next = frame->next;
	else
		list->first = frame->next;
	if (frame->next)
		frame->next->before = frame->before;
	else
		list->last = frame->before;
	list->n--;
}

/* FNV-1a; a bucket is never longer than the frames that are here. */
static struct flight_flow **bucket_of(struct flight *flight,
				      const uint8_t *addresses, uint8_t tid)
{
	uint32_t hash = 2166136261u ^ tid;

	for (int i = 0; i < FLOW_ADDRESSES; i++)
		hash = (hash ^ addresses[i]) * 16777619u;
	return &flight->buckets[(hash ^ hash >> 16) & (FLIGHT_BUCKETS - 1)];
}

static struct flight_flow *flow_of(struct flight *flight, const uint8_t *frame,
				   size_t len)
{
	const uint8_t *addresses = ieee80211_addr1(frame);
	uint8_t tid = ieee80211_flow_tid(frame, len);
	struct flight_flow **bucket = bucket_of(flight, addresses, tid), *flow;

	for (flow = *bucket; flow; flow = flow->next)
		if (flow->tid == tid &&
		    !memcmp(flow->addresses, addresses, FLOW_ADDRESSES))
			return flow;
	flow = calloc(1, sizeof(*flow));
	if (!flow)
		return NULL;
	memcpy(flow->addresses, addresses, FLOW_ADDRESSES);
	flow->tid = tid;
	flow->next = *bucket;
	*bucket = flow;
	return flow;
}

static void flow_end(struct flight *flight, struct flight_flow *flow)
{
	struct flight_flow **at =
		bucket_of(flight, flow->addresses, flow->tid);

	while (*at != flow)
		at = &(*at)->next;
	*at = flow->next;
	free(flow);
}

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
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		while (flight->waiting[i].first)
			flight_forget(flight, flight->waiting[i].first);
	while (flight->flying.first)
		flight_forget(flight, flight->flying.first);
}

/* The stage with tries from 'stage' on, or the number of stages. */
static unsigned int find_stage(const struct cloudmac_chain *chain,
			       unsigned int stage)
{
	while (stage < chain->n && !chain->stages[stage].tries)
		stage++;
	return stage;
}

static bool has_next_stage(const struct flight_frame *frame)
{
	return find_stage(&frame->chain, frame->stage + 1) < frame->chain.n;
}

/* Let radiotap say what the stage wants. */
static void apply_stage(const struct flight *flight,
			struct flight_frame *frame)
{
	const struct cloudmac_stage *stage;
	struct cloudmac_rate rate;

	if (frame->stage >= frame->chain.n)
		return; /* no chain: as the standard's fields say */
	stage = &frame->chain.stages[frame->stage];
	rate = stage->rate;
	rate_fit(&rate, flight->width);
	rate_set(&frame->rt, &rate);
	frame->rt.retries = (uint8_t)(stage->tries - 1);
	frame->rt.present |= 1u << RADIOTAP_RETRIES;
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
	frame->stage = find_stage(&frame->chain, 0);
	frame->len = in->body_len;
	memcpy(frame->body, in->body, in->body_len);
	return frame;
}

unsigned int flight_waiting(const struct flight *flight)
{
	return flight->waiting[FLIGHT_URGENT].n +
	       flight->waiting[FLIGHT_NORMAL].n;
}

/* Where a frame of the flow is to wait, or FLIGHT_CLASSES if there is no
 * place: behind those of its flow that wait already. */
static enum flight_class class_of(const struct flight *flight,
				  const struct flight_flow *flow,
				  uint8_t priority)
{
	const unsigned int *waiting = flow->waiting;

	if (waiting[FLIGHT_URGENT] + waiting[FLIGHT_NORMAL] >=
	    (flight->waiting_max + 1) / 2)
		return FLIGHT_CLASSES;
	return priority >= URGENT_PRIORITY && !waiting[FLIGHT_NORMAL]
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
		if (!ieee80211_is_before(frame->body, frame->len, f->body,
					 f->len))
			break;
		found = f;
	}
	return found;
}

enum drop_reason flight_put(struct flight *flight,
			    const struct downlink_frame *in, uint64_t now_ms)
{
	struct flight_flow *flow;
	struct flight_frame *frame;
	enum flight_class class;

	if (flight_waiting(flight) >= flight->waiting_max)
		return DROP_QUEUE_FULL;
	flow = flow_of(flight, in->body, in->body_len);
	if (!flow)
		return DROP_QUEUE_FULL;
	class = class_of(flight, flow, in->priority);
	frame = class < FLIGHT_CLASSES ? copy(in) : NULL;
	if (!frame) {
		if (!flow->frames)
			flow_end(flight, flow);
		return DROP_QUEUE_FULL;
	}
	apply_stage(flight, frame);
	frame->flow = flow;
	frame->since_ms = now_ms;
	list_insert(&flight->waiting[class], frame,
		    flow->waiting[class]
			    ? successor(&flight->waiting[class], frame)
			    : NULL);
	flow->frames++;
	flow->waiting[class]++;
	return DROP_NONE;
}

/* It is about to be injected: it holds up its flow if that was not its last
 * stage. */
static void take_off(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms)
{
	frame->since_ms = now_ms;
	frame->sent = false;
	frame->flow->blocker = has_next_stage(frame) ? frame : NULL;
	list_append(&flight->flying, frame);
}

/* Take a frame out of the list that it is in. */
static void leave(struct flight *flight, struct flight_frame *frame)
{
	if (frame->list != &flight->flying)
		frame->flow->waiting[frame->list - flight->waiting]--;
	list_remove(frame);
}

struct flight_frame *flight_next(struct flight *flight, uint64_t now_ms)
{
	if (flight->flying.n >= flight->limit)
		return NULL;
	for (int i = 0; i < FLIGHT_CLASSES; i++) {
		struct flight_frame *frame = flight->waiting[i].first;

		while (frame && frame->flow->blocker)
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

	if (flow->blocker == frame)
		flow->blocker = NULL;
	leave(flight, frame);
	if (!--flow->frames)
		flow_end(flight, flow);
	free(frame);
}

/* The oldest flying frame that the echo is of. Receiver, transmitter, type and
 * sequence control are compared; null frames all have the number 0. */
static struct flight_frame *find(struct flight *flight,
				 const struct flight_echo *echo)
{
	struct flight_frame *frame = flight->flying.first;

	for (; frame; frame = frame->next)
		if (frame->sent &&
		    ieee80211_same_frame(frame->body, frame->len, echo->frame,
					 echo->len))
			return frame;
	return NULL;
}

/* Enter what the radio did into what was done of the chain. */
static void enter(struct flight_frame *frame, const struct radiotap *rt)
{
	const struct cloudmac_stage *asked =
		&frame->chain.stages[frame->stage];
	struct cloudmac_stage *done = &frame->done.stages[frame->stage];
	const struct cloudmac_rate used = rate_of(rt);

	if (RADIOTAP_HAS(rt, RADIOTAP_RETRIES))
		done->tries = rt->retries < UINT8_MAX
				      ? (uint8_t)(rt->retries + 1)
				      : UINT8_MAX;
	else
		done->tries =
			rt->tx_flags & RADIOTAP_TX_FAIL ? asked->tries : 1;
	done->rts = rt->tx_flags & RADIOTAP_TX_RTS;
	done->cts = rt->tx_flags & RADIOTAP_TX_CTS;
	if (used.kind != CLOUDMAC_RATE_NONE) {
		done->changed = asked->changed ||
				(asked->rate.kind != CLOUDMAC_RATE_NONE &&
				 !rate_equal(&used, &asked->rate));
		done->rate = used;
	}
}

enum flight_verdict flight_status(struct flight *flight,
				  const struct flight_echo *echo,
				  uint64_t now_ms, struct flight_frame **out)
{
	struct flight_frame *frame = find(flight, echo);

	*out = frame;
	if (!frame)
		return FLIGHT_UNKNOWN;
	if (frame->stage < frame->chain.n)
		enter(frame, echo->rt);
	if (!(echo->rt->tx_flags & RADIOTAP_TX_FAIL) || !has_next_stage(frame))
		return FLIGHT_DONE;
	frame->stage = find_stage(&frame->chain, frame->stage + 1);
	apply_stage(flight, frame);
	frame->body[1] |= IEEE80211_RETRY;
	list_remove(frame);
	take_off(flight, frame, now_ms);
	return FLIGHT_AGAIN;
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
	return due;
}
