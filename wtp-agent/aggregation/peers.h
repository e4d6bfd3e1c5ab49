/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The 802.11n stations that frames go to: how the VAP describes each, whether
 * the radio's mac80211 has an entry of it, and the block-ack session of each
 * TID. Decisions only; station_entries.c adds and removes entries. Times are
 * milliseconds of the caller's clock.
 *
 * A station that comes back may have been with another WTP meanwhile. The
 * VAP's sequence numbers show that: some are missing after a pause. Missing
 * numbers without a pause are a loss on the way to this WTP.
 */
#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "block_ack.h"
#include "cloudmac_station.h"
#include "queue/queue.h"

#define PEERS_MAX     1024
#define PEERS_BUCKETS 1024 /* a power of two */

/* A description is valid for this time. The VAP repeats it with each frame
 * that comes later than a fraction of a second after the last. */
#define PEER_STALE_MS 10000
/* The shortest pause in frames to a station that was away: two handovers take
 * longer. */
#define PEER_AWAY_MS 50
/* The VAP retransmits frames that it buffered for a dozing station: numbers so
 * far back are not from a gap. */
#define PEER_BUFFERED 256
/* The pauses after the kernel refused an entry, and after the radio was busy
 * with entries of others. */
#define PEER_RETRY_MS	   5000
#define PEER_BUSY_RETRY_MS 20
/* No entry for this time after a fragment. */
#define PEER_FRAGMENT_MS 10000

#define PEER_TIDS 16

/* The latest sequence number of the VAP on a TID. */
struct peer_sequence {
	bool known;
	uint16_t number; /* the highest one */
	uint64_t seen_ms;
};

/* The entry of a station in the radio's mac80211. While a request runs the
 * agent does not know whether there is one, and the station's frames wait:
 *
 *	NONE -> ADDING -> PRESENT -> REMOVING -> NONE
 *
 * A failed addition leads back to NONE. A removal can follow an addition that
 * still runs: then two requests are pending. */
enum peer_entry {
	PEER_ENTRY_NONE,
	PEER_ENTRY_ADDING,
	PEER_ENTRY_PRESENT,
	PEER_ENTRY_REMOVING,
};

struct peer {
	uint8_t station[ADDR_LEN], bssid[ADDR_LEN];
	bool used;
	enum peer_entry entry;
	unsigned int requests;	 /* about the entry, that are pending */
	struct flight_hold hold; /* while requests are pending */
	uint8_t entry_tid;	 /* of the frame that required it */
	bool requeue;		 /* its frames, after the removal */
	uint8_t radio;		 /* of the entry */
	unsigned int slot;	 /* of the lease with the entry */
	struct block_ack_session sessions[PEER_TIDS];
	struct peer_sequence sequences[PEER_TIDS];
	uint64_t used_ms;
	struct cloudmac_station described; /* AID 0: not */
	uint64_t described_ms;
	uint64_t retry_after_ms; /* no entry is tried before */
	uint16_t chain;		 /* next place of the bucket plus 1, or 0 */
};

/* A table that is all zeros is empty. */
struct peers {
	struct peer places[PEERS_MAX];
	uint16_t n;			 /* places that were ever used */
	uint16_t buckets[PEERS_BUCKETS]; /* first place plus 1, or 0 */
};

/* Returns the peer, or NULL. */
struct peer *peers_find(struct peers *peers, const uint8_t *bssid,
			const uint8_t *station);

/* Returns the peer, a new one if there is none. In a full table that replaces
 * the least recently used one without an entry. Returns NULL if all have an
 * entry. */
struct peer *peers_get(struct peers *peers, const uint8_t *bssid,
		       const uint8_t *station, uint64_t now_ms);

/* Returns the least recently used peer: one with an entry only if all have
 * one. */
struct peer *peers_least_recent(struct peers *peers);

/* Removes a peer. One with pending requests stays, and forgets all but these.
 */
void peers_forget(struct peers *peers, struct peer *peer);

/* Stores the VAP's description. Returns true if it differs from the last. */
bool peer_describe(struct peer *peer, const struct cloudmac_station *station,
		   uint64_t now_ms);

/* Returns the block-ack session of a TID. */
struct block_ack_session *peer_session(struct peer *peer, uint8_t tid);

/* Applies an event to the sessions of all TIDs. */
void peer_handle_all(struct peer *peer, enum block_ack_event event,
		     uint64_t now_ms);

/* Returns true if a DELBA of any TID awaits its result. */
bool peer_has_ending_session(const struct peer *peer);

/* Notes the VAP's sequence number of a frame to the station. Returns true if
 * the numbers show that the station was away. All its sessions are FOREIGN
 * then. */
bool peer_detect_absence(struct peer *peer, uint8_t tid, uint16_t number,
			 uint64_t now_ms);

/* Notes a fragment to the station. For a time no entry is possible: mac80211
 * would number each fragment as a frame of its own, and a block-ack session
 * has no fragments (IEEE Std 802.11-2020, 10.4). */
void peer_note_fragment(struct peer *peer, uint64_t now_ms);

/* Forgets the sequence numbers of a station that dozes: the VAP buffers frames
 * and may drop some of them. */
void peer_forget_sequences(struct peer *peer);

/* Returns true if the radio may hold frames of the previous series of numbers,
 * and clears that: the caller sends a frame behind them. */
bool peer_take_held_frames(struct peer *peer, uint8_t tid);

/* Returns true if an entry is possible and useful, given that a frame waits
 * and another one arrives. */
bool peer_needs_entry(const struct peer *peer, uint64_t now_ms);

/* Returns true if there is an entry that no request removes, or one is being
 * added. */
bool peer_wants_entry(const struct peer *peer);

/* Returns true if the VAP no longer describes a station that has an entry. */
bool peer_is_idle(const struct peer *peer, uint64_t now_ms);

#endif
