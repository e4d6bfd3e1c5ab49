/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_flows.h"

#include <stdlib.h>
#include <string.h>

#include "airtime.h"
#include "ieee80211.h"
#include "rate.h"

/* Until a rate is known: MCS 0 in 20 MHz. */
#define NS_PER_OCTET_SLOWEST 1231

void flight_list_insert(struct flight_list *list, struct flight_frame *frame,
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

void flight_list_append(struct flight_list *list, struct flight_frame *frame)
{
	flight_list_insert(list, frame, NULL);
}

void flight_list_remove(struct flight_frame *frame)
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

struct flight_frame *flight_list_first_of(const struct flight_list *list,
					  const struct flight_flow *flow)
{
	struct flight_frame *frame = list->first;

	while (frame && frame->flow != flow)
		frame = frame->next;
	return frame;
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

static uint8_t tid_of(const struct downlink_frame *frame)
{
	return frame->own ? frame->own_tid
			  : ieee80211_flow_tid(frame->body, frame->body_len);
}

struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = tid_of(frame);
	struct flight_flow *flow = *bucket_of(flight, addresses, tid);

	for (; flow; flow = flow->next)
		if (flow->tid == tid &&
		    !memcmp(flow->addresses, addresses, FLOW_ADDRESSES))
			return flow;
	return NULL;
}

struct flight_flow *flight_flow_of(struct flight *flight,
				   const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = tid_of(frame);
	struct flight_flow **bucket = bucket_of(flight, addresses, tid);
	struct flight_flow *flow = flight_flow_find(flight, frame);

	if (flow)
		return flow;
	flow = calloc(1, sizeof(*flow));
	if (!flow)
		return NULL;
	memcpy(flow->addresses, addresses, FLOW_ADDRESSES);
	flow->tid = tid;
	flow->ns_per_octet = NS_PER_OCTET_SLOWEST;
	flow->next = *bucket;
	*bucket = flow;
	return flow;
}

void flight_flow_end(struct flight *flight, struct flight_flow *flow)
{
	struct flight_flow **at =
		bucket_of(flight, flow->addresses, flow->tid);

	flight->draining -= flow->draining;
	while (*at != flow)
		at = &(*at)->next;
	*at = flow->next;
	free(flow);
}

unsigned int flight_flow_backlog(const struct flight_flow *flow)
{
	return flow->waiting[FLIGHT_URGENT] + flow->waiting[FLIGHT_NORMAL];
}

void flight_flow_learn_speed(struct flight_flow *flow,
			     const struct radiotap *rt)
{
	const struct cloudmac_rate rate = rate_of(rt);
	uint32_t one = airtime_ppdu_us(&rate, 0, 1000);
	uint32_t both = airtime_ppdu_us(&rate, 0, 3000);

	if (both > one)
		flow->ns_per_octet = (both - one) * 1000 / 2000;
}
