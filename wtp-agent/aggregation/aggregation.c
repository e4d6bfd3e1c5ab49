/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregation.h"

#include <errno.h>
#include <string.h>

/* The pause before the next entry of a station that did not acknowledge the
 * request for a session. It gets single frames meanwhile. */
#define UNANSWERED_MS 20

/* A block-ack request moves the window of the station forward by less than
 * half of all numbers. One of so many requests does that wherever the window
 * was, and the last one leaves it at the first number of the series. */
#define WINDOW_STEPS 3

void aggregation_init(struct aggregation *aggregation, struct radio *radios,
		      const struct lease_table *leases,
		      const struct powersave *powersave)
{
	memset(aggregation, 0, sizeof(*aggregation));
	aggregation->radios = radios;
	aggregation->leases = leases;
	aggregation->powersave = powersave;
}

static bool is_possible(const struct radio *radio)
{
	return radio->config->aggregation && radio->ops->ap_start &&
	       radio->queue.tracks_status &&
	       radio->config->width != WIDTH_20_NOHT;
}

/* Ends any session of the TID at the station, also one with another WTP. The
 * sequence number comes from the clock: the station would drop a number that
 * it received recently, from any WTP, as a repetition. */
static void send_delba(const struct aggregation *aggregation,
		       struct radio *radio, struct peer *peer, uint8_t tid)
{
	struct block_ack_session *session = peer_session(peer, tid);
	bool saves_power =
		powersave_is_enabled(aggregation->powersave, peer->station);
	enum downlink_own own = DOWNLINK_OWN_ONCE;
	uint8_t frame[IEEE80211_DELBA_LEN];

	ieee80211_make_delba(frame, peer->bssid, peer->station, tid,
			     (uint16_t)clock_ms());
	/* A station that polled for one frame has to poll again. */
	if (saves_power)
		frame[1] |= IEEE80211_MORE_DATA;
	else if (block_ack_is_foreign(session))
		own = DOWNLINK_OWN_DELAYED;
	if (!queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid, own))
		block_ack_handle(session, BLOCK_ACK_DELBA_LOST, clock_ms());
}

/* Sends an empty frame behind what the radio holds of the previous series: its
 * TX status shows that the radio has sent all of that. Older numbers after the
 * start of a new session would move its window ahead. */
static void flush_radio(struct radio *radio, struct peer *peer, uint8_t tid)
{
	uint8_t frame[IEEE80211_QOS_NULL_LEN];

	ieee80211_make_qos_null(frame, peer->bssid, peer->station, tid);
	if (!queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid,
			       DOWNLINK_OWN_ONCE))
		peer_session(peer, tid)->radio_holds_frames = true;
}

/* Moves the station's window to the first number of the series. The station
 * acknowledges a DELBA before it acts on it and drops frames as old until
 * then. A block-ack request takes effect at once. */
static void move_window(const struct aggregation *aggregation,
			struct radio *radio, const struct peer *peer,
			uint8_t tid)
{
	uint8_t frame[IEEE80211_BAR_LEN];
	uint16_t first = 0; /* of mac80211's numbers */

	if (powersave_is_enabled(aggregation->powersave, peer->station) ||
	    (!peer->has_entry &&
	     !flight_first_sequence(&radio->queue.flight, peer->bssid,
				    peer->station, tid, &first)))
		return;
	/* An own frame goes before the one that was enqueued last. */
	for (unsigned int i = WINDOW_STEPS; i; i--) {
		ieee80211_make_bar(frame, peer->bssid, peer->station, tid,
				   (uint16_t)((first + i * IEEE80211_NUMBERS /
							       WINDOW_STEPS) %
					      IEEE80211_NUMBERS));
		queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid,
				  DOWNLINK_OWN_ONCE);
	}
}

