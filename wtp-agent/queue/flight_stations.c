/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_stations.h"

#include <string.h>

#include "flight_frames.h"
#include "flight_queues.h"
#include "flight_stages.h"
#include "flight_turns.h"

bool flight_first_sequence(struct flight *flight, const uint8_t *bssid,
			   const uint8_t *station, uint8_t tid,
			   uint16_t *number)
{
	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (const struct flight_frame *f = flight->waiting[i].first;
		     f; f = f->next) {
			if (f->own || f->flow->tid != tid ||
			    !flight_flow_matches(f->flow, bssid, station) ||
			    !ieee80211_has_qos_payload(f->body))
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
			if (flow->local &&
			    flight_flow_matches(flow, bssid, station))
				tids |= (uint16_t)(1u << flow->tid);
	return tids;
}

static bool is_between(const struct flight_frame *frame, const uint8_t *bssid,
		       const uint8_t *station)
{
	return !memcmp(ieee80211_addr1(frame->body), station, ADDR_LEN) &&
	       !memcmp(ieee80211_addr2(frame->body), bssid, ADDR_LEN);
}

void flight_make_local(struct flight *flight, const uint8_t *bssid,
		       const uint8_t *station)
{
	struct flight_frame *frame;

	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (frame = flight->waiting[i].first; frame;
		     frame = frame->next)
			if (is_between(frame, bssid, station) &&
			    ieee80211_has_qos_payload(frame->body)) {
				frame->local = true;
				flight_stage_apply(flight, frame);
			}
	for (frame = flight->in_flight.first; frame; frame = frame->next)
		if (is_between(frame, bssid, station) &&
		    ieee80211_has_qos_payload(frame->body))
			frame->becomes_local = true;
}

void flight_drain(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint64_t until_ms)
{
	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next) {
			if (flow->draining || flow->tid == IEEE80211_NO_TID ||
			    !flight_flow_matches(flow, bssid, station))
				continue;
			flow->draining = true;
			flow->drain_until_ms = until_ms;
			flight->draining++;
			flight_turn_wake(flight, flow);
		}
}

void flight_drain_now(struct flight *flight, const uint8_t *bssid,
		      const uint8_t *station)
{
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flight_flow_matches(flow, bssid,
						station ? station
							: flow->addresses))
				flow->drain_until_ms = 0;
}

unsigned int flight_fail_waiting(struct flight *flight,
				 const uint8_t *transmitter)
{
	struct flight_frame *frame, *next;
	unsigned int n = 0;

	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (frame = flight->waiting[i].first; frame; frame = next) {
			next = frame->next;
			if (memcmp(ieee80211_addr2(frame->body), transmitter,
				   ADDR_LEN))
				continue;
			flight_fail(flight, frame);
			n++;
		}
	return n;
}

/* Returns the oldest frame of a flow: in flight, else held, else waiting. */
static struct flight_frame *oldest_of(const struct flight *flight,
				      const struct flight_flow *flow)
{
	struct flight_frame *frame =
		flight_list_first_of(&flight->in_flight, flow);

	if (!frame)
		frame = flight_list_first_of(&flight->held, flow);
	for (int i = 0; !frame && i < FLIGHT_CLASSES; i++)
		frame = flow->queues[i].first;
	return frame;
}

struct flight_frame *flight_next_failed(struct flight *flight, uint64_t now_ms)
{
	if (flight->failed.first)
		return flight->failed.first;
	for (int i = 0; flight->draining && i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next)
			if (flow->draining && (!flow->in_flight ||
					       flow->drain_until_ms <= now_ms))
				return oldest_of(flight, flow);
	return NULL;
}

/* Makes a frame one that the agent numbers and repeats. */
static void clear_local(const struct flight *flight,
			struct flight_frame *frame)
{
	frame->local = frame->becomes_local = false;
	flight_stage_apply(flight, frame);
}

void flight_requeue(struct flight *flight, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms)
{
	struct flight_frame *frame, *before;

	for (int i = 0; i < FLIGHT_CLASSES; i++)
		for (frame = flight->waiting[i].first; frame;
		     frame = frame->next)
			if (frame->local && is_between(frame, bssid, station))
				clear_local(flight, frame);
	for (frame = flight->in_flight.last; frame; frame = before) {
		enum flight_class class;

		before = frame->before;
		if (!is_between(frame, bssid, station))
			continue;
		frame->becomes_local = false;
		if (!frame->local)
			continue;
		flight_end_tx(flight, frame);
		clear_local(flight, frame);
		frame->since_ms = now_ms;
		class = frame->flow->waiting[FLIGHT_URGENT] ? FLIGHT_URGENT
							    : FLIGHT_NORMAL;
		flight_wait(flight, frame, class,
			    frame->flow->queues[class].first);
	}
}
