/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_frames.h"

#include <stdlib.h>

#include "flight_queues.h"
#include "flight_stages.h"
#include "flight_table.h"
#include "flight_turns.h"

void flight_start_tx(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms)
{
	frame->since_ms = now_ms;
	frame->sent = false;
	frame->flow->in_flight++;
	flight_turn_start_tx(flight, frame, now_ms);
	if (frame->local) {
		flight->local_us += frame->us;
		flight->local++;
		frame->flow->local++;
	} else {
		frame->flow->blocker =
			frame->own || flight_stage_has_next(frame) ? frame
								   : NULL;
	}
	flight_list_append(&flight->in_flight, frame);
	flight_turn_wake(flight, frame->flow);
}

void flight_end_tx(struct flight *flight, struct flight_frame *frame)
{
	if (frame->local) {
		flight->local_us -= frame->us;
		flight->local--;
		frame->flow->local--;
	}
	frame->flow->in_flight--;
	flight_list_remove(frame);
	flight_turn_end_tx(flight, frame);
	flight_turn_wake(flight, frame->flow);
}

void flight_detach(struct flight *flight, struct flight_frame *frame)
{
	if (frame->list == &flight->in_flight)
		flight_end_tx(flight, frame);
	else if (frame->list == &flight->held ||
		 frame->list == &flight->failed)
		flight_list_remove(frame);
	else
		flight_unwait(flight, frame);
}

void flight_remove(struct flight *flight, struct flight_frame *frame)
{
	struct flight_flow *flow = frame->flow;

	if (frame->own && !frame->status_final && flight->lost)
		flight->lost(flight->lost_arg, frame);
	if (flow->blocker == frame)
		flow->blocker = NULL;
	if (frame->list != &flight->failed)
		flight->memory -= flight_frame_size(frame->len);
	flight_detach(flight, frame);
	flight_turn_wake(flight, flow);
	if (!--flow->frames)
		flight_flow_free(flight, flow);
	free(frame);
}

void flight_fail(struct flight *flight, struct flight_frame *frame)
{
	if (frame->own || flight->failed.n >= FLIGHT_FAILED_MAX) {
		flight_remove(flight, frame);
		return;
	}
	flight_detach(flight, frame);
	flight->memory -= flight_frame_size(frame->len);
	flight_list_append(&flight->failed, frame);
}

size_t flight_frame_size(size_t len)
{
	return sizeof(struct flight_frame) + len;
}

bool flight_retry_later(struct flight *flight, struct flight_frame *frame,
			uint64_t now_ms)
{
	if (frame->own < DOWNLINK_OWN_RETRIED ||
	    now_ms >= frame->first_ms + FLIGHT_RETRY_LIMIT_MS)
		return false;
	flight_end_tx(flight, frame);
	frame->pause_ms =
		frame->pause_ms ? 2 * frame->pause_ms : FLIGHT_RETRY_MS;
	if (frame->pause_ms > FLIGHT_RETRY_MAX_MS)
		frame->pause_ms = FLIGHT_RETRY_MAX_MS;
	frame->retry_ms = now_ms + frame->pause_ms;
	flight_list_append(&flight->held, frame);
	return true;
}
