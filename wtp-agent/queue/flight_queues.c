/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_queues.h"

#include "flight_turns.h"

static unsigned int length_index(unsigned int n)
{
	return n < FLIGHT_LENGTHS ? n : FLIGHT_LENGTHS - 1;
}

/* A flow that became longer is preferred to others of its length, and one that
 * became shorter is not. */
static void enter_length(struct flight_lengths *lengths,
			 struct flight_flow *flow, enum flight_rank rank,
			 bool longer)
{
	struct flight_length_list *list =
		&lengths->lists[length_index(flow->lengths[rank].n)];

	if (!flow->lengths[rank].n)
		return;
	if (longer)
		DLIST_PREPEND(list, flow, lengths[rank].next,
			      lengths[rank].before);
	else
		DLIST_APPEND(list, flow, lengths[rank].next,
			     lengths[rank].before);
}

static void leave_length(struct flight_lengths *lengths,
			 struct flight_flow *flow, enum flight_rank rank)
{
	struct flight_length_list *list =
		&lengths->lists[length_index(flow->lengths[rank].n)];

	if (flow->lengths[rank].n)
		DLIST_REMOVE(list, flow, lengths[rank].next,
			     lengths[rank].before);
}

/* Changes the number of frames of a rank by one. So 'longest' changes by one
 * at most. */
static void change_length(struct flight *flight, struct flight_flow *flow,
			  enum flight_rank rank, bool longer)
{
	struct flight_lengths *lengths;

	if (rank == FLIGHT_RANK_OWN)
		return;
	lengths = &flight->lengths[rank];
	leave_length(lengths, flow, rank);
	flow->lengths[rank].n += longer ? 1u : -1u;
	enter_length(lengths, flow, rank, longer);
	if (length_index(flow->lengths[rank].n) > lengths->longest)
		lengths->longest = length_index(flow->lengths[rank].n);
	else if (!lengths->lists[lengths->longest].first && lengths->longest)
		lengths->longest--;
}

struct flight_flow *flight_longest(const struct flight *flight,
				   enum flight_rank rank)
{
	const struct flight_lengths *lengths = &flight->lengths[rank];

	return lengths->longest ? lengths->lists[lengths->longest].first
				: NULL;
}

void flight_wait(struct flight *flight, struct flight_frame *frame,
		 enum flight_class class, struct flight_frame *later)
{
	struct flight_flow *flow = frame->flow;

	flight_list_insert(&flight->waiting[class], frame, later);
	DLIST_INSERT(&flow->queues[class], frame, later, later, earlier);
	flow->waiting[class]++;
	flow->own += frame->own != DOWNLINK_OWN_NONE;
	flow->station->waiting++;
	flow->station->octets += (uint32_t)frame->len;
	change_length(flight, flow, frame->rank, true);
	if (class == FLIGHT_NORMAL) {
		flow->octets += (uint32_t)frame->len;
		if (flow->waiting[class] == 1)
			flight_turn_add(flight, flow);
	}
	flight_turn_wake(flight, flow);
}

void flight_unwait(struct flight *flight, struct flight_frame *frame)
{
	struct flight_flow *flow = frame->flow;
	enum flight_class class =
		(enum flight_class)(frame->list - flight->waiting);

	flight_list_remove(frame);
	DLIST_REMOVE(&flow->queues[class], frame, later, earlier);
	flow->waiting[class]--;
	flow->own -= frame->own != DOWNLINK_OWN_NONE;
	flow->station->waiting--;
	flow->station->octets -= (uint32_t)frame->len;
	change_length(flight, flow, frame->rank, false);
	if (class == FLIGHT_NORMAL) {
		flow->octets -= (uint32_t)frame->len;
		if (!flow->waiting[class])
			flight_turn_remove(flow);
	}
	flight_turn_wake(flight, flow);
}
