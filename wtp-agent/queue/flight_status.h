/* SPDX-License-Identifier: Apache-2.0 */
/* TX status of frames in flight. */
#ifndef FLIGHT_STATUS_H
#define FLIGHT_STATUS_H

#include "flight_flows.h"

/* The echo of an injected frame, as the monitor interface delivers it. */
struct flight_echo {
	const struct radiotap *rt;
	const uint8_t *frame; /* 802.11, at least 16 octets of header */
	size_t len;
};

enum flight_verdict {
	FLIGHT_UNKNOWN,	    /* the echo matches no frame in flight */
	FLIGHT_RETRY,	    /* inject '*frame' again; it has changed */
	FLIGHT_RETRY_LATER, /* '*frame' is the agent's own, and held */
	FLIGHT_DONE,	    /* the caller reads '*frame' and removes it */
};

/* Decides from an echo what happens to its frame, returned in '*frame'. */
enum flight_verdict flight_handle_status(struct flight *flight,
					 const struct flight_echo *echo,
					 uint64_t now_ms,
					 struct flight_frame **frame);

/* Removes a frame in flight that the kernel refused, or schedules another
 * injection of one of the agent's own. */
void flight_handle_refusal(struct flight *flight, struct flight_frame *frame,
			   uint64_t now_ms);

#endif
