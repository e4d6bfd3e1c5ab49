/* SPDX-License-Identifier: Apache-2.0 */
/* The entries of stations, and the sessions that these have: what the agent
 * does about them with each frame that goes down or comes up. */
#include "aggregation.h"

#include <errno.h>
#include <string.h>

#include "agent.h"
#include "aggregation_private.h"
#include "clock.h"
#include "ieee80211.h"

bool aggregation_is_possible(const struct radio *radio)
{
	return radio->config->aggregation && radio->ops->show &&
	       radio->queue.tracks && radio->config->width != WIDTH_20_NOHT;
}

/* The station keeps no session for a TID, be it whose it may. A repetition of
 * what had the same number would be dropped, be it another WTP's: so it is one
 * that hardly anybody has used last. */
static void send_delba(struct radio *radio, struct peer *peer, uint8_t tid)
{
	uint8_t frame[IEEE80211_DELBA_LEN];
	bool theirs, saves_power = naps_saves_power(&radio->agent->naps,
						    peer->station);

	ieee80211_make_delba(frame, peer->bssid, peer->station, tid,
			     (uint16_t)clock_ms());
	/* One that has polled for a frame is to poll once more. */
	if (saves_power)
		frame[1] |= IEEE80211_MORE_DATA;
	/* One of another WTP's may have to be insisted on. */
	theirs = !saves_power && peer_is_new(peer, tid);
	if (!queue_put_own(&radio->queue, frame, sizeof(frame), tid, theirs,
			   theirs))
		peer_is_not_clean(peer, tid);
}

/* What the radio still has of a row that has ended goes out once the station
 * is awake, and its numbers would move a new session's window ahead. Nothing
 * tells how much that is: but what has a status when it comes behind all of
 * that in the radio's queue. */
static void wait_for_radio(struct radio *radio, struct peer *peer, uint8_t tid)
{
	uint8_t frame[IEEE80211_QOS_NULL_LEN];

	ieee80211_make_qos_null(frame, peer->bssid, peer->station, tid);
	if (!queue_put_own(&radio->queue, frame, sizeof(frame), tid, false,
			   false))
		peer_has_left(peer, tid);
}

/* A request moves the station's window forward, to less than half of all
 * numbers away. Of these three one at least does, wherever it was before, and
 * the last one leaves it at the row's first number. */
#define WINDOW_STEPS 3

/* The station has acknowledged a DELBA, but ends its session when it gets
 * round to it, and until then drops what comes as old. What moves its window
 * takes effect at once. */
static void move_window(struct radio *radio, const struct peer *peer,
			uint8_t tid)
{
	uint8_t frame[IEEE80211_BAR_LEN];
	uint16_t first = 0; /* of mac80211's numbers */

	if (naps_saves_power(&radio->agent->naps, peer->station) ||
	    (!peer->entry && !flight_first(&radio->queue.flight, peer->bssid,
					   peer->station, tid, &first)))
		return;
	/* Each is put before the one that was put last. */
	for (unsigned int i = WINDOW_STEPS; i; i--) {
		ieee80211_make_bar(frame, peer->bssid, peer->station, tid,
				   (uint16_t)((first + i * IEEE80211_NUMBERS /
							       WINDOW_STEPS) %
					      IEEE80211_NUMBERS));
		queue_put_own(&radio->queue, frame, sizeof(frame), tid, false,
			      false);
	}
}

void aggregation_log_refused(const struct radio *radio, const char *what,
			     const uint8_t *address, int err)
{
	char text[ADDR_TEXTLEN];

	log_limited(LOG_LEVEL_WARN,
		    "%s: no aggregates, the kernel refuses "
		    "%s %s: %s",
		    radio->config->phy, what, addr_format(address, text),
		    strerror(err));
}

/* How long a station that did not hear the request for a session is sent
 * single frames. */
#define UNANSWERED_MS 20

static void forget_entry(struct radio *radio, struct peer *peer)
{
	radio->ops->leave(radio, peer->slot, peer->station);
	peer->entry = false;
	peer->left |= flight_local_tids(&radio->queue.flight, peer->bssid,
					peer->station);
	peer_suspect(peer);
}

