/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting frames: their order, and which frame a full queue drops. */
#ifndef FLIGHT_WAITING_H
#define FLIGHT_WAITING_H

#include "flight_flows.h"

/* Returns the rank of a frame in a full queue. */
enum flight_rank flight_get_rank(const struct downlink_frame *in);

/* Returns true if there is room for a frame of the flow. If the queue is full,
 * or the flow has its share, half of the queue, a waiting frame makes room:
 *
 *	for urgent frames and the agent's own	the newest of the lowest rank,
 *						of the longest flow
 *	for others, with the scheduler		the oldest of the longest flow
 *	for others, without the scheduler	none
 *
 * A flow that has its share makes room itself. Flows of almost the same length
 * do not displace each other. The agent's own frames never make room.
 *
 * One frame makes room for one, or several if memory is short. Counts in
 * 'drops' each frame that makes room, or 'in' if none can. Waiting frames that
 * make room fail: see flight_fail(). */
bool flight_make_room(struct flight *flight, const struct flight_flow *flow,
		      const struct downlink_frame *in, uint64_t *drops);

/* Returns true if the frame has to wait for others of its flow. */
bool flight_must_wait(const struct flight_frame *frame);

/* Inserts 'frame', a copy of 'in', in the order of its flow. */
void flight_insert_waiting(struct flight *flight, struct flight_frame *frame,
			   const struct downlink_frame *in);

/* Returns the number of waiting frames of the flow of 'frame', which is not
 * enqueued. */
unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame);

/* Returns the number of all waiting frames. */
unsigned int flight_backlog_total(const struct flight *flight);

#endif
