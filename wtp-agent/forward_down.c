/* SPDX-License-Identifier: Apache-2.0 */
#include "forward_down.h"

#include "agent_state.h"
#include "surveyor.h"

static void drop(struct agent *agent, enum drop_reason reason)
{
	counters_drop(agent->counters.drops, reason, 1);
}

static enum downlink_role role_of(void *arg, const uint8_t *transmitter)
{
	const struct agent *agent = arg;

	if (vsta_has(&agent->vsta, transmitter))
		return DOWNLINK_ROLE_GUEST;
	return lease_find(&agent->leases, transmitter) ||
			       permit_find(&agent->permits, transmitter,
					   clock_ms())
		       ? DOWNLINK_ROLE_VAP
		       : DOWNLINK_ROLE_NONE;
}

/* Returns the radio that sends the frame, or NULL: the one with the lease of
 * its BSSID, or if it announces a VAP, the one with the permit. */
static struct radio *choose_radio(struct agent *agent,
				  const struct downlink_frame *frame)
{
	const struct lease *lease = lease_find(&agent->leases, frame->bssid);
	const struct permit *permit = NULL;

	if (lease)
		return &agent->radios[lease->radio];
	if (ieee80211_announces_vap(frame->body, frame->body_len))
		permit =
			permit_find(&agent->permits, frame->bssid, clock_ms());
	return permit ? &agent->radios[permit->radio] : NULL;
}

/* Returns true if the station dozes and will not receive the frame. The VAP
 * does not know it yet. */
static bool is_futile(const struct agent *agent,
		      const struct downlink_frame *frame)
{
	return frame->ack && ieee80211_has_payload(frame->body) &&
	       powersave_is_dozing(&agent->powersave, frame->station);
}

/* As segments_add(). The segments of a VAP without a lease take no room. */
static enum drop_reason add_segment(struct agent *agent, uint8_t **data,
				    size_t *len)
{
	struct cloudmac_tag tag;

	if (cloudmac_tag_unpack(*data + ADDR_LEN, &tag) ||
	    !lease_has_vap(&agent->leases, tag.vap))
		return DROP_NO_LEASE;
	return segments_add(&agent->segments, clock_ms(), data, len);
}

/* Notes that a VAP requests beacons of neighbours and survey reports. */
static void handle_request(struct agent *agent, const struct radio *radio,
			   const uint8_t *bssid)
{
	neighbours_request(&agent->neighbours[radio->index], bssid,
			   clock_ms());
	surveyor_start(&agent->surveyors[radio->index]);
}

static struct radio *choose_for_vap(struct agent *agent,
				    struct downlink_frame *frame,
				    enum drop_reason *reason)
{
	struct radio *radio;

	if (ieee80211_is_beacon(frame->body))
		known_vaps_add_beacon(&agent->known_vaps, frame->body,
				      frame->body_len, clock_ms());
	radio = choose_radio(agent, frame);
	*reason = radio ? DROP_NONE : DROP_NO_LEASE;
	if (!radio)
		return NULL;
	if (frame->request)
		handle_request(agent, radio, frame->bssid);
	if (is_futile(agent, frame))
		downlink_limit_to_one_try(frame);
	aggregation_downlink(&agent->aggregation, radio, frame);
	/* A BSSID without a lease has no interface of its own. */
	if (!frame->ack && !lease_find(&agent->leases, frame->bssid) &&
	    aggregation_has_access_points(&agent->aggregation, radio))
		frame->ifindex =
			lease_ack_ifindex(&agent->leases, radio->index);
	return radio;
}

/* The receiver is an access point: it does not doze, and aggregation/ does not
 * know it. */
static struct radio *choose_for_guest(struct agent *agent,
				      const struct downlink_frame *frame,
				      enum drop_reason *reason)
{
	const struct lease *lease = lease_find(&agent->leases, frame->bssid);

	*reason = vsta_downlink(&agent->vsta, frame);
	return *reason ? NULL : &agent->radios[lease->radio];
}

/* Enqueues a frame of a VAP or virtual station. Returns the radio, or NULL
 * with the reason of the drop. */
static struct radio *enqueue(struct agent *agent, struct downlink_frame *frame,
			     enum drop_reason *reason)
{
	struct radio *radio = frame->from_guest
				      ? choose_for_guest(agent, frame, reason)
				      : choose_for_vap(agent, frame, reason);

	if (!radio)
		return NULL;
	if (frame->ack && ieee80211_has_payload(frame->body))
		newcomers_note_served(&agent->newcomers, frame->station,
				      clock_ms());
	queue_enqueue(&radio->queue, frame);
	return radio;
}

static enum drop_reason unwrap(struct agent *agent, uint8_t *data, size_t len,
			       struct downlink_frame *out)
{
	return downlink_unwrap_any(
		data, len, agent->vsta.is_used ? role_of : NULL, agent, out);
}

void forward_down(void *arg, uint8_t *data, size_t len)
{
	struct radio *radio = NULL;
	struct agent *agent = arg;
	struct downlink_frame frame;
	enum drop_reason reason;
	bool reassembled;

	reason = unwrap(agent, data, len, &frame);
	reassembled = reason == DROP_SEGMENT;
	if (reassembled) {
		reason = add_segment(agent, &data, &len);
		if (!reason && !data)
			return; /* others are missing */
		if (!reason)
			reason = unwrap(agent, data, len, &frame);
	}
	if (reason == DROP_KIND)
		reason = vsta_message(&agent->vsta, data, len);
	else if (!reason)
		radio = enqueue(agent, &frame, &reason);
	if (reason)
		drop(agent, reason);
	/* The next segment may overwrite the frame. */
	if (reassembled && radio)
		queue_flush(&radio->queue);
}
