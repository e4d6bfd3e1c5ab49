/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chain of rates of a frame that flies: what the kernel is to do with it
 * now, and what the radio did.
 */
#ifndef FLIGHT_STAGES_H
#define FLIGHT_STAGES_H

#include "flight.h"

/* The stage with tries from 'stage' on, or the number of stages. */
unsigned int flight_stage_find(const struct cloudmac_chain *chain,
			       unsigned int stage);

/* Is there another stage behind the one that the frame is at? */
bool flight_stage_has_next(const struct flight_frame *frame);

/* Let radiotap say what the kernel is to do with the frame. */
void flight_stage_apply(const struct flight *flight,
			struct flight_frame *frame);

/* Enter what the radio did into what was done of the chain. */
void flight_stage_enter(struct flight_frame *frame, const struct radiotap *rt);

/* Enter what mac80211 did with a local frame: to which stage it belongs is for
 * the rate to say. Of several rates it tells one, with all tries. */
void flight_stage_enter_local(struct flight_frame *frame,
			      const struct radiotap *rt);

#endif
