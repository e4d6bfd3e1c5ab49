/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_flows.h"

#include <stdlib.h>
#include <string.h>

/* Before the first TX status: MCS 0 in 20 MHz. */
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

/* A bucket is never longer than the number of frames. */
static struct flight_flow **flow_bucket(struct flight *flight,
					const uint8_t *addresses, uint8_t tid)
{
	uint32_t hash =
		hash_octets(HASH_SEED ^ tid, addresses, FLIGHT_FLOW_ADDRESSES);

	return &flight->buckets[hash_bucket(hash, FLIGHT_BUCKETS)];
}

static uint8_t flow_tid(const struct downlink_frame *frame)
{
	return frame->own ? frame->own_tid
			  : ieee80211_flow_tid(frame->body, frame->body_len);
}

struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = flow_tid(frame);
	struct flight_flow *flow = *flow_bucket(flight, addresses, tid);

	for (; flow; flow = flow->next)
		if (flow->tid == tid &&
		    !memcmp(flow->addresses, addresses, FLIGHT_FLOW_ADDRESSES))
			return flow;
	return NULL;
}

struct flight_flow *flight_flow_get(struct flight *flight,
				    const struct downlink_frame *frame)
{
	const uint8_t *addresses = ieee80211_addr1(frame->body);
	uint8_t tid = flow_tid(frame);
	struct flight_flow **bucket = flow_bucket(flight, addresses, tid);
	struct flight_flow *flow = flight_flow_find(flight, frame);

	if (flow)
		return flow;
	flow = calloc(1, sizeof(*flow));
	if (!flow)
		return NULL;
	memcpy(flow->addresses, addresses, FLIGHT_FLOW_ADDRESSES);
	flow->tid = tid;
	flow->ns_per_octet = NS_PER_OCTET_SLOWEST;
	flow->next = *bucket;
	*bucket = flow;
	return flow;
}

void flight_flow_free(struct flight *flight, struct flight_flow *flow)
{
	struct flight_flow **at =
		flow_bucket(flight, flow->addresses, flow->tid);

	flight->draining -= flow->draining;
	while (*at != flow)
		at = &(*at)->next;
	*at = flow->next;
	free(flow);
}

bool flight_flow_matches(const struct flight_flow *flow, const uint8_t *bssid,
			 const uint8_t *station)
{
	return !memcmp(flow->addresses, station, ADDR_LEN) &&
	       !memcmp(flow->addresses + ADDR_LEN, bssid, ADDR_LEN);
}

unsigned int flight_flow_backlog(const struct flight_flow *flow)
{
	return flow->waiting[FLIGHT_URGENT] + flow->waiting[FLIGHT_NORMAL];
}

void flight_flow_update_rate(struct flight_flow *flow,
			     const struct radiotap *rt)
{
	const struct cloudmac_rate rate = rate_from_radiotap(rt);
	/* The difference of two lengths is free of the preamble. */
	uint32_t shorter = airtime_ppdu_us(&rate, 0, 1000);
	uint32_t longer = airtime_ppdu_us(&rate, 0, 3000);

	if (longer > shorter)
		flow->ns_per_octet = (longer - shorter) * 1000 / 2000;
}