/* The entry of a station ends, and what mac80211 had for it with it. The
 * station may keep its sessions, asleep. */
static void leave(struct radio *radio, struct peer *peer)
{
	uint64_t now = clock_ms();

	forget_entry(radio, peer);
	flight_drain(&radio->queue.flight, peer->bssid, peer->station,
		     now + QUEUE_DRAIN_MS);
	aggregation_ap_suspect(radio, peer->slot, now);
}

/* Make an entry, if that is possible yet. */
static void enter(struct radio *radio, struct peer *peer,
		  const struct lease *lease, uint8_t tid, uint64_t now)
{
	int err;

	if (!aggregation_ap_show(radio, lease, now))
		return;
	err = radio->ops->enter(radio, lease->slot, peer->station,
				&peer->described);
	if (err) {
		aggregation_log_refused(radio, "station", peer->station, err);
		peer->patient_until_ms = now + PEER_REFUSED_MS;
		if (err == ENODEV) /* somebody has removed it */
			aggregation_end_all(radio);
		return;
	}
	peer->entry = true;
	peer->radio = (uint8_t)radio->index;
	peer->slot = lease->slot;
	flight_localise(&radio->queue.flight, peer->bssid, peer->station);
	if (peer_is_ending(peer, tid, now))
		move_window(radio, peer, tid);
}

/* Is there a rate of 802.11n in what the VAP wants? */
static bool is_ht(const struct downlink_frame *frame)
{
	if (RADIOTAP_HAS(&frame->rt, RADIOTAP_MCS) ||
	    RADIOTAP_HAS(&frame->rt, RADIOTAP_VHT))
		return true;
	for (unsigned int i = 0; i < frame->chain.n; i++)
		if (frame->chain.stages[i].rate.kind >= CLOUDMAC_RATE_HT)
			return true;
	return false;
}

/* Entries of stations that the VAP speaks of no more; now and then. */
static void sweep(struct agent *agent, uint64_t now)
{
	if (now < agent->swept_ms + PEER_STALE_MS / 4)
		return;
	agent->swept_ms = now;
	for (unsigned int i = 0; i < agent->peers.n; i++) {
		struct peer *peer = &agent->peers.places[i];

		if (peer_is_idle(peer, now))
			leave(&agent->radios[peer->radio], peer);
	}
}

/* The peer of a frame's addresses, be there as many as may. */
static struct peer *get_peer(struct agent *agent,
			     const struct downlink_frame *frame, uint64_t now)
{
	struct peer *peer =
		peers_get(&agent->peers, frame->bssid, frame->station, now);

	if (peer)
		return peer;
	peer = peers_quietest(&agent->peers);
	log_limited(LOG_LEVEL_WARN,
		    "%d stations have aggregates, so the quietest one's end",
		    PEERS_PLACES);
	leave(&agent->radios[peer->radio], peer);
	return peers_get(&agent->peers, frame->bssid, frame->station, now);
}

static void to_peer(struct radio *radio, struct peer *peer,
		    const struct lease *lease, struct downlink_frame *frame,
		    uint64_t now)
{
	uint8_t tid = ieee80211_flow_tid(frame->body, frame->body_len);
	uint16_t number = ieee80211_sequence_control(frame->body) >> 4;
	bool others_wait = queue_backlog(&radio->queue, frame);
	bool is_other = frame->described.aid &&
			peer_describe(peer, &frame->described, now);

	if (peer_was_away(peer, tid, number, now)) {
		peer_suspect(peer);
		is_other = true;
	}
	if (is_other && peer->entry)
		leave(&radio->agent->radios[peer->radio], peer);
	if (!naps_asleep(&radio->agent->naps, frame->station)) {
		if (peer_must_clean(peer, tid, now))
			send_delba(radio, peer, tid);
		/* Which then goes first. */
		if (peer_must_wait(peer, tid))
			wait_for_radio(radio, peer, tid);
	}
	if (others_wait && lease && lease->radio == radio->index &&
	    peer_wants_entry(peer, now) &&
	    !naps_saves_power(&radio->agent->naps, frame->station))
		enter(radio, peer, lease, tid, now);
	frame->local = peer->entry;
}

