/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_frames.h"

#include <stdlib.h>

#include "flight_stages.h"

void flight_start_tx(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms)
{
	frame->since_ms = now_ms;
	frame->sent = false;
	frame->flow->in_flight++;
	if (frame->local) {
		frame->us = (uint32_t)(frame->len * frame->flow->ns_per_octet /
				       1000);
		flight->local_us += frame->us;
		flight->local++;
		frame->flow->local++;
	} else {
		frame->flow->blocker =
			frame->own || flight_stage_has_next(frame) ? frame
								   : NULL;
	}
	flight_list_append(&flight->in_flight, frame);
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
}

void flight_detach(struct flight *flight, struct flight_frame *frame)
{
	if (frame->list == &flight->in_flight) {
		flight_end_tx(flight, frame);
		return;
	}
	if (frame->list != &flight->held) {
		frame->flow->waiting[frame->list - flight->waiting]--;
		frame->flow->own -= frame->own != DOWNLINK_OWN_NONE;
	}
	flight_list_remove(frame);
}

void flight_remove(struct flight *flight, struct flight_frame *frame)
{
	struct flight_flow *flow = frame->flow;

	if (frame->own && !frame->status_final && flight->lost)
		flight->lost(flight->lost_arg, frame);
	if (flow->blocker == frame)
		flow->blocker = NULL;
	flight_detach(flight, frame);
	if (!--flow->frames)
		flight_flow_free(flight, flow);
	free(frame);
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
