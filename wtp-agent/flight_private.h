/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that make up flight.h share. */
#ifndef FLIGHT_PRIVATE_H
#define FLIGHT_PRIVATE_H

#include "flight.h"

/*
 * flight_waiting.c
 */

/* The rank of a frame in a full queue. */
enum flight_rank flight_rank_of(const struct downlink_frame *in);

/* Is there a place for a frame of the flow? One may have been made; counts
 * what is dropped. */
bool flight_make_room(struct flight *flight, const struct flight_flow *flow,
		      enum flight_rank rank, uint64_t *drops);

/* Let 'frame', a copy of 'in', wait where it belongs. */
void flight_line_up(struct flight *flight, struct flight_frame *frame,
		    const struct downlink_frame *in);

/*
 * flight.c
 */

/* It is about to be injected: it holds up its flow if that was not its last
 * stage, or the frames behind it are to find the station ready. */
void flight_take_off(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms);

/* It flies no more, and is in no list. */
void flight_land(struct flight *flight, struct flight_frame *frame);

#endif
