/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting frames. A waiting frame is in the list of its class, in the order of
 * arrival, and in the queue of its flow, in the order of injection. No
 * function here depends on the number of frames or flows. */
#ifndef FLIGHT_QUEUES_H
#define FLIGHT_QUEUES_H

#include "flight_flows.h"

/* Inserts a frame that is in no list before 'later' of its flow and class, or
 * as the flow's last one if that is NULL. */
void flight_wait(struct flight *flight, struct flight_frame *frame,
		 enum flight_class class, struct flight_frame *later);

/* Removes a waiting frame from its list and queue. */
void flight_unwait(struct flight *flight, struct flight_frame *frame);

/* Returns a flow with the most waiting frames of a rank, the one that reached
 * this number last; NULL if none has such a frame. */
struct flight_flow *flight_longest(const struct flight *flight,
				   enum flight_rank rank);

#endif
