/* SPDX-License-Identifier: Apache-2.0 */
/* The TX status of what flies: which frame it is of, and whether that one is
 * done or is to be injected once more. */
#include "flight_flows.h"
#include "flight_private.h"
#include "flight_stages.h"
#include "ieee80211.h"

static bool is_echo(const struct flight_frame *frame,
		    const struct flight_echo *echo)
{
	return (frame->local ? ieee80211_same_payload : ieee80211_same_frame)(
		frame->body, frame->len, echo->frame, echo->len);
}

/* The oldest flying frame that the echo is of. Receiver, transmitter, type and
 * sequence control are compared; null frames all have the number 0. Of local
 * frames, whose number is another, the payload is. */
static struct flight_frame *find(struct flight *flight,
				 const struct flight_echo *echo)
{
	struct flight_frame *frame = flight->flying.first;

	for (; frame; frame = frame->next)
		if (frame->sent && is_echo(frame, echo))
			return frame;
	return NULL;
}

/* Not acknowledged: it is sent once more after a pause, if it insists. It goes
 * on blocking its flow. */
static bool hold(struct flight *flight, struct flight_frame *frame,
		 uint64_t now_ms)
{
	if (!frame->insists || now_ms >= frame->first_ms + FLIGHT_INSIST_MS)
		return false;
	flight_land(flight, frame);
	frame->pause_ms =
		frame->pause_ms ? 2 * frame->pause_ms : FLIGHT_AGAIN_MS;
	if (frame->pause_ms > FLIGHT_AGAIN_MAX_MS)
		frame->pause_ms = FLIGHT_AGAIN_MAX_MS;
	frame->again_ms = now_ms + frame->pause_ms;
	flight_list_append(&flight->held, frame);
	return true;
}

void flight_refused(struct flight *flight, struct flight_frame *frame,
		    uint64_t now_ms)
{
	if (!hold(flight, frame, now_ms))
		flight_forget(flight, frame);
}

static enum flight_verdict judge(struct flight *flight,
				 struct flight_frame *frame,
				 const struct flight_echo *echo,
				 uint64_t now_ms)
{
	if (frame->local) {
		flight_flow_learn_speed(frame->flow, echo->rt);
		if (frame->chain.n)
			flight_stage_enter_local(frame, echo->rt);
		return FLIGHT_DONE;
	}
	if (frame->stage < frame->chain.n)
		flight_stage_enter(frame, echo->rt);
	if (!(echo->rt->tx_flags & RADIOTAP_TX_FAIL))
		return FLIGHT_DONE;
	if (frame->flow->draining)
		return FLIGHT_DONE;
	if (frame->own && hold(flight, frame, now_ms))
		return FLIGHT_HELD;
	if (!flight_stage_has_next(frame))
		return FLIGHT_DONE;
	frame->stage = flight_stage_find(&frame->chain, frame->stage + 1);
	flight_land(flight, frame);
	if (frame->to_be_local) {
		frame->local = true;
		frame->flow->blocker = NULL;
	}
	flight_stage_apply(flight, frame);
	frame->body[1] |= IEEE80211_RETRY;
	flight_take_off(flight, frame, now_ms);
	return FLIGHT_AGAIN;
}

enum flight_verdict flight_status(struct flight *flight,
				  const struct flight_echo *echo,
				  uint64_t now_ms, struct flight_frame **frame)
{
	enum flight_verdict verdict;

	*frame = find(flight, echo);
	if (!*frame)
		return FLIGHT_UNKNOWN;
	verdict = judge(flight, *frame, echo, now_ms);
	(*frame)->answered = verdict == FLIGHT_DONE;
	return verdict;
}
