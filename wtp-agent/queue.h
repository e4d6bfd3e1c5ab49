/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The place between the wire and a radio.
 *
 * Everything that is to be sent on a radio passes here, and nothing else
 * decides what is sent when. Today it hands on at once, in the order of
 * arrival, at most one batch at a time; queues by station and an airtime
 * scheduler replace the body of these three functions, with what they need
 * already in struct downlink_frame: station, BSSID, user priority, rate and
 * length. A frame that is kept past queue_run() has to be copied, as its body
 * is in the receive ring.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "downlink.h"
#include "packet.h"

struct queue {
	struct packet_batch batch;
	int fd;			    /* of the radio */
	const uint8_t *link_header; /* written before radiotap, or NULL */
	size_t link_header_len;
	struct counters *counters;
};

void queue_init(struct queue *queue, int fd, struct counters *counters);

/* Take over a frame, to be sent or counted as dropped. */
void queue_put(struct queue *queue, const struct downlink_frame *frame);

/* Send what may be sent now. Bodies given to queue_put() may go after it. */
void queue_run(struct queue *queue);

#endif
