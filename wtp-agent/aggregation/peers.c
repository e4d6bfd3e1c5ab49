/* SPDX-License-Identifier: Apache-2.0 */
#include "peers.h"

#include <string.h>

#include "frame/frame.h"

static uint16_t *peer_bucket(struct peers *peers, const uint8_t *bssid,
			     const uint8_t *station)
{
	uint32_t hash = hash_octets(0, station, ADDR_LEN);

	hash = hash_octets(hash, bssid, ADDR_LEN);
	return &peers->buckets[hash_bucket(hash, PEERS_BUCKETS)];
}

static bool has_addresses(const struct peer *peer, const uint8_t *bssid,
			  const uint8_t *station)
{
	return !memcmp(peer->station, station, ADDR_LEN) &&
	       !memcmp(peer->bssid, bssid, ADDR_LEN);
}

struct peer *peers_find(struct peers *peers, const uint8_t *bssid,
			const uint8_t *station)
{
	uint16_t place = *peer_bucket(peers, bssid, station);

	while (place) {
		struct peer *peer = &peers->places[place - 1];

		if (has_addresses(peer, bssid, station))
			return peer;
		place = peer->chain;
	}
	return NULL;
}

/* Returns true if there is an entry, or a request about one runs. */
static bool has_entry(const struct peer *peer)
{
	return peer->entry != PEER_ENTRY_NONE;
}

struct peer *peers_least_recent(struct peers *peers)
{
	struct peer *oldest = &peers->places[0];

	for (unsigned int i = 1; i < peers->n; i++) {
		struct peer *peer = &peers->places[i];

		if (has_entry(peer) == has_entry(oldest)
			    ? peer->used_ms < oldest->used_ms
			    : has_entry(oldest))
			oldest = peer;
	}
	return oldest;
}

/* Forgets all but the pending requests about the entry. */
static void reset_peer(struct peer *peer)
{
	memset(peer->sessions, 0, sizeof(peer->sessions));
	memset(peer->sequences, 0, sizeof(peer->sequences));
	memset(&peer->described, 0, sizeof(peer->described));
	peer->described_ms = peer->retry_after_ms = 0;
}

void peers_forget(struct peers *peers, struct peer *peer)
{
	uint16_t place = (uint16_t)(peer - peers->places + 1);
	uint16_t *at = peer_bucket(peers, peer->bssid, peer->station);

	if (peer->requests) {
		reset_peer(peer);
		return;
	}
	while (*at != place)
		at = &peers->places[*at - 1].chain;
	*at = peer->chain;
	memset(peer, 0, sizeof(*peer));
}

/* Returns an unused place, or NULL if all peers have an entry. */
static struct peer *free_place(struct peers *peers)
{
	struct peer *peer;

	if (peers->n < PEERS_MAX)
		return &peers->places[peers->n++];
	/* A removed peer is the least recent one. */
	peer = peers_least_recent(peers);
	if (has_entry(peer))
		return NULL;
	if (peer->used)
		peers_forget(peers, peer);
	return peer;
}

static struct peer *add_peer(struct peers *peers, const uint8_t *bssid,
			     const uint8_t *station)
{
	struct peer *peer = free_place(peers);
	uint16_t *bucket = peer_bucket(peers, bssid, station);

	if (!peer)
		return NULL;
	peer->used = true;
	memcpy(peer->station, station, ADDR_LEN);
	memcpy(peer->bssid, bssid, ADDR_LEN);
	peer->chain = *bucket;
	*bucket = (uint16_t)(peer - peers->places + 1);
	return peer;
}

static bool is_stale(const struct peer *peer, uint64_t now_ms)
{
	return now_ms >= peer->used_ms + PEER_STALE_MS;
}

struct peer *peers_get(struct peers *peers, const uint8_t *bssid,
		       const uint8_t *station, uint64_t now_ms)
{
	struct peer *peer = peers_find(peers, bssid, station);

	/* Another WTP may have had sessions with it meanwhile. */
	if (peer && is_stale(peer, now_ms) && !has_entry(peer)) {
		peers_forget(peers, peer);
		peer = NULL;
	}
	if (!peer)
		peer = add_peer(peers, bssid, station);
	if (peer)
		peer->used_ms = now_ms;
	return peer;
}

static bool same_description(const struct cloudmac_station *one,
			     const struct cloudmac_station *other)
{
	return one->aid == other->aid && one->rates_n == other->rates_n &&
	       one->has_ht == other->has_ht &&
	       one->has_vht == other->has_vht &&
	       !memcmp(one->rates, other->rates, sizeof(one->rates)) &&
	       !memcmp(one->ht, other->ht, sizeof(one->ht)) &&
	       !memcmp(one->vht, other->vht, sizeof(one->vht));
}

bool peer_describe(struct peer *peer, const struct cloudmac_station *station,
		   uint64_t now_ms)
{
	bool differs = peer->described.aid &&
		       !same_description(&peer->described, station);

	peer->described = *station;
	peer->described_ms = now_ms;
	return differs;
}

struct block_ack_session *peer_session(struct peer *peer, uint8_t tid)
{
	return &peer->sessions[tid % PEER_TIDS];
}

void peer_handle_all(struct peer *peer, enum block_ack_event event,
		     uint64_t now_ms)
{
	for (unsigned int tid = 0; tid < PEER_TIDS; tid++)
		block_ack_handle(&peer->sessions[tid], event, now_ms);
}

bool peer_has_ending_session(const struct peer *peer)
{
	for (unsigned int tid = 0; tid < PEER_TIDS; tid++)
		if (block_ack_is_ending(&peer->sessions[tid]))
			return true;
	return false;
}

bool peer_detect_absence(struct peer *peer, uint8_t tid, uint16_t number,
			 uint64_t now_ms)
{
	struct peer_sequence *sequence = &peer->sequences[tid % PEER_TIDS];
	unsigned int ahead =
		(unsigned int)(number - sequence->number) % IEEE80211_NUMBERS;
	bool is_older =
		sequence->known && ahead >= IEEE80211_NUMBERS - PEER_BUFFERED;
	/* Fragments share a number. */
	bool away = sequence->known && !is_older && ahead > 1 &&
		    now_ms >= sequence->seen_ms + PEER_AWAY_MS;

	if (!is_older)
		sequence->number = number;
	sequence->known = true;
	sequence->seen_ms = now_ms;
	if (away)
		peer_handle_all(peer, BLOCK_ACK_SERVED_ELSEWHERE, now_ms);
	return away;
}

void peer_note_fragment(struct peer *peer, uint64_t now_ms)
{
	peer->retry_after_ms = now_ms + PEER_FRAGMENT_MS;
}

void peer_forget_sequences(struct peer *peer)
{
	memset(peer->sequences, 0, sizeof(peer->sequences));
}

bool peer_take_held_frames(struct peer *peer, uint8_t tid)
{
	struct block_ack_session *session = peer_session(peer, tid);
	bool held = session->radio_holds_frames;

	session->radio_holds_frames = false;
	return held;
}

bool peer_needs_entry(const struct peer *peer, uint64_t now_ms)
{
	return !has_entry(peer) && peer->described.has_ht &&
	       now_ms < peer->described_ms + PEER_STALE_MS &&
	       now_ms >= peer->retry_after_ms;
}

bool peer_wants_entry(const struct peer *peer)
{
	return peer->entry == PEER_ENTRY_ADDING ||
	       peer->entry == PEER_ENTRY_PRESENT;
}

bool peer_is_idle(const struct peer *peer, uint64_t now_ms)
{
	return peer_wants_entry(peer) &&
	       now_ms >= peer->described_ms + PEER_STALE_MS;
}
