/* SPDX-License-Identifier: Apache-2.0 */
/* The frames of one station: which there are, and what becomes of them when
 * the radio's mac80211 has an entry of it, or none any more, and when it
 * falls asleep or wakes. */
#include <string.h>

#include "flight_flows.h"
#include "flight_private.h"
#include "flight_stages.h"
#include "ieee80211.h"

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
	struct flight_frame *frame =
		flight_list_first_of(&flight->flying, flow);

	if (!frame)
		frame = flight_list_first_of(&flight->held, flow);
	for (int i = 0; !frame && i < FLIGHT_CLASSES; i++)
		frame = flight_list_first_of(&flight->waiting[i], flow);
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
		flight_land(flight, frame);
		delocalise(flight, frame);
		frame->since_ms = now_ms;
		class = frame->flow->waiting[FLIGHT_URGENT] ? FLIGHT_URGENT
							    : FLIGHT_NORMAL;
		list = &flight->waiting[class];
		flight_list_insert(list, frame,
				   flight_list_first_of(list, frame->flow));
		frame->flow->waiting[class]++;
	}
}
