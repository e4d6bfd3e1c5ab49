/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of aggregation/: makes mac80211 aggregate frames (A-MPDU) to the
 * stations of VAPs. mac80211 aggregates for stations of which it has an entry.
 * So the agent starts a shadow access point for a lease, adds entries of its
 * 802.11n stations while frames wait for them, and manages their block-ack
 * sessions.
 *
 *	aggregation.h	what the frames up and down mean for entries
 *	peers.h		stations: descriptions, entries, absence
 *	block_ack.h	the block-ack session of a TID: states and transitions
 *	shadow_ap.h	access points of mac80211 with the BSSID of a lease
 *	station_entries.h	requests to mac80211, and held frames
 *	session_frames.h	frames that end sessions
 *
 * The agent adds an entry when frames wait for a station that the VAP
 * describes. It removes the entry when the VAP stops to describe the station,
 * the station dozes, the VAP ends its association or accepts a new one, or the
 * VAP sends fragments.
 */
#ifndef AGGREGATION_H
#define AGGREGATION_H

#include "aggregation_state.h"
#include "frame/frame.h"
#include "radio/radio.h"
#include "station_entries.h"

/* The arguments must outlive '*aggregation'. */
void aggregation_init(struct aggregation *aggregation, struct radio *radios,
		      const struct lease_table *leases,
		      const struct powersave *powersave);

/* Handles a frame that is about to be enqueued for the radio. Sets
 * 'frame->local' if mac80211 has an entry of the station. */
void aggregation_downlink(struct aggregation *aggregation, struct radio *radio,
			  struct downlink_frame *frame);

/* Returns true if an access point of the radio runs, starts or stops. While
 * one exists, drivers drop frames that are injected on the radio's monitor
 * interface with a transmitter address that no interface has. */
bool aggregation_has_access_points(const struct aggregation *aggregation,
				   const struct radio *radio);

/* Handles a received frame of a station that is about to be forwarded. The
 * caller reports failed frames (queue_next_failed()) before it forwards the
 * frame, or after it if the station starts to doze with it. */
void aggregation_uplink(struct aggregation *aggregation, struct radio *radio,
			const uint8_t *frame);

/* Returns true if a sent frame that matches no frame in flight is not a VAP's:
 * mac80211 numbered it, or it is about a session of mac80211. */
bool aggregation_is_kernel_frame(struct aggregation *aggregation,
				 const struct radio *radio,
				 const uint8_t *frame);

/* Handles the TX status of one of the agent's own frames. */
void aggregation_own_status(struct aggregation *aggregation,
			    struct radio *radio, const uint8_t *frame,
			    size_t len, bool acknowledged);

/* Handles one of the agent's own frames that has no TX status, or was not even
 * 'sent'. */
void aggregation_own_lost(struct aggregation *aggregation,
			  const uint8_t *frame, size_t len, bool sent);

/* Handles a frame of mac80211's own that was not acknowledged. */
void aggregation_kernel_frame_failed(struct aggregation *aggregation,
				     struct radio *radio, const uint8_t *frame,
				     size_t len);

/* Handles the echo of a sent group frame. */
void aggregation_group_status(struct aggregation *aggregation,
			      const struct radio *radio, const uint8_t *frame);

#endif
