/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a frame's life between the lists of flight_flows.h. */
#ifndef FLIGHT_FRAMES_H
#define FLIGHT_FRAMES_H

#include "flight_flows.h"

/* Puts a frame that is in no list in flight. It blocks its flow if the chain
 * has another stage, or if it is the agent's own. */
void flight_start_tx(struct flight *flight, struct flight_frame *frame,
		     uint64_t now_ms);

/* Takes a frame out of flight; it is then in no list. */
void flight_end_tx(struct flight *flight, struct flight_frame *frame);

/* Takes a frame out of the list that holds it, whichever that is. */
void flight_detach(struct flight *flight, struct flight_frame *frame);

/* Removes a frame and frees it. Reports one of the agent's own without a final
 * TX status as lost. */
void flight_remove(struct flight *flight, struct flight_frame *frame);

/* Drops a waiting frame. flight_next_failed() returns it, so that the VAP gets
 * a TX status. Frees it without that if it is the agent's own, or if
 * FLIGHT_FAILED_MAX others have not been returned yet. */
#define FLIGHT_FAILED_MAX 128
void flight_fail(struct flight *flight, struct flight_frame *frame);

/* Returns the memory of a frame with a body of 'len' octets. */
size_t flight_frame_size(size_t len);

/* Schedules another injection of one of the agent's own frames, after a pause
 * that doubles each time. Returns false if the frame is not to be retried, or
 * its time has run out. The frame goes on blocking its flow. */
bool flight_retry_later(struct flight *flight, struct flight_frame *frame,
			uint64_t now_ms);

/* One of the agent's own frames is injected again while it is not
 * acknowledged: after the first pause, then after doubled ones up to the
 * maximum, until the limit. */
#define FLIGHT_RETRY_MS	      10
#define FLIGHT_RETRY_MAX_MS   40
#define FLIGHT_RETRY_LIMIT_MS 1000

#endif
