/* SPDX-License-Identifier: Apache-2.0 */
/* The access points that hardly show themselves: when they come and go, the
 * VAPs' beacons that they are made of, and group frames, which mac80211 may
 * keep for a station that sleeps. */
#include <string.h>

#include "agent.h"
#include "aggregation.h"
#include "aggregation_private.h"
#include "clock.h"
#include "ieee80211.h"

static struct radio_ap *ap_of(struct radio *radio, unsigned int slot)
{
	return slot < LEASES_MAX ? &radio->aps[slot] : NULL;
}

/* Between the moment in which a station falls asleep and the end of its entry
 * mac80211 keeps group frames, for its own next beacon, and then those behind
 * them too. Such a frame has no status after so long. */
#define SUSPICION_MS 40

void aggregation_ap_suspect(struct radio *radio, unsigned int slot,
			    uint64_t now)
{
	struct radio_ap *ap = ap_of(radio, slot);

	if (ap && ap->group_flies && !ap->suspect_ms)
		ap->suspect_ms = now;
}

/* That of a lease that had the slot before is none. */
static bool has_beacon(const struct radio_ap *ap, const struct lease *lease)
{
	return ap->beacon_len &&
	       !memcmp(ieee80211_addr2(ap->beacon), lease->bssid, ADDR_LEN);
}

static bool can_show(const struct radio_ap *ap, const struct lease *lease,
		     uint64_t now)
{
	return ap->shown ||
	       (now >= ap->patient_until_ms && has_beacon(ap, lease));
}

static bool show_one(struct radio *radio, struct radio_ap *ap,
		     const struct lease *lease, uint64_t now)
{
	int err = radio->ops->show(radio, lease->slot, ap->beacon,
				   ap->beacon_len);

	ap->shown = !err;
	if (err) {
		aggregation_log_refused(radio, "access point", lease->bssid,
					err);
		ap->patient_until_ms = now + PEER_REFUSED_MS;
	}
	return ap->shown;
}

bool aggregation_ap_show(struct radio *radio, const struct lease *wanted,
			 uint64_t now)
{
	const struct lease_table *table = &radio->agent->leases;
	struct radio_ap *ap = ap_of(radio, wanted->slot);

	if (!ap || ap->shown)
		return ap;
	for (size_t i = 0; i < table->n; i++) {
		const struct lease *lease = &table->leases[i];

		if (lease->radio == radio->index &&
		    !can_show(&radio->aps[lease->slot], lease, now))
			return false;
	}
	for (size_t i = 0; i < table->n; i++) {
		const struct lease *lease = &table->leases[i];

		if (lease->radio != radio->index)
			continue;
		ap = &radio->aps[lease->slot];
		if (!ap->shown && !show_one(radio, ap, lease, now)) {
			aggregation_end_all(radio);
			return false;
		}
	}
	return true;
}

/* One that announces another channel would do so again and again if it were
 * shown. */
static void keep_beacon(struct radio_ap *ap,
			const struct downlink_frame *frame)
{
	struct ieee80211_element element;

	if (frame->body_len > sizeof(ap->beacon) ||
	    ieee80211_beacon_element(frame->body, frame->body_len,
				     IEEE80211_ELEMENT_CHANNEL_SWITCH,
				     &element))
		return;
	memcpy(ap->beacon, frame->body, frame->body_len);
	ap->beacon_len = frame->body_len;
	ap->wants_mfp =
		ieee80211_beacon_wants_mfp(frame->body, frame->body_len);
}

static struct radio_ap *ap_of_lease(struct radio *radio, const uint8_t *bssid,
				    unsigned int *slot)
{
	const struct lease *lease = lease_find(&radio->agent->leases, bssid);

	if (!lease || lease->radio != radio->index)
		return NULL;
	*slot = lease->slot;
	return ap_of(radio, lease->slot);
}

void aggregation_ap_to_group(struct radio *radio,
			     const struct downlink_frame *frame)
{
	unsigned int slot;
	struct radio_ap *ap = ap_of_lease(radio, frame->bssid, &slot);

	if (!ap)
		return;
	if (ap->shown && ap->suspect_ms && ap->group_flies &&
	    clock_ms() >= ap->suspect_ms + SUSPICION_MS)
		aggregation_end_all(radio);
	else if (!ap->group_flies)
		ap->suspect_ms = 0;
	if (!ap->shown && ieee80211_is_beacon(frame->body))
		keep_beacon(ap, frame);
	ap->group = ieee80211_sequence_control(frame->body);
	ap->group_flies = true;
}

void aggregation_group_sent(struct radio *radio, const uint8_t *frame)
{
	unsigned int slot;
	struct radio_ap *ap;

	if (!aggregation_is_possible(radio))
		return;
	ap = ap_of_lease(radio, ieee80211_downlink_bssid(frame), &slot);
	if (ap && ap->group == ieee80211_sequence_control(frame))
		ap->group_flies = false;
}

bool aggregation_ap_all_protect(struct radio *radio, const struct lease *lease)
{
	const struct radio_ap *ap;

	if (!lease || lease->radio != radio->index)
		return false;
	ap = ap_of(radio, lease->slot);
	return ap && ap->wants_mfp && has_beacon(ap, lease);
}

void aggregation_end(struct radio *radio, unsigned int slot)
{
	struct peers *peers = &radio->agent->peers;
	struct radio_ap *ap = ap_of(radio, slot);

	if (!ap || !ap->shown)
		return;
	for (unsigned int i = 0; i < peers->n; i++) {
		struct peer *peer = &peers->places[i];

		if (!peer->entry || peer->radio != radio->index ||
		    peer->slot != slot)
			continue;
		flight_drain(&radio->queue.flight, peer->bssid, peer->station,
			     clock_ms());
		peers_forget(peers, peer);
	}
	radio->ops->hide(radio, slot);
	memset(ap, 0, sizeof(*ap));
}

void aggregation_end_all(struct radio *radio)
{
	for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
		aggregation_end(radio, slot);
}
