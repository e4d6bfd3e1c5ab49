/* SPDX-License-Identifier: Apache-2.0 */
#include "peers.h"

#include <string.h>

#include "ieee80211.h"

/* FNV-1a. */
static uint16_t *bucket_of(struct peers *peers, const uint8_t *bssid,
			   const uint8_t *station)
{
	uint32_t hash = 2166136261u;

	for (int i = 0; i < ADDR_LEN; i++)
		hash = (hash ^ station[i]) * 16777619u;
	for (int i = 0; i < ADDR_LEN; i++)
		hash = (hash ^ bssid[i]) * 16777619u;
	return &peers->buckets[(hash ^ hash >> 16) & (PEERS_BUCKETS - 1)];
}

static bool is_of(const struct peer *peer, const uint8_t *bssid,
		  const uint8_t *station)
{
	return !memcmp(peer->station, station, ADDR_LEN) &&
	       !memcmp(peer->bssid, bssid, ADDR_LEN);
}

struct peer *peers_find(struct peers *peers, const uint8_t *bssid,
			const uint8_t *station)
{
	uint16_t place = *bucket_of(peers, bssid, station);

	while (place) {
		struct peer *peer = &peers->places[place - 1];

		if (is_of(peer, bssid, station))
			return peer;
		place = peer->chain;
	}
	return NULL;
}

struct peer *peers_quietest(struct peers *peers)
{
	struct peer *quietest = &peers->places[0];

	for (unsigned int i = 1; i < peers->n; i++) {
		struct peer *peer = &peers->places[i];

		if (peer->entry == quietest->entry
			    ? peer->used_ms < quietest->used_ms
			    : quietest->entry)
			quietest = peer;
	}
	return quietest;
}

void peers_forget(struct peers *peers, struct peer *peer)
{
	uint16_t place = (uint16_t)(peer - peers->places + 1);
	uint16_t *at = bucket_of(peers, peer->bssid, peer->station);

	while (*at != place)
		at = &peers->places[*at - 1].chain;
	*at = peer->chain;
	memset(peer, 0, sizeof(*peer));
}

/* A place of nobody's, or NULL. */
static struct peer *take_place(struct peers *peers)
{
	struct peer *peer;

	if (peers->n < PEERS_PLACES)
		return &peers->places[peers->n++];
	/* One that was forgotten has been quiet for ever. */
	peer = peers_quietest(peers);
	if (peer->entry)
		return NULL;
	if (peer->taken)
		peers_forget(peers, peer);
	return peer;
}

static struct peer *make(struct peers *peers, const uint8_t *bssid,
			 const uint8_t *station)
{
	struct peer *peer = take_place(peers);
	uint16_t *bucket = bucket_of(peers, bssid, station);

	if (!peer)
		return NULL;
	peer->taken = true;
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

	/* Meanwhile another WTP may have had sessions with it. */
	if (peer && is_stale(peer, now_ms) && !peer->entry) {
		peers_forget(peers, peer);
		peer = NULL;
	}
	if (!peer)
		peer = make(peers, bssid, station);
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

static uint16_t bit_of(uint8_t tid)
{
	return (uint16_t)(1u << (tid % PEER_TIDS));
}

bool peer_was_away(struct peer *peer, uint8_t tid, uint16_t number,
		   uint64_t now_ms)
{
	struct peer_row *row = &peer->rows[tid % PEER_TIDS];
	unsigned int ahead =
		(unsigned int)(number - row->number) % IEEE80211_NUMBERS;
	bool is_older = row->known && ahead >= IEEE80211_NUMBERS - PEER_KEPT;
	/* Fragments share a number. */
	bool away = row->known && !is_older && ahead > 1 &&
		    now_ms >= row->seen_ms + PEER_AWAY_MS;

	/* What the VAP sends once more leaves the row where it is. */
	if (!is_older)
		row->number = number;
	row->known = true;
	row->seen_ms = now_ms;
	if (away)
		peer->served = 0;
	return away;
}

void peer_sleeps(struct peer *peer)
{
	memset(peer->rows, 0, sizeof(peer->rows));
}

bool peer_must_clean(struct peer *peer, uint8_t tid, uint64_t now_ms)
{
	if (peer->clean & bit_of(tid))
		return false;
	if (peer->sought & bit_of(tid) &&
	    now_ms < peer->sought_ms + PEER_SOUGHT_MS)
		return false;
	peer->sought |= bit_of(tid);
	peer->sought_ms = now_ms;
	return true;
}

bool peer_must_wait(struct peer *peer, uint8_t tid)
{
	bool must = peer->left & bit_of(tid);

	peer->left &= (uint16_t)~bit_of(tid);
	return must;
}

void peer_has_left(struct peer *peer, uint8_t tid)
{
	peer->left |= bit_of(tid);
}

bool peer_is_new(const struct peer *peer, uint8_t tid)
{
	return !(peer->served & bit_of(tid));
}

void peer_is_clean(struct peer *peer, uint8_t tid, uint64_t now_ms)
{
	if (peer_is_new(peer, tid))
		peer->clean_ms = now_ms;
	peer->clean |= bit_of(tid);
	peer->served |= bit_of(tid);
	peer->sought &= (uint16_t)~bit_of(tid);
}

void peer_is_not_clean(struct peer *peer, uint8_t tid)
{
	peer->clean &= (uint16_t)~bit_of(tid);
	peer->sought &= (uint16_t)~bit_of(tid);
}

void peer_suspect(struct peer *peer)
{
	peer->clean = peer->sought = 0;
}

bool peer_is_ending(const struct peer *peer, uint8_t tid, uint64_t now_ms)
{
	return peer->clean & bit_of(tid) &&
	       now_ms < peer->clean_ms + PEER_ENDING_MS;
}

bool peer_wants_entry(const struct peer *peer, uint64_t now_ms)
{
	return !peer->entry && peer->described.has_ht &&
	       now_ms < peer->described_ms + PEER_STALE_MS &&
	       now_ms >= peer->patient_until_ms;
}

bool peer_is_idle(const struct peer *peer, uint64_t now_ms)
{
	return peer->entry && now_ms >= peer->described_ms + PEER_STALE_MS;
}
