/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_queues.h"

#include "flight_turns.h"

static unsigned int length_index(unsigned int n)
{
	return n < FLIGHT_LENGTHS ? n : FLIGHT_LENGTHS - 1;
}

static void leave_length(struct flight_lengths *lengths,
			 struct flight_flow *flow, enum flight_rank rank)
{
	struct flight_length *at = &flow->lengths[rank];
	unsigned int i = length_index(at->n);

	if (!at->n)
		return;
	if (at->before)
		at->before->lengths[rank].next = at->next;
	else
		lengths->first[i] = at->next;
	if (at->next)
		at->next->lengths[rank].before = at->before;
	else
		lengths->last[i] = at->before;
	at->next = at->before = NULL;
}

/* A flow that became longer is preferred to others of its length, and one that
 * became shorter is not. */
static void enter_length(struct flight_lengths *lengths,
			 struct flight_flow *flow, enum flight_rank rank,
			 bool longer)
{
	struct flight_length *at = &flow->lengths[rank];
	unsigned int i = length_index(at->n);

	if (!at->n)
		return;
	at->before = longer ? NULL : lengths->last[i];
	at->next = longer ? lengths->first[i] : NULL;
	if (at->before)
		at->before->lengths[rank].next = flow;
	else
		lengths->first[i] = flow;
	if (at->next)
		at->next->lengths[rank].before = flow;
	else
		lengths->last[i] = flow;
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
	else if (!lengths->first[lengths->longest] && lengths->longest)
		lengths->longest--;
}

struct flight_flow *flight_longest(const struct flight *flight,
				   enum flight_rank rank)
{
	const struct flight_lengths *lengths = &flight->lengths[rank];

	return lengths->longest ? lengths->first[lengths->longest] : NULL;
}

static void insert_in_queue(struct flight_queue *queue,
			    struct flight_frame *frame,
			    struct flight_frame *later)
{
	frame->later = later;
	frame->earlier = later ? later->earlier : queue->last;
	if (frame->earlier)
		frame->earlier->later = frame;
	else
		queue->first = frame;
	if (later)
		later->earlier = frame;
	else
		queue->last = frame;
}

static void remove_from_queue(struct flight_queue *queue,
			      struct flight_frame *frame)
{
	if (frame->earlier)
		frame->earlier->later = frame->later;
	else
		queue->first = frame->later;
	if (frame->later)
		frame->later->earlier = frame->earlier;
	else
		queue->last = frame->earlier;
}

void flight_wait(struct flight *flight, struct flight_frame *frame,
		 enum flight_class class, struct flight_frame *later)
{
	struct flight_flow *flow = frame->flow;

	flight_list_insert(&flight->waiting[class], frame, later);
	insert_in_queue(&flow->queues[class], frame, later);
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
	remove_from_queue(&flow->queues[class], frame);
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
