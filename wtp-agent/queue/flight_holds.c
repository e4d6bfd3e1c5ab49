/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_holds.h"

#include <string.h>

#include "flight_turns.h"

static bool is_affected(const struct flight_flow *flow,
			const struct flight_hold *hold)
{
	return flow->tid != IEEE80211_NO_TID &&
	       !memcmp(flow->addresses, hold->addresses,
		       FLIGHT_FLOW_ADDRESSES);
}

bool flight_holds_flow(const struct flight *flight,
		       const struct flight_flow *flow)
{
	const struct flight_hold *hold = flight->holds.first;

	while (hold && !is_affected(flow, hold))
		hold = hold->next;
	return hold != NULL;
}

static void mark_flows(struct flight *flight, const struct flight_hold *hold,
		       bool held)
{
	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		for (struct flight_flow *flow = flight->buckets[i]; flow;
		     flow = flow->next) {
			if (!is_affected(flow, hold))
				continue;
			flow->on_hold = held;
			/* The scheduler asks again what to await. */
			flight_turn_wake(flight, flow);
		}
}

void flight_hold(struct flight *flight, struct flight_hold *hold,
		 const uint8_t *bssid, const uint8_t *station)
{
	if (hold->used)
		return;
	hold->used = true;
	memcpy(hold->addresses, station, ADDR_LEN);
	memcpy(hold->addresses + ADDR_LEN, bssid, ADDR_LEN);
	DLIST_APPEND(&flight->holds, hold, next, before);
	mark_flows(flight, hold, true);
}

void flight_release(struct flight *flight, struct flight_hold *hold)
{
	if (!hold->used)
		return;
	hold->used = false;
	DLIST_REMOVE(&flight->holds, hold, next, before);
	mark_flows(flight, hold, false);
}

void flight_pause(struct flight *flight, bool paused)
{
	flight->paused = paused;
}

bool flight_must_hold(const struct flight *flight,
		      const struct flight_flow *flow)
{
	return flow->on_hold || flight->paused;
}
