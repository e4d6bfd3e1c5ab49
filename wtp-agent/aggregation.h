/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frames of 802.11n go in aggregates where the radio's mac80211 knows the
 * station: then it has a block-ack session with it, and a transmit queue. To
 * what is injected with the address of an access point of its own it applies
 * what it knows. So for a lease with stations that are worth it there is an
 * access point that hardly shows itself, with an entry of each of these.
 *
 * An entry is made when frames wait, of a station that the VAP describes, and
 * ends when the VAP describes it no more, or the station begins anew. What
 * must be true of numbers and sessions is in peers.h.
 */
#ifndef AGGREGATION_H
#define AGGREGATION_H

#include <stdbool.h>
#include <stdint.h>

#include "downlink.h"

struct agent;
struct radio;

/* A frame is about to be put into the radio's queue. */
void aggregation_downlink(struct radio *radio, struct downlink_frame *frame);

/* A frame of a station was received, and is about to be forwarded: what is
 * then to be said of failed frames (queue_failed()) is to be said before, or
 * after it if it says that the station sleeps. */
void aggregation_uplink(struct radio *radio, const uint8_t *frame);

/* Is a sent frame that nobody had injected, or that nobody waits for any more,
 * none of a VAP's: one that mac80211 has numbered, or its own about sessions?
 */
bool aggregation_is_own(struct radio *radio, const uint8_t *frame);

/* A frame of the agent's own was sent: if it was to end a session, that is
 * over, or may go on where nobody has acknowledged it. */
void aggregation_own_sent(struct radio *radio, const uint8_t *frame,
			  size_t len, bool acknowledged);

/* A frame of the agent's own has no status, and will have none; or it was not
 * even 'sent'. What it was for is to be done again. */
void aggregation_own_lost(struct radio *radio, const uint8_t *frame,
			  size_t len, bool sent);

/* A frame of mac80211's own was sent, and not acknowledged. */
void aggregation_own_failed(struct radio *radio, const uint8_t *frame,
			    size_t len);

/* A frame to a group was sent: this is its echo. */
void aggregation_group_sent(struct radio *radio, const uint8_t *frame);

/* The lease of a slot is over: nothing of it is left. */
void aggregation_end(struct radio *radio, unsigned int slot);

/* The same for all slots. */
void aggregation_end_all(struct radio *radio);

#endif
