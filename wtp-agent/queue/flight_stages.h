/* SPDX-License-Identifier: Apache-2.0 */
/* Chains of rates: the stage to inject, and the result of each stage. */
#ifndef FLIGHT_STAGES_H
#define FLIGHT_STAGES_H

#include "flight_flows.h"

/* Returns the first stage with tries from 'stage' on, or the number of
 * stages. */
unsigned int flight_stage_find(const struct cloudmac_chain *chain,
			       unsigned int stage);

/* Returns true if the chain has another stage after the current one. */
bool flight_stage_has_next(const struct flight_frame *frame);

/* Sets radiotap for the injection of the current stage. */
void flight_stage_apply(const struct flight *flight,
			struct flight_frame *frame);

/* Records the result of the current stage from the echo. */
void flight_stage_record(struct flight_frame *frame,
			 const struct radiotap *rt);

/* Records the result of a local frame in the stage of the echo's rate. Of
 * several rates mac80211 reports one, with all tries. */
void flight_stage_record_local(struct flight_frame *frame,
			       const struct radiotap *rt);

#endif
