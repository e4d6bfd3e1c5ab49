/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"

#define SEQ_MASK 0xfff

static struct session *find(struct air *air, const uint8_t *originator,
			    const uint8_t *recipient, unsigned tid)
{
	for (unsigned i = 0; i < air->sessions_n; i++) {
		struct session *s = &air->sessions[i];

		if (s->tid == tid &&
		    !memcmp(s->originator, originator, ADDR_LEN) &&
		    !memcmp(s->recipient, recipient, ADDR_LEN))
			return s;
	}
	return NULL;
}

void aggregate_observe(struct air *air, const struct air_frame *frame)
{
	struct ba_change change;
	struct session *s, *more;

	if (!ieee80211_ba_change(frame->data, frame->len, &change))
		return;
	s = find(air, change.originator, change.recipient, change.tid);
	if (!change.begins) {
		if (s)
			*s = air->sessions[--air->sessions_n];
		return;
	}
	if (!s) {
		more = realloc(air->sessions,
			       (air->sessions_n + 1) * sizeof(*more));
		if (!more)
			return; /* without a session, frames go singly */
		air->sessions = more;
		s = &more[air->sessions_n++];
	}
	memcpy(s->originator, change.originator, ADDR_LEN);
	memcpy(s->recipient, change.recipient, ADDR_LEN);
	s->tid = change.tid;
	s->window = change.window;
}

static bool same_rate(const struct phy_rate *a, const struct phy_rate *b)
{
	return a->mode == b->mode && a->value == b->value &&
	       a->nss == b->nss && a->mhz == b->mhz &&
	       a->short_gi == b->short_gi;
}

static bool belongs(const struct air_frame *frame,
		    const struct session *session)
{
	return ieee80211_can_aggregate(frame->data, frame->len) &&
	       ieee80211_tid(frame->data, frame->len) == session->tid &&
	       !memcmp(ieee80211_ra(frame->data), session->recipient,
		       ADDR_LEN) &&
	       !memcmp(ieee80211_ta(frame->data, frame->len),
		       session->originator, ADDR_LEN);
}

/* Checks if 'frame' can follow in the A-MPDU of 'first', whose length with it
 * is 'octets'. */
static bool fits(struct air_frame *first, struct air_frame *frame,
		 const struct session *session, size_t octets)
{
	const struct air_stage *stage = air_frame_stage(frame);
	const struct air_stage *of_first = air_frame_stage(first);
	unsigned ahead =
		(ieee80211_seq(frame->data) - ieee80211_seq(first->data)) &
		SEQ_MASK;

	return frame->may_aggregate && frame->mhz == first->mhz &&
	       frame->power_dbm == first->power_dbm &&
	       ahead < session->window && stage &&
	       same_rate(&stage->rate, &of_first->rate) &&
	       octets <= PHY_AMPDU_MAX_LEN &&
	       phy_airtime(&of_first->rate, octets, first->mhz) <=
		       PHY_AMPDU_MAX_TIME;
}

static const struct session *session_of(struct air *air,
					const struct air_frame *first,
					const struct air_stage *stage)
{
	if (!first->may_aggregate || !stage || stage->rate.mode < PHY_HT ||
	    !ieee80211_can_aggregate(first->data, first->len))
		return NULL;
	return find(air, ieee80211_ta(first->data, first->len),
		    ieee80211_ra(first->data),
		    ieee80211_tid(first->data, first->len));
}

void aggregate_choose(struct air *air, const struct contention *contention,
		      struct exchange *exchange)
{
	struct air_frame *first = contention->head;
	const struct session *session;

	exchange->stage = air_frame_stage(first);
	exchange->mpdu[0] = first;
	exchange->mpdus = 1;
	session = session_of(air, first, exchange->stage);
	exchange->aggregate = session;
	exchange->octets = first->len + PHY_FCS_LEN;
	if (!session)
		return;
	exchange->octets = phy_subframe(exchange->octets);
	for (struct air_frame *f = first->next;
	     f && exchange->mpdus < session->window; f = f->next) {
		size_t octets =
			exchange->octets + phy_subframe(f->len + PHY_FCS_LEN);

		if (!belongs(f, session))
			continue;
		/* Later frames must not overtake it. */
		if (!fits(first, f, session, octets))
			break;
		exchange->mpdu[exchange->mpdus++] = f;
		exchange->octets = octets;
	}
}
