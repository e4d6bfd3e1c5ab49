/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregation.h"

#include <string.h>

#include "session_frames.h"

/* The pause before the next entry of a station that did not acknowledge the
 * request for a session. It gets single frames meanwhile. */
#define UNANSWERED_MS 20

void aggregation_init(struct aggregation *aggregation, struct radio *radios,
		      const struct lease_table *leases,
		      const struct powersave *powersave)
{
	memset(aggregation, 0, sizeof(*aggregation));
	aggregation->radios = radios;
	aggregation->leases = leases;
	aggregation->powersave = powersave;
}

/* Beside access points of mac80211, no frame of a virtual station would reach
 * the air, and no other channel could be visited. */
static bool is_possible(const struct radio *radio)
{
	return radio->config->aggregation &&
	       radio->config->stations == STATIONS_OFF &&
	       radio->ops->ap_start && radio->queue.tracks_status &&
	       radio_width(radio) != WIDTH_20_NOHT;
}

/* Returns true if the VAP wants a rate of 802.11n or later. */
static bool has_ht_rate(const struct downlink_frame *frame)
{
	if (RADIOTAP_HAS(&frame->rt, RADIOTAP_MCS) ||
	    RADIOTAP_HAS(&frame->rt, RADIOTAP_VHT))
		return true;
	for (unsigned int i = 0; i < frame->chain.n; i++)
		if (frame->chain.stages[i].rate.kind >= CLOUDMAC_RATE_HT)
			return true;
	return false;
}

/* Removes idle entries, from time to time. */
static void sweep(struct aggregation *aggregation, uint64_t now)
{
	if (now < aggregation->swept_ms + PEER_STALE_MS / 4)
		return;
	aggregation->swept_ms = now;
	for (unsigned int i = 0; i < aggregation->peers.n; i++) {
		struct peer *peer = &aggregation->peers.places[i];

		if (peer_is_idle(peer, now))
			entry_remove(aggregation, peer);
	}
}

/* Returns the peer of a frame's addresses. If all peers have an entry, removes
 * the least recently used one, and returns NULL until that is done. */
static struct peer *get_peer(struct aggregation *aggregation,
			     const struct downlink_frame *frame, uint64_t now)
{
	struct peer *peer = peers_get(&aggregation->peers, frame->bssid,
				      frame->station, now);

	if (peer)
		return peer;
	peer = peers_least_recent(&aggregation->peers);
	log_limited(LOG_LEVEL_WARN,
		    "aggregation for %d stations: removing the least recently "
		    "used entry",
		    PEERS_MAX);
	if (peer_wants_entry(peer))
		entry_remove(aggregation, peer);
	return peers_get(&aggregation->peers, frame->bssid, frame->station,
			 now);
}

/* Ends the sessions of all TIDs with frames in mac80211 or in the queue. These
 * frames have the VAP's numbers after the removal of the entry, and own frames
 * go first. */
static void end_sessions(struct aggregation *aggregation, struct radio *radio,
			 struct peer *peer, uint64_t now)
{
	struct flight *flight = &radio->queue.flight;
	uint16_t tids = flight_local_tids(flight, peer->bssid, peer->station);
	uint16_t number;

	for (uint8_t tid = 0; tid < PEER_TIDS; tid++) {
		if (!(tids & 1u << tid) &&
		    !flight_first_sequence(flight, peer->bssid, peer->station,
					   tid, &number))
			continue;
		if (block_ack_begin_delba(peer_session(peer, tid), now))
			send_delba(aggregation, radio, peer, tid);
		if (peer_take_held_frames(peer, tid))
			flush_radio(radio, peer, tid);
	}
}

static void handle_fragment(struct aggregation *aggregation,
			    struct radio *radio, struct peer *peer,
			    uint64_t now)
{
	peer_note_fragment(peer, now);
	if (!peer_wants_entry(peer))
		return;
	entry_requeue(aggregation, peer);
	if (!powersave_is_dozing(aggregation->powersave, peer->station))
		end_sessions(aggregation, radio, peer, now);
}

