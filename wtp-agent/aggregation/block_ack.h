/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block-ack session of a station's TID, as far as the agent knows it.
 *
 * mac80211 numbers the frames to a station of which it has an entry; without
 * one they carry the VAP's numbers. A station that keeps a session of other
 * numbers drops new frames as old ones. So the agent ends any session with a
 * DELBA (IEEE Std 802.11-2020, 9.6.4.4) before the first frame of a new series
 * of numbers. It does so once per TID, and again while the result is unknown.
 *
 *	FOREIGN		another WTP may have had the last session
 *	FOREIGN_ENDING	a DELBA was sent in that state
 *	SETTLING	the station acknowledged that DELBA. For
 *			BLOCK_ACK_SETTLING_MS it may not have acted on it yet;
 *			later the state means the same as ENDED. Only an event
 *			leaves the state
 *	OWN		only this WTP has sent to the station, but a session
 *			of older numbers may exist
 *	OWN_ENDING	a DELBA was sent in that state
 *	ENDED		no older session exists
 *
 * Times are milliseconds of the caller's clock.
 */
#ifndef BLOCK_ACK_H
#define BLOCK_ACK_H

#include <stdbool.h>
#include <stdint.h>

enum block_ack_state {
	BLOCK_ACK_FOREIGN,
	BLOCK_ACK_FOREIGN_ENDING,
	BLOCK_ACK_SETTLING,
	BLOCK_ACK_OWN,
	BLOCK_ACK_OWN_ENDING,
	BLOCK_ACK_ENDED,
	BLOCK_ACK_STATES,
};

enum block_ack_event {
	BLOCK_ACK_DELBA_SENT,
	BLOCK_ACK_DELBA_ACKED,
	BLOCK_ACK_DELBA_LOST, /* not acknowledged, or without a status */
	BLOCK_ACK_SUSPECTED,  /* the series of numbers ends, e.g. the entry */
	BLOCK_ACK_SERVED_ELSEWHERE,
	BLOCK_ACK_EVENTS,
};

/* A session that is all zeros is FOREIGN. */
struct block_ack_session {
	enum block_ack_state state;
	uint64_t since_ms; /* of the state */
	/* The radio may hold frames of the previous series. Independent of the
	 * state: the frames leave when the station wakes up. */
	bool radio_holds_frames;
};

/* A DELBA without a result counts as lost after this time. */
#define BLOCK_ACK_DELBA_TIMEOUT_MS 1600
/* A station has acted on a DELBA this long after its acknowledgement. */
#define BLOCK_ACK_SETTLING_MS 200

/* Applies an event. Returns false, without an effect, if the state refuses the
 * event. */
bool block_ack_handle(struct block_ack_session *session,
		      enum block_ack_event event, uint64_t now_ms);

/* Applies BLOCK_ACK_DELBA_SENT if the next frame needs a DELBA before it.
 * Returns true if it does. */
bool block_ack_begin_delba(struct block_ack_session *session, uint64_t now_ms);

/* Returns true if another WTP may have had the last session. */
bool block_ack_is_foreign(const struct block_ack_session *session);

/* Returns true if a DELBA awaits its result. */
bool block_ack_is_ending(const struct block_ack_session *session);

/* Returns true if the station may still act on an acknowledged DELBA. */
bool block_ack_is_settling(const struct block_ack_session *session,
			   uint64_t now_ms);

#endif
