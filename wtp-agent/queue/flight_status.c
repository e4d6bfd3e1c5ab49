/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_status.h"

#include "flight_frames.h"
#include "flight_holds.h"
#include "flight_queues.h"
#include "flight_stages.h"
#include "flight_table.h"

static bool is_echo(const struct flight_frame *frame,
		    const struct flight_echo *echo)
{
	return (frame->local ? ieee80211_same_payload : ieee80211_same_frame)(
		frame->body, frame->len, echo->frame, echo->len);
}

/* Returns the oldest frame in flight that matches the echo. Local frames match
 * by payload, as mac80211 changes their sequence number. Others match by
 * receiver, transmitter, type and sequence control; all null frames have the
 * number 0. */
static struct flight_frame *find_echoed(struct flight *flight,
					const struct flight_echo *echo)
{
	struct flight_frame *frame = flight->in_flight.first;

	for (; frame; frame = frame->next)
		if (frame->sent && is_echo(frame, echo))
			return frame;
	return NULL;
}

void flight_handle_refusal(struct flight *flight, struct flight_frame *frame,
			   uint64_t now_ms)
{
	if (!flight_retry_later(flight, frame, now_ms))
		flight_remove(flight, frame);
}

/* Puts a frame that is in no list back to the front of its flow. */
static void wait_again(struct flight *flight, struct flight_frame *frame,
		       uint64_t now_ms)
{
	struct flight_flow *flow = frame->flow;
	enum flight_class class =
		flow->waiting[FLIGHT_URGENT] ? FLIGHT_URGENT : FLIGHT_NORMAL;

	if (flow->blocker == frame)
		flow->blocker = NULL;
	frame->since_ms = now_ms;
	flight_wait(flight, frame, class, flow->queues[class].first);
}

static enum flight_verdict decide(struct flight *flight,
				  struct flight_frame *frame,
				  const struct flight_echo *echo,
				  uint64_t now_ms)
{
	if (frame->local) {
		flight_station_update_rate(frame->flow->station, echo->rt);
		if (frame->chain.n)
			flight_stage_record_local(frame, echo->rt);
		return FLIGHT_DONE;
	}
	if (frame->stage < frame->chain.n)
		flight_stage_record(frame, echo->rt);
	if (!(echo->rt->tx_flags & RADIOTAP_TX_FAIL)) {
		flight_station_update_rate(frame->flow->station, echo->rt);
		return FLIGHT_DONE;
	}
	if (frame->flow->draining)
		return FLIGHT_DONE;
	if (frame->own && flight_retry_later(flight, frame, now_ms))
		return FLIGHT_RETRY_LATER;
	if (!flight_stage_has_next(frame))
		return FLIGHT_DONE;
	frame->stage = flight_stage_find(&frame->chain, frame->stage + 1);
	flight_end_tx(flight, frame);
	if (frame->becomes_local) {
		frame->local = true;
		frame->flow->blocker = NULL;
	}
	flight_stage_apply(flight, frame);
	frame->body[1] |= IEEE80211_RETRY;
	if (flight_must_hold(flight, frame->flow)) {
		wait_again(flight, frame, now_ms);
		return FLIGHT_RETRY_LATER;
	}
	flight_start_tx(flight, frame, now_ms);
	return FLIGHT_RETRY;
}

enum flight_verdict flight_handle_status(struct flight *flight,
					 const struct flight_echo *echo,
					 uint64_t now_ms,
					 struct flight_frame **frame)
{
	enum flight_verdict verdict;

	*frame = find_echoed(flight, echo);
	if (!*frame)
		return FLIGHT_UNKNOWN;
	verdict = decide(flight, *frame, echo, now_ms);
	(*frame)->status_final = verdict == FLIGHT_DONE;
	return verdict;
}
