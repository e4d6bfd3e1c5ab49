/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregate.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"

#define SEQ_MASK	  0xfff
#define TID_UNKNOWN	  16 /* of a session that was agreed upon encrypted */
#define WINDOW_OF_UNKNOWN 64
#define RESPONSE_TIME	  (1000000 * PHY_US) /* mac80211 waits so long */

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

/* Returns the session, a new one if there is none. Returns NULL without
 * memory: without a session, frames go singly. */
static struct session *get(struct air *air, const uint8_t *originator,
			   const uint8_t *recipient, unsigned tid)
{
	struct session *s = find(air, originator, recipient, tid), *more;

	if (s)
		return s;
	more = realloc(air->sessions, (air->sessions_n + 1) * sizeof(*more));
	if (!more)
		return NULL;
	air->sessions = more;
	s = &more[air->sessions_n++];
	memset(s, 0, sizeof(*s));
	memcpy(s->originator, originator, ADDR_LEN);
	memcpy(s->recipient, recipient, ADDR_LEN);
	s->tid = tid;
	s->window = WINDOW_OF_UNKNOWN;
	return s;
}

static void end(struct air *air, struct session *s)
{
	if (s)
		*s = air->sessions[--air->sessions_n];
}

/* The second of two such frames, in the other direction, is the response to
 * the first. The air cannot see that a response declines. */
static void observe_protected_addba(struct air *air, const uint8_t *receiver,
				    const uint8_t *transmitter)
{
	struct session *s = find(air, receiver, transmitter, TID_UNKNOWN);

	if (s && air->now < s->awaits_until) {
		s->begun = true;
		s->awaits_until = 0;
		return;
	}
	s = get(air, transmitter, receiver, TID_UNKNOWN);
	if (s)
		s->awaits_until = air->now + RESPONSE_TIME;
}

static void observe_protected(struct air *air, const struct air_frame *frame)
{
	const uint8_t *ra = ieee80211_ra(frame->data);
	const uint8_t *ta = ieee80211_ta(frame->data, frame->len);

	switch (ieee80211_protected_ba(frame->data, frame->len)) {
	case PROTECTED_ADDBA:
		observe_protected_addba(air, ra, ta);
		break;
	case PROTECTED_DELBA:
		/* Of which direction is unknown. */
		end(air, find(air, ra, ta, TID_UNKNOWN));
		end(air, find(air, ta, ra, TID_UNKNOWN));
		break;
	case PROTECTED_OTHER:
		break;
	}
}

void aggregate_observe(struct air *air, const struct air_frame *frame)
{
	struct ba_change change;
	struct session *s;

	observe_protected(air, frame);
	if (!ieee80211_ba_change(frame->data, frame->len, &change))
		return;
	if (!change.begins) {
		end(air, find(air, change.originator, change.recipient,
			      change.tid));
		return;
	}
	s = get(air, change.originator, change.recipient, change.tid);
	if (!s)
		return;
	s->window = change.window;
	s->begun = true;
}

static bool same_rate(const struct phy_rate *a, const struct phy_rate *b)
{
	return a->mode == b->mode && a->value == b->value &&
	       a->nss == b->nss && a->mhz == b->mhz &&
	       a->short_gi == b->short_gi;
}

static bool belongs(const struct air_frame *frame, unsigned tid,
		    const struct session *session)
{
	return ieee80211_can_aggregate(frame->data, frame->len) &&
	       ieee80211_tid(frame->data, frame->len) == tid &&
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
	const uint8_t *ra, *ta;
	const struct session *s;

	if (!first->may_aggregate || !stage || stage->rate.mode < PHY_HT ||
	    !ieee80211_can_aggregate(first->data, first->len))
		return NULL;
	ra = ieee80211_ra(first->data);
	ta = ieee80211_ta(first->data, first->len);
	s = find(air, ta, ra, ieee80211_tid(first->data, first->len));
	if (!s)
		s = find(air, ta, ra, TID_UNKNOWN);
	return s && s->begun ? s : NULL;
}

void aggregate_choose(struct air *air, const struct contention *contention,
		      struct exchange *exchange)
{
	struct air_frame *first = contention->head;
	const struct session *session;
	unsigned tid;

	exchange->stage = air_frame_stage(first);
	exchange->mpdu[0] = first;
	exchange->mpdus = 1;
	session = session_of(air, first, exchange->stage);
	exchange->aggregate = session;
	exchange->octets = first->len + PHY_FCS_LEN;
	if (!session)
		return;
	tid = ieee80211_tid(first->data, first->len);
	exchange->octets = phy_subframe(exchange->octets);
	for (struct air_frame *f = first->next;
	     f && exchange->mpdus < session->window; f = f->next) {
		size_t octets =
			exchange->octets + phy_subframe(f->len + PHY_FCS_LEN);

		if (!belongs(f, tid, session))
			continue;
		/* Later frames must not overtake it. */
		if (!fits(first, f, session, octets))
			break;
		exchange->mpdu[exchange->mpdus++] = f;
		exchange->octets = octets;
	}
}
