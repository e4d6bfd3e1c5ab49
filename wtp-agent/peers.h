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
 * begins with the end of any session (DELBA), once for each TID: that is what
 * 'clean' remembers. Whose session it was does not matter: another WTP's, or
 * one of an earlier run of this agent.
 */
#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stdint.h>

#include "addr.h"
#include "cloudmac_station.h"

#define PEERS_PLACES 1024 /* a power of two */

/* For how long a description is good: the VAP repeats it with each frame that
 * comes later than a fraction of a second after the last. */
#define PEER_STALE_MS 10000
/* After a failure, for how long no entry is tried. */
#define PEER_REFUSED_MS 5000

struct peer {
	uint8_t station[ADDR_LEN], bssid[ADDR_LEN];
	bool taken;
	bool entry; /* the radio's mac80211 has one */
	uint8_t radio;
	unsigned int slot; /* of the lease, with the entry */
	uint16_t clean;	   /* TIDs without a session that is none of ours */
	uint64_t used_ms;
	struct cloudmac_station described; /* of AID 0: not */
	uint64_t described_ms;
	uint64_t patient_until_ms; /* no entry is tried before */
};

struct peers {
	struct peer places[PEERS_PLACES];
};

/* The peer, or NULL. */
struct peer *peers_find(struct peers *peers, const uint8_t *bssid,
			const uint8_t *station);

/* The same, made if there is none; NULL if its place belongs to another that
 * is in use, or has an entry. */
struct peer *peers_get(struct peers *peers, const uint8_t *bssid,
		       const uint8_t *station, uint64_t now_ms);

/* The VAP describes a station; true if it said something else before. */
bool peer_describe(struct peer *peer, const struct cloudmac_station *station,
		   uint64_t now_ms);

/* Has a frame of the TID to go behind a DELBA? Only the first time, unless
 * that one was in vain. */
bool peer_must_clean(struct peer *peer, uint8_t tid);
void peer_is_not_clean(struct peer *peer, uint8_t tid);

/* Shall there be an entry, as one frame waits and another one comes? */
bool peer_wants_entry(const struct peer *peer, uint64_t now_ms);

/* Is there an entry for no use? */
bool peer_is_idle(const struct peer *peer, uint64_t now_ms);

#endif