void aggregation_downlink(struct radio *radio, struct downlink_frame *frame)
{
	struct agent *agent = radio->agent;
	const struct lease *lease;
	struct peer *peer;
	uint64_t now;

	if (!aggregation_is_possible(radio))
		return;
	if (!frame->ack) {
		if (ieee80211_is_to_group(frame->body))
			aggregation_ap_to_group(radio, frame);
		return;
	}
	if (!ieee80211_carries_qos_data(frame->body))
		return;
	now = clock_ms();
	sweep(agent, now);
	lease = lease_find(&agent->leases, frame->bssid);
	peer = frame->described.aid ||
			       (is_ht(frame) &&
				!aggregation_ap_all_protect(radio, lease))
		       ? get_peer(agent, frame, now)
		       : peers_find(&agent->peers, frame->bssid,
				    frame->station);
	if (peer)
		to_peer(radio, peer, lease, frame, now);
}

void aggregation_uplink(struct radio *radio, const uint8_t *frame)
{
	const uint8_t *bssid = ieee80211_addr1(frame);
	const uint8_t *station = ieee80211_addr2(frame);
	bool sleeps = frame[1] & IEEE80211_POWER_SAVE;
	struct peer *peer;

	if (!aggregation_is_possible(radio))
		return;
	/* The VAP is to keep what failed before it sends more. */
	if (!sleeps)
		flight_hurry(&radio->queue.flight, bssid, station);
	peer = peers_find(&radio->agent->peers, bssid, station);
	if (!peer)
		return;
	if (sleeps)
		peer_sleeps(peer);
	if (peer->entry && (sleeps || ieee80211_starts_anew(frame))) {
		leave(&radio->agent->radios[peer->radio], peer);
	} else if (sleeps && peer->sought) {
		peer_suspect(peer);
	}
	if (ieee80211_starts_anew(frame))
		peers_forget(&radio->agent->peers, peer);
}

void aggregation_own_sent(struct radio *radio, const uint8_t *frame,
			  size_t len, bool acknowledged)
{
	struct peer *peer =
		peers_find(&radio->agent->peers, ieee80211_addr2(frame),
			   ieee80211_addr1(frame));

	uint8_t tid;

	if (!peer || !ieee80211_is_delba(frame, len))
		return;
	tid = ieee80211_delba_tid(frame);
	if (acknowledged) {
		bool was_new = peer_is_new(peer, tid);

		peer_is_clean(peer, tid, clock_ms());
		if (was_new)
			move_window(radio, peer, tid);
	} else {
		peer_is_not_clean(peer, tid);
	}
}

void aggregation_own_lost(struct radio *radio, const uint8_t *frame,
			  size_t len, bool sent)
{
	struct peer *peer =
		peers_find(&radio->agent->peers, ieee80211_addr2(frame),
			   ieee80211_addr1(frame));

	if (!peer)
		return;
	if (ieee80211_is_delba(frame, len))
		peer_is_not_clean(peer, ieee80211_delba_tid(frame));
	/* What has had no status for so long the radio does not have. */
	else if (!sent &&
		 (frame[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_DATA)
		peer_has_left(peer, ieee80211_flow_tid(frame, len));
}

/* Until the request for a session is answered mac80211 sends nothing of the
 * TID, for two seconds if it has to. So the entry begins anew. */
void aggregation_own_failed(struct radio *radio, const uint8_t *frame,
			    size_t len)
{
	struct peer *peer =
		peers_find(&radio->agent->peers, ieee80211_addr2(frame),
			   ieee80211_addr1(frame));

	if (!peer || !peer->entry || peer->radio != radio->index ||
	    !ieee80211_is_addba_request(frame, len))
		return;
	forget_entry(radio, peer);
	queue_requeue(&radio->queue, peer->bssid, peer->station);
	peer->patient_until_ms = clock_ms() + UNANSWERED_MS;
}

bool aggregation_is_own(struct radio *radio, const uint8_t *frame)
{
	const struct peer *peer;

	if (!aggregation_is_possible(radio))
		return false;
	if (ieee80211_carries_qos_data(frame))
		return true;
	peer = peers_find(&radio->agent->peers, ieee80211_addr2(frame),
			  ieee80211_addr1(frame));
	return peer && peer->entry;
}
