/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stations of 802.11n that frames go to: what the VAP has said of each,
 * and whether the radio's mac80211 has an entry of it, which is what makes
 * frames to it go in aggregates. Decisions only; entries are made and ended by
 * aggregation.c. Times are milliseconds of the caller's clock.
 *
 * With an entry mac80211 numbers the frames, without it they have the VAP's
 * numbers. A block-ack session belongs to one row of numbers: to a receiver
 * that still has a session of another row, all would be old news. So a row
 * begins with the end of any session (DELBA), once for each TID, which has to
 * arrive: that is what 'clean' remembers. Whose session it was does not
 * matter: another WTP's, or one of an earlier run of this agent.
 *
 * A station that comes back may meanwhile have been with another WTP. Nobody
 * says so, but the VAP's numbers do: some are missing. While frames follow
 * each other closely that is a loss on the way here and no more.
 */
#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stdint.h>

#include "addr.h"
#include "cloudmac_station.h"

#define PEERS_PLACES  1024
#define PEERS_BUCKETS 1024 /* a power of two */

/* For how long a description is good: the VAP repeats it with each frame that
 * comes later than a fraction of a second after the last. */
#define PEER_STALE_MS 10000
/* A station that was away has got nothing from here for at least so long: two
 * handovers take longer. */
#define PEER_AWAY_MS 50
/* The VAP sends again what it has kept for a station that slept: so many of
 * the last numbers. */
#define PEER_KEPT 256
/* By then it is known whether the end of a session has arrived. */
#define PEER_SOUGHT_MS 1600
/* For so long the station may still be about to end it. */
#define PEER_ENDING_MS 200
/* After a failure, for how long no entry is tried. */
#define PEER_REFUSED_MS 5000

#define PEER_TIDS 16

/* What has gone to the station of one TID, by the VAP's numbers. */
struct peer_row {
	bool known;
	uint16_t number; /* the highest one */
	uint64_t seen_ms;
};

struct peer {
	uint8_t station[ADDR_LEN], bssid[ADDR_LEN];
	bool taken;
	bool entry; /* the radio's mac80211 has one */
	uint8_t radio;
	unsigned int slot; /* of the lease, with the entry */
	uint16_t clean;	   /* TIDs without a session that is none of ours */
	uint16_t sought;   /* TIDs whose session is about to be ended */
	uint16_t served;   /* TIDs that nobody else has sent to meanwhile */
	uint16_t left;	   /* TIDs of which the radio may have frames of a row
			    * that has ended */
	uint64_t sought_ms, clean_ms; /* the last of these, of a new station */
	struct peer_row rows[PEER_TIDS];
	uint64_t used_ms;
	struct cloudmac_station described; /* of AID 0: not */
	uint64_t described_ms;
	uint64_t patient_until_ms; /* no entry is tried before */
	uint16_t chain; /* the next place of the bucket and 1, or 0 */
};

/* Empty if all is 0. */
struct peers {
	struct peer places[PEERS_PLACES];
	uint16_t n;			 /* places that were ever taken */
	uint16_t buckets[PEERS_BUCKETS]; /* their first place and 1, or 0 */
};

/* The peer, or NULL. */
struct peer *peers_find(struct peers *peers, const uint8_t *bssid,
			const uint8_t *station);

/* The same, made if there is none: then the one that has been quiet for
 * longest makes room if need be. NULL if all have an entry. */
struct peer *peers_get(struct peers *peers, const uint8_t *bssid,
		       const uint8_t *station, uint64_t now_ms);

/* Who is next to make room: one with an entry only if all have one, as that
 * has to end before. */
struct peer *peers_quietest(struct peers *peers);

/* Forget all of a peer. */
void peers_forget(struct peers *peers, struct peer *peer);

/* The VAP describes a station; true if it said something else before. */
bool peer_describe(struct peer *peer, const struct cloudmac_station *station,
		   uint64_t now_ms);

/* A frame with the VAP's number goes to the station. True if there were others
 * that did not come here: somebody else may have served it. */
bool peer_was_away(struct peer *peer, uint8_t tid, uint16_t number,
		   uint64_t now_ms);

/* It sleeps: the VAP keeps frames, and what it sends of them may leave numbers
 * out. */
void peer_sleeps(struct peer *peer);

/* Has a frame of the TID to go behind a DELBA? Only the first time, unless
 * nothing was heard of that one. */
bool peer_must_clean(struct peer *peer, uint8_t tid, uint64_t now_ms);

/* May the radio have frames of the TID left of the row before? They are to be
 * waited for: true once. */
bool peer_must_wait(struct peer *peer, uint8_t tid);

/* They were not waited for. */
void peer_has_left(struct peer *peer, uint8_t tid);

/* What became of the DELBA. */
void peer_is_clean(struct peer *peer, uint8_t tid, uint64_t now_ms);
void peer_is_not_clean(struct peer *peer, uint8_t tid);

/* Was the last to send to it somebody else, who may not have finished? */
bool peer_is_new(const struct peer *peer, uint8_t tid);

/* No session is known to have ended. */
void peer_suspect(struct peer *peer);

/* The station has acknowledged the end of its session, and may not yet be done
 * with it: 802.11 asks for the acknowledgement alone to be prompt. */
bool peer_is_ending(const struct peer *peer, uint8_t tid, uint64_t now_ms);

/* Shall there be an entry, as one frame waits and another one comes? */
bool peer_wants_entry(const struct peer *peer, uint64_t now_ms);

/* Is there an entry for no use? */
bool peer_is_idle(const struct peer *peer, uint64_t now_ms);

#endif
