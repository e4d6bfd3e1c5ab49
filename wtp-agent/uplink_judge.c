/* SPDX-License-Identifier: Apache-2.0 */
#include "uplink_judge.h"

#include "agent_state.h"

static bool has_lease(const struct agent *agent, const uint8_t *bssid)
{
	const struct lease *lease = lease_find(&agent->leases, bssid);

	return lease && lease->role == LEASE_AP;
}

/* Returns true if this WTP carries frames of the VAP: it has the lease, or the
 * controller sends it the VAP's beacons. */
static bool carries(const struct agent *agent, const uint8_t *bssid)
{
	return has_lease(agent, bssid) ||
	       known_vaps_has(&agent->known_vaps, bssid, clock_ms());
}

static enum drop_reason take_from_limit(struct agent *agent,
					const struct uplink_frame *frame)
{
	return probe_limit_take(&agent->probe_limit, frame->station,
				clock_ms())
		       ? DROP_NONE
		       : DROP_PROBE_RATE;
}

static enum drop_reason judge_probe(struct agent *agent,
				    const struct uplink_frame *frame)
{
	const uint8_t *bssid = ieee80211_uplink_bssid(frame->frame);

	/* The VAP answers for its SSIDs, also before its first beacon. */
	if (has_lease(agent, bssid) ||
	    has_lease(agent, ieee80211_addr1(frame->frame)))
		return take_from_limit(agent, frame);
	if (!cloudmac_addr_is_group(bssid) && !carries(agent, bssid))
		return DROP_FOREIGN;
	if (!known_vaps_wants_probe(&agent->known_vaps, frame->frame,
				    frame->frame_len, clock_ms()))
		return DROP_FOREIGN;
	return take_from_limit(agent, frame);
}

/* Returns true if a public action frame is to all networks, as the first one
 * of DPP's PKEX. */
static bool is_action_to_all(const struct uplink_frame *frame)
{
	return ieee80211_is_public_action(frame->frame, frame->frame_len) &&
	       ieee80211_is_to_group(frame->frame) &&
	       cloudmac_addr_is_group(ieee80211_addr3(frame->frame));
}

/* It names no VAP, so it goes to all of them, within the limit of probe
 * requests. Another WTP may send one for a VAP. */
static enum drop_reason judge_action_to_all(struct agent *agent,
					    const struct uplink_frame *frame)
{
	return carries(agent, frame->station) ? DROP_FOREIGN
					      : take_from_limit(agent, frame);
}

/* Keeps frames of foreign networks off the wire. A public action frame may
 * have the wildcard BSSID and the access point as receiver. */
static enum drop_reason judge_network(struct agent *agent,
				      const struct uplink_frame *frame)
{
	if (ieee80211_is_probe_request(frame->frame))
		return judge_probe(agent, frame);
	if (is_action_to_all(frame))
		return judge_action_to_all(agent, frame);
	return carries(agent, ieee80211_addr1(frame->frame)) ||
			       carries(agent,
				       ieee80211_uplink_bssid(frame->frame))
		       ? DROP_NONE
		       : DROP_FOREIGN;
}

enum drop_reason uplink_judge(struct agent *agent, const struct radio *radio,
			      const struct uplink_frame *frame)
{
	enum drop_reason reason;

	if (radio->config->stations == STATIONS_FREE)
		return DROP_FOREIGN;
	reason = judge_network(agent, frame);
	if (reason)
		return reason;
	return newcomers_admit(&agent->newcomers, frame->station, clock_ms())
		       ? DROP_NONE
		       : DROP_NEWCOMERS;
}
