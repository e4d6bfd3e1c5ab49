/* SPDX-License-Identifier: Apache-2.0 */
#include "foreign.h"

#include <string.h>

#include "agent_state.h"
#include "wired.h"

static bool is_from_other_wtp(const struct agent *agent, const uint8_t *frame)
{
	return ieee80211_has_payload(frame) && !ieee80211_is_to_group(frame) &&
	       lease_find(&agent->leases, ieee80211_addr2(frame));
}

/* Sends a beacon to each VAP that requested it. */
static bool send_neighbour(struct agent *agent, const struct radio *radio,
			   const struct uplink_frame *beacon)
{
	struct neighbours *neighbours = &agent->neighbours[radio->index];
	const uint8_t *bssid = ieee80211_addr2(beacon->frame);
	uint64_t now_ms = clock_ms();
	const uint8_t *vap;
	size_t at = 0;

	if (!neighbours_heard(neighbours, bssid, now_ms))
		return false;
	/* Segments are for frames of stations. */
	if ((size_t)(beacon->frame - beacon->body) + beacon->frame_len >
	    agent->wired.mtu) {
		counters_drop(agent->counters.drops, DROP_MTU, 1);
		return true;
	}
	while ((vap = neighbours_next_vap(neighbours, bssid, now_ms, &at))) {
		struct uplink_frame copy = *beacon;

		uplink_wrap_neighbour(&copy, radio->address, vap,
				      agent->config.vlan);
		wired_send(agent, &copy, &agent->counters.neighbours);
	}
	return true;
}

bool foreign_handle(struct agent *agent, struct radio *radio,
		    const struct uplink_frame *frame)
{
	if (!frame->frame || frame->echo)
		return false;
	if (is_from_other_wtp(agent, frame->frame))
		queue_note_other(&radio->queue, frame->frame);
	return ieee80211_is_ap_beacon(frame->frame) &&
	       send_neighbour(agent, radio, frame);
}
