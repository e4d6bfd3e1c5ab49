/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_waiting.h"

#include "flight_frames.h"

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

/* Returns the waiting frame with the lowest priority, of 'flow' or of all if
 * that is NULL: of the lowest rank the newest frame of the longest flow. */
static struct flight_frame *lowest_priority(const struct flight *flight,
					    const struct flight_flow *flow)
{
	struct flight_frame *found = NULL;

	for (int i = FLIGHT_CLASSES; i--;)
		for (struct flight_frame *f = flight->waiting[i].last; f;
		     f = f->before) {
			if (flow && f->flow != flow)
				continue;
			if (!found || f->rank < found->rank ||
			    (f->rank == found->rank &&
			     flight_flow_backlog(f->flow) >
				     flight_flow_backlog(found->flow)))
				found = f;
		}
	return found;
}

bool flight_make_room(struct flight *flight, const struct flight_flow *flow,
		      enum flight_rank rank, uint64_t *drops)
{
	bool share = has_full_share(flight, flow);
	struct flight_frame *victim;

	if (!share && flight_backlog_total(flight) < flight->waiting_max)
		return true;
	drops[DROP_QUEUE_FULL]++;
	if (rank == FLIGHT_RANK_NORMAL)
		return false;
	victim = lowest_priority(flight, share ? flow : NULL);
	/* A download of urgent frames must not displace other flows. */
	if (!victim || victim->rank == FLIGHT_RANK_OWN ||
	    (victim->rank == rank && flight_flow_backlog(victim->flow) <=
					     flight_flow_backlog(flow) + 1))
		return false;
	flight_remove(flight, victim);
	return true;
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
 * by sequence number; NULL if 'frame' is the last one of its flow. */
static struct flight_frame *find_successor(const struct flight_list *list,
					   const struct flight_frame *frame)
{
	struct flight_frame *found = NULL;

	for (struct flight_frame *f = list->last; f; f = f->before) {
		if (f->flow != frame->flow)
			continue;
		if (f->own)
			break;
		if (!ieee80211_precedes(frame->body, frame->len, f->body,
					f->len))
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

	flight_list_insert(
		&flight->waiting[class], frame,
		!flow->waiting[class] ? NULL
		: in->own ? flight_list_first_of(&flight->waiting[class], flow)
			  : find_successor(&flight->waiting[class], frame));
	flow->waiting[class]++;
	flow->own += frame->own != DOWNLINK_OWN_NONE;
}

unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame)
{
	const struct flight_flow *flow = flight_flow_find(flight, frame);

	return flow ? flight_flow_backlog(flow) : 0;
}
