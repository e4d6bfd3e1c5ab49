/* SPDX-License-Identifier: Apache-2.0 */
#include "uplink_judge.h"

#include "agent_state.h"

/* Returns true if this WTP carries frames of the VAP: it has the lease, or the
 * controller sends it the VAP's beacons. */
static bool carries(const struct agent *agent, const uint8_t *bssid)
{
	const struct lease *lease = lease_find(&agent->leases, bssid);

	return (lease && lease->role == LEASE_AP) ||
	       known_vaps_has(&agent->known_vaps, bssid, clock_ms());
}

static enum drop_reason judge_probe(struct agent *agent,
				    const struct uplink_frame *frame)
{
	const uint8_t *bssid = ieee80211_uplink_bssid(frame->frame);

	if (!cloudmac_addr_is_group(bssid) && !carries(agent, bssid))
		return DROP_FOREIGN;
	if (!known_vaps_wants_probe(&agent->known_vaps, frame->frame,
				    frame->frame_len, clock_ms()))
		return DROP_FOREIGN;
	return probe_limit_take(&agent->probe_limit, frame->station,
				clock_ms())
		       ? DROP_NONE
		       : DROP_PROBE_RATE;
}

/* Keeps frames of foreign networks off the wire. A public action frame may
 * have the wildcard BSSID and the access point as receiver. */
static enum drop_reason judge_network(struct agent *agent,
				      const struct uplink_frame *frame)
{
	if (ieee80211_is_probe_request(frame->frame))
		return judge_probe(agent, frame);
	return carries(agent, ieee80211_addr1(frame->frame)) ||
			       carries(agent,
				       ieee80211_uplink_bssid(frame->frame))
		       ? DROP_NONE
		       : DROP_FOREIGN;
}

enum drop_reason uplink_judge(struct agent *agent,
			      const struct uplink_frame *frame)
{
	enum drop_reason reason = judge_network(agent, frame);

	if (reason)
		return reason;
	return newcomers_admit(&agent->newcomers, frame->station, clock_ms())
		       ? DROP_NONE
		       : DROP_NEWCOMERS;
}