static void send_to_peer(struct aggregation *aggregation, struct radio *radio,
			 struct peer *peer, const struct lease *lease,
			 struct downlink_frame *frame, uint64_t now)
{
	uint8_t tid = ieee80211_flow_tid(frame->body, frame->body_len);
	uint16_t number = ieee80211_sequence_control(frame->body) >> 4;
	bool others_wait = queue_backlog(&radio->queue, frame);
	bool changed = frame->described.aid &&
		       peer_describe(peer, &frame->described, now);

	changed |= peer_detect_absence(peer, tid, number, now);
	if (changed && peer_wants_entry(peer))
		entry_remove(aggregation, peer);
	if (ieee80211_is_fragment(frame->body))
		handle_fragment(aggregation, radio, peer, now);
	if (!powersave_is_dozing(aggregation->powersave, frame->station)) {
		if (block_ack_begin_delba(peer_session(peer, tid), now))
			send_delba(aggregation, radio, peer, tid);
		/* This frame then goes before the DELBA. */
		if (peer_take_held_frames(peer, tid))
			flush_radio(radio, peer, tid);
	}
	if (others_wait && lease && lease->radio == radio->index &&
	    peer_needs_entry(peer, now) &&
	    !powersave_is_enabled(aggregation->powersave, frame->station))
		entry_add(aggregation, radio, peer, lease, tid, now);
	frame->local = peer->entry == PEER_ENTRY_PRESENT;
}

/* Returns the access point of a lease of this radio, or NULL. */
static struct shadow_ap *find_ap(struct aggregation *aggregation,
				 const struct radio *radio,
				 const struct lease *lease)
{
	if (!lease || lease->radio != radio->index)
		return NULL;
	return shadow_ap_of(aggregation->aps[radio->index], lease->slot);
}

static void send_to_group(struct aggregation *aggregation, struct radio *radio,
			  const struct downlink_frame *frame)
{
	struct shadow_ap *ap =
		find_ap(aggregation, radio,
			lease_find(aggregation->leases, frame->bssid));

	if (!ap)
		return;
	if (ap->suspect_ms && shadow_ap_is_stuck(ap, clock_ms()))
		aggregation_stop_radio(aggregation, radio);
	shadow_ap_add_group_frame(ap, frame);
}

/* Returns true if no station of the lease accepts a DELBA. */
static bool requires_mfp(struct aggregation *aggregation,
			 const struct radio *radio, const struct lease *lease)
{
	const struct shadow_ap *ap = find_ap(aggregation, radio, lease);

	return ap && shadow_ap_requires_mfp(ap, lease);
}

/* Ends the entry and the sessions of a frame's receiver. */
static void forget_station(struct aggregation *aggregation,
			   const struct downlink_frame *frame)
{
	struct peer *peer =
		peers_find(&aggregation->peers, frame->bssid, frame->station);

	if (!peer)
		return;
	if (peer_wants_entry(peer))
		entry_remove(aggregation, peer);
	peers_forget(&aggregation->peers, peer);
}

void aggregation_downlink(struct aggregation *aggregation, struct radio *radio,
			  struct downlink_frame *frame)
{
	const struct lease *lease;
	struct peer *peer;
	uint64_t now;

	if (!is_possible(radio))
		return;
	if (!frame->ack) {
		if (ieee80211_is_to_group(frame->body))
			send_to_group(aggregation, radio, frame);
		return;
	}
	if (ieee80211_changes_association(frame->body, frame->body_len))
		forget_station(aggregation, frame);
	if (!ieee80211_has_qos_payload(frame->body))
		return;
	now = clock_ms();
	sweep(aggregation, now);
	lease = lease_find(aggregation->leases, frame->bssid);
	peer = frame->described.aid ||
			       (has_ht_rate(frame) &&
				!requires_mfp(aggregation, radio, lease))
		       ? get_peer(aggregation, frame, now)
		       : peers_find(&aggregation->peers, frame->bssid,
				    frame->station);
	if (peer)
		send_to_peer(aggregation, radio, peer, lease, frame, now);
}

bool aggregation_has_access_points(const struct aggregation *aggregation,
				   const struct radio *radio)
{
	for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
		if (aggregation->aps[radio->index][slot].state !=
		    SHADOW_AP_STOPPED)
			return true;
	return false;
}

