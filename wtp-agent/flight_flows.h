/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the frames in flight.h are kept in: lists, and the flows that they
 * belong to, one for each receiver, transmitter and TID that has frames here.
 */
#ifndef FLIGHT_FLOWS_H
#define FLIGHT_FLOWS_H

#include "flight.h"

#define FLOW_ADDRESSES (2 * ADDR_LEN) /* receiver and transmitter */

struct flight_flow {
	struct flight_flow *next;
	uint8_t addresses[FLOW_ADDRESSES];
	uint8_t tid;
	unsigned int frames, waiting[FLIGHT_CLASSES];
	unsigned int own,
		flying; /* of these: the agent's that wait; all that fly */
	const struct flight_frame *blocker; /* may have to be injected again */
	uint32_t ns_per_octet; /* at the rate that was used last */
	unsigned int local;    /* frames that fly */
	bool draining;
	uint64_t drain_until_ms;
};

/* Before 'next', or at the end if that is NULL. */
void flight_list_insert(struct flight_list *list, struct flight_frame *frame,
			struct flight_frame *next);
void flight_list_append(struct flight_list *list, struct flight_frame *frame);
void flight_list_remove(struct flight_frame *frame);

/* The first of a flow in a list, or NULL. */
struct flight_frame *flight_list_first_of(const struct flight_list *list,
					  const struct flight_flow *flow);

/* The flow of a frame; NULL if there is none. */
struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame);

/* The flow of a frame, made if need be; NULL without memory. */
struct flight_flow *flight_flow_of(struct flight *flight,
				   const struct downlink_frame *frame);

/* Forget a flow that has no frames. */
void flight_flow_end(struct flight *flight, struct flight_flow *flow);

/* How many frames of a flow wait. */
unsigned int flight_flow_backlog(const struct flight_flow *flow);

/* What an octet takes at the rate that was used, from two lengths of frame. */
void flight_flow_learn_speed(struct flight_flow *flow,
			     const struct radiotap *rt);

#endif