static void delete_entry(struct radio *radio, struct peer *peer)
{
	uint16_t tids = flight_local_tids(&radio->queue.flight, peer->bssid,
					  peer->station);

	radio->ops->sta_del(radio, peer->slot, peer->station);
	peer->has_entry = false;
	for (uint8_t tid = 0; tid < PEER_TIDS; tid++)
		if (tids & 1u << tid)
			peer_session(peer, tid)->radio_holds_frames = true;
	peer_handle_all(peer, BLOCK_ACK_SUSPECTED, clock_ms());
}

/* Removes the entry of a station; mac80211 drops the frames in it. A dozing
 * station may keep its sessions. */
static void remove_entry(struct aggregation *aggregation, struct peer *peer)
{
	struct radio *radio = &aggregation->radios[peer->radio];
	struct shadow_ap *ap =
		shadow_ap_of(aggregation->aps[peer->radio], peer->slot);
	uint64_t now = clock_ms();

	delete_entry(radio, peer);
	flight_drain(&radio->queue.flight, peer->bssid, peer->station,
		     now + QUEUE_DRAIN_MS);
	if (ap)
		shadow_ap_suspect(ap, now);
}

/* Adds an entry of the station if that is possible yet. */
static void add_entry(struct aggregation *aggregation, struct radio *radio,
		      struct peer *peer, const struct lease *lease,
		      uint8_t tid, uint64_t now)
{
	int err;

	switch (shadow_ap_start(aggregation->aps[radio->index], radio,
				aggregation->leases, lease, now)) {
	case SHADOW_AP_REFUSED:
		aggregation_stop_radio(aggregation, radio);
		return;
	case SHADOW_AP_NOT_READY:
		return;
	default:
		break;
	}
	err = radio->ops->sta_add(radio, lease->slot, peer->station,
				  &peer->described);
	if (err) {
		shadow_ap_log_refusal(radio, "station", peer->station, err);
		peer->retry_after_ms = now + PEER_RETRY_MS;
		if (err == ENODEV) /* another program removed the interface */
			aggregation_stop_radio(aggregation, radio);
		return;
	}
	peer->has_entry = true;
	peer->radio = (uint8_t)radio->index;
	peer->slot = lease->slot;
	flight_make_local(&radio->queue.flight, peer->bssid, peer->station);
	if (block_ack_is_settling(peer_session(peer, tid), now))
		move_window(aggregation, radio, peer, tid);
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
			remove_entry(aggregation, peer);
	}
}

/* Returns the peer of a frame's addresses. If all peers have an entry, removes
 * the least recently used one. */
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
	remove_entry(aggregation, peer);
	return peers_get(&aggregation->peers, frame->bssid, frame->station,
			 now);
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
	if (changed && peer->has_entry)
		remove_entry(aggregation, peer);
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
		add_entry(aggregation, radio, peer, lease, tid, now);
	frame->local = peer->has_entry;
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
	if (peer->has_entry)
		remove_entry(aggregation, peer);
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
	if (peer->has_entry && saves_power)
		remove_entry(aggregation, peer);
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

	if (!peer || !peer->has_entry || peer->radio != radio->index ||
	    !ieee80211_is_addba_request(frame, len))
		return;
	delete_entry(radio, peer);
	queue_requeue(&radio->queue, peer->bssid, peer->station);
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
	return peer && peer->has_entry;
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

void aggregation_stop(struct aggregation *aggregation, struct radio *radio,
		      unsigned int slot)
{
	struct peers *peers = &aggregation->peers;
	struct shadow_ap *ap =
		shadow_ap_of(aggregation->aps[radio->index], slot);

	if (!ap || !ap->started)
		return;
	for (unsigned int i = 0; i < peers->n; i++) {
		struct peer *peer = &peers->places[i];

		if (!peer->has_entry || peer->radio != radio->index ||
		    peer->slot != slot)
			continue;
		flight_drain(&radio->queue.flight, peer->bssid, peer->station,
			     clock_ms());
		peers_forget(peers, peer);
	}
	shadow_ap_stop(ap, radio, slot);
}

void aggregation_stop_radio(struct aggregation *aggregation,
			    struct radio *radio)
{
	for (unsigned int slot = 0; slot < LEASES_MAX; slot++)
		aggregation_stop(aggregation, radio, slot);
}