void aggregation_uplink(struct aggregation *aggregation, struct radio *radio,
			const uint8_t *frame)
{
	const uint8_t *bssid = ieee80211_addr1(frame);
	const uint8_t *station = ieee80211_addr2(frame);
	bool saves_power = frame[1] & IEEE80211_POWER_SAVE;
	struct peer *peer;

	if (!is_possible(radio))
		return;
	/* The VAP has to buffer failed frames before it sends more. */
	if (!saves_power)
		flight_drain_now(&radio->queue.flight, bssid, station);
	peer = peers_find(&aggregation->peers, bssid, station);
	if (!peer)
		return;
	if (saves_power)
		peer_forget_sequences(peer);
	if (peer_wants_entry(peer) && saves_power)
		entry_remove(aggregation, peer);
	else if (saves_power && peer_has_ending_session(peer))
		peer_handle_all(peer, BLOCK_ACK_SUSPECTED, clock_ms());
}

/* Returns the peer that an injected frame went to, or NULL. */
static struct peer *find_receiver(struct aggregation *aggregation,
				  const uint8_t *frame)
{
	return peers_find(&aggregation->peers, ieee80211_addr2(frame),
			  ieee80211_addr1(frame));
}

void aggregation_own_status(struct aggregation *aggregation,
			    struct radio *radio, const uint8_t *frame,
			    size_t len, bool acknowledged)
{
	struct peer *peer = find_receiver(aggregation, frame);
	struct block_ack_session *session;
	bool was_foreign;
	uint8_t tid;

	if (!peer || !ieee80211_is_delba(frame, len))
		return;
	tid = ieee80211_delba_tid(frame);
	session = peer_session(peer, tid);
	was_foreign = block_ack_is_foreign(session);
	block_ack_handle(session,
			 acknowledged ? BLOCK_ACK_DELBA_ACKED
				      : BLOCK_ACK_DELBA_LOST,
			 clock_ms());
	if (acknowledged && was_foreign)
		move_window(aggregation, radio, peer, tid);
}

void aggregation_own_lost(struct aggregation *aggregation,
			  const uint8_t *frame, size_t len, bool sent)
{
	struct peer *peer = find_receiver(aggregation, frame);

	if (!peer)
		return;
	if (ieee80211_is_delba(frame, len))
		block_ack_handle(
			peer_session(peer, ieee80211_delba_tid(frame)),
			BLOCK_ACK_DELBA_LOST, clock_ms());
	/* A sent frame without a status for so long has left the radio. */
	else if (!sent &&
		 (frame[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_DATA)
		peer_session(peer, ieee80211_flow_tid(frame, len))
			->radio_holds_frames = true;
}

/* Until the station answers the request for a session, for two seconds at
 * most, mac80211 sends nothing of the TID. A new entry starts afresh. */
void aggregation_kernel_frame_failed(struct aggregation *aggregation,
				     struct radio *radio, const uint8_t *frame,
				     size_t len)
{
	struct peer *peer = find_receiver(aggregation, frame);

	if (!peer || peer->entry != PEER_ENTRY_PRESENT ||
	    peer->radio != radio->index ||
	    !ieee80211_is_addba_request(frame, len))
		return;
	entry_requeue(aggregation, peer);
	peer->retry_after_ms = clock_ms() + UNANSWERED_MS;
}

bool aggregation_is_kernel_frame(struct aggregation *aggregation,
				 const struct radio *radio,
				 const uint8_t *frame)
{
	const struct peer *peer;

	if (!is_possible(radio))
		return false;
	if (ieee80211_has_qos_payload(frame))
		return true;
	peer = find_receiver(aggregation, frame);
	return peer && peer->entry != PEER_ENTRY_NONE;
}

void aggregation_group_status(struct aggregation *aggregation,
			      const struct radio *radio, const uint8_t *frame)
{
	struct shadow_ap *ap;

	if (!is_possible(radio))
		return;
	ap = find_ap(aggregation, radio,
		     lease_find(aggregation->leases, ieee80211_addr2(frame)));
	if (ap)
		shadow_ap_end_group_frame(ap, frame);
}
