/* SPDX-License-Identifier: Apache-2.0 */
/* What waits to be injected: who gives way in a full queue, and in which order
 * the others wait. */
#include "flight_flows.h"
#include "flight_private.h"
#include "ieee80211.h"

#define URGENT_PRIORITY CLOUDMAC_PRIORITY_EAPOL

enum flight_rank flight_rank_of(const struct downlink_frame *in)
{
	if (in->own)
		return FLIGHT_RANK_OWN;
	return in->priority >= URGENT_PRIORITY ? FLIGHT_RANK_URGENT
					       : FLIGHT_RANK_NORMAL;
}

unsigned int flight_waiting(const struct flight *flight)
{
	return flight->waiting[FLIGHT_URGENT].n +
	       flight->waiting[FLIGHT_NORMAL].n;
}

static bool has_its_share(const struct flight *flight,
			  const struct flight_flow *flow)
{
	return flight_flow_backlog(flow) >= (flight->waiting_max + 1) / 2;
}

/* What is missed least of what waits, or of what waits of a flow: of the
 * lowest rank the newest frame of the longest flow. */
static struct flight_frame *least_of(const struct flight *flight,
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
	bool share = has_its_share(flight, flow);
	struct flight_frame *least;

	if (!share && flight_waiting(flight) < flight->waiting_max)
		return true;
	drops[DROP_QUEUE_FULL]++;
	if (rank == FLIGHT_RANK_NORMAL)
		return false;
	least = least_of(flight, share ? flow : NULL);
	/* Urgent frames can be a download too. */
	if (!least || least->rank == FLIGHT_RANK_OWN ||
	    (least->rank == rank && flight_flow_backlog(least->flow) <=
					    flight_flow_backlog(flow) + 1))
		return false;
	flight_forget(flight, least);
	return true;
}

/* Where a frame of the flow is to wait: behind those of its flow that wait
 * already, or before them if it is the agent's own. */
static enum flight_class class_of(const struct flight_flow *flow,
				  const struct downlink_frame *in)
{
	if (in->own && flow->waiting[FLIGHT_URGENT])
		return FLIGHT_URGENT;
	return in->priority >= URGENT_PRIORITY && !flow->waiting[FLIGHT_NORMAL]
		       ? FLIGHT_URGENT
		       : FLIGHT_NORMAL;
}

/* The first of those that wait and are to be received after 'frame'; NULL if
 * there is none, as it should be. */
static struct flight_frame *successor(const struct flight_list *list,
				      const struct flight_frame *frame)
{
	struct flight_frame *found = NULL;

	for (struct flight_frame *f = list->last; f; f = f->before) {
		if (f->flow != frame->flow)
			continue;
		if (f->own)
			break;
		if (!ieee80211_is_before(frame->body, frame->len, f->body,
					 f->len))
			break;
		found = f;
	}
	return found;
}

void flight_line_up(struct flight *flight, struct flight_frame *frame,
		    const struct downlink_frame *in)
{
	struct flight_flow *flow = frame->flow;
	enum flight_class class = class_of(flow, in);

	flight_list_insert(
		&flight->waiting[class], frame,
		!flow->waiting[class] ? NULL
		: in->own ? flight_list_first_of(&flight->waiting[class], flow)
			  : successor(&flight->waiting[class], frame));
	flow->waiting[class]++;
	flow->own += frame->own;
}

unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame)
{
	const struct flight_flow *flow = flight_flow_find(flight, frame);

	return flow ? flight_flow_backlog(flow) : 0;
}
