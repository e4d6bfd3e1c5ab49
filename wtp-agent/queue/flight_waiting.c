/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_waiting.h"

#include "flight_frames.h"
#include "flight_queues.h"
#include "flight_table.h"

#define URGENT_PRIORITY CLOUDMAC_PRIORITY_EAPOL

enum flight_rank flight_get_rank(const struct downlink_frame *in)
{
	if (in->own)
		return FLIGHT_RANK_OWN;
	return in->priority >= URGENT_PRIORITY ? FLIGHT_RANK_URGENT
					       : FLIGHT_RANK_NORMAL;
}

unsigned int flight_backlog_total(const struct flight *flight)
{
	return flight->waiting[FLIGHT_URGENT].n +
	       flight->waiting[FLIGHT_NORMAL].n;
}

static bool has_full_share(const struct flight *flight,
			   const struct flight_flow *flow)
{
	return flight_flow_backlog(flow) >= (flight->waiting_max + 1) / 2;
}

static bool has_memory(const struct flight *flight, size_t len)
{
	return flight->memory + flight_frame_size(len) <=
	       flight->settings.memory_max;
}

/* Returns the newest waiting frame of the lowest rank, of 'flow' or, if that
 * is NULL, of the longest flow; NULL if only the agent's own frames wait. */
static struct flight_frame *lowest_priority(const struct flight *flight,
					    const struct flight_flow *flow)
{
	const struct flight_flow *longest = NULL;
	struct flight_frame *frame = NULL;
	unsigned int rank;

	for (rank = FLIGHT_RANK_NORMAL; rank < FLIGHT_RANK_OWN; rank++) {
		longest =
			flow ? flow
			     : flight_longest(flight, (enum flight_rank)rank);
		if (longest && longest->lengths[rank].n)
			break;
	}
	if (rank == FLIGHT_RANK_OWN)
		return NULL;
	for (int i = FLIGHT_CLASSES; i-- && !frame;)
		for (frame = longest->queues[i].last;
		     frame && frame->rank != (enum flight_rank)rank;)
			frame = frame->earlier;
	return frame;
}

/* Returns the oldest waiting frame of rank and class normal, or NULL. */
static struct flight_frame *oldest_normal(const struct flight_flow *flow)
{
	struct flight_frame *frame = flow->queues[FLIGHT_NORMAL].first;

	while (frame && frame->rank != FLIGHT_RANK_NORMAL)
		frame = frame->later;
	return frame;
}

/* Returns the frame that makes room for one of rank normal, or NULL: the
 * oldest one of the longest flow, so that its sender learns of it early. */
static struct flight_frame *victim_of_normal(const struct flight *flight,
					     const struct flight_flow *flow,
					     bool share)
{
	const struct flight_flow *longest =
		share ? flow : flight_longest(flight, FLIGHT_RANK_NORMAL);

	if (!flight->settings.airtime || !longest)
		return NULL;
	/* Flows of almost the same length do not displace each other. */
	if (longest->lengths[FLIGHT_RANK_NORMAL].n <=
	    flow->lengths[FLIGHT_RANK_NORMAL].n + 1)
		longest = flow;
	return oldest_normal(longest);
}

/* Returns the frame that makes room for an urgent frame or one of the agent's
 * own, or NULL. */
static struct flight_frame *victim_of_urgent(const struct flight *flight,
					     const struct flight_flow *flow,
					     enum flight_rank rank, bool share)
{
	struct flight_frame *victim =
		lowest_priority(flight, share ? flow : NULL);

	/* A download of urgent frames must not displace other flows. */
	if (victim && victim->rank == rank &&
	    flight_flow_backlog(victim->flow) <= flight_flow_backlog(flow) + 1)
		return NULL;
	return victim;
}

bool flight_make_room(struct flight *flight, const struct flight_flow *flow,
		      const struct downlink_frame *in, uint64_t *drops)
{
	enum flight_rank rank = flight_get_rank(in);
	bool share = has_full_share(flight, flow);
	struct flight_frame *victim;

	if (!share && flight_backlog_total(flight) < flight->waiting_max &&
	    has_memory(flight, in->body_len))
		return true;
	do {
		counters_drop(drops, DROP_QUEUE_FULL, 1);
		victim = rank == FLIGHT_RANK_NORMAL
				 ? victim_of_normal(flight, flow, share)
				 : victim_of_urgent(flight, flow, rank, share);
		if (!victim) {
			flow->station->full_drops++;
			return false;
		}
		victim->flow->station->full_drops++;
		flight_fail(flight, victim);
	} while (!has_memory(flight, in->body_len));
	return true;
}

bool flight_must_wait(const struct flight_frame *frame)
{
	const struct flight_flow *flow = frame->flow;

	if (flow->blocker || flow->draining || flow->on_hold)
		return true;
	if (!frame->own)
		return flow->own;
	return frame->own >= DOWNLINK_OWN_RETRIED && flow->in_flight;
}

/* Returns the list for a frame of the flow. Frames of one flow never wait in
 * an order that the lists would change. */
static enum flight_class choose_class(const struct flight_flow *flow,
				      const struct downlink_frame *in)
{
	if (in->own && flow->waiting[FLIGHT_URGENT])
		return FLIGHT_URGENT;
	return in->priority >= URGENT_PRIORITY && !flow->waiting[FLIGHT_NORMAL]
		       ? FLIGHT_URGENT
		       : FLIGHT_NORMAL;
}

/* Returns the first waiting frame that the station must receive after 'frame',
 * by sequence number; NULL if 'frame' is the last one of its flow. Looks only
 * at frames that 'frame' overtakes. */
static struct flight_frame *find_successor(const struct flight_queue *queue,
					   const struct flight_frame *frame)
{
	struct flight_frame *found = NULL;

	for (struct flight_frame *f = queue->last; f; f = f->earlier) {
		if (f->own || !ieee80211_precedes(frame->body, frame->len,
						  f->body, f->len))
			break;
		found = f;
	}
	return found;
}

void flight_insert_waiting(struct flight *flight, struct flight_frame *frame,
			   const struct downlink_frame *in)
{
	struct flight_flow *flow = frame->flow;
	enum flight_class class = choose_class(flow, in);
	const struct flight_queue *queue = &flow->queues[class];

	flight_wait(flight, frame, class,
		    in->own ? queue->first : find_successor(queue, frame));
}

unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame)
{
	const struct flight_flow *flow = flight_flow_find(flight, frame);

	return flow ? flight_flow_backlog(flow) : 0;
}
