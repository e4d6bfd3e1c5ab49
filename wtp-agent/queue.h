/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The place between the wire and a radio.
 *
 * Everything that is to be sent on a radio passes here, and nothing else
 * decides what is sent when. Frames that need no acknowledgement are handed on
 * at once. The others wait, urgent ones before the rest, until fewer than a
 * limit are on the way through the kernel and the radio, and until no frame
 * before them of the same flow may have to be injected again: what that means,
 * and what a frame's chain of rates does, is in flight.h. Queues by station
 * and an airtime scheduler go there.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "downlink.h"
#include "flight.h"
#include "packet.h"
#include "tsf.h"
#include "uplink.h"

/* How long is waited for the status of what was injected for a station that
 * sleeps, or that mac80211 has no entry of any more: the radio may have it. */
#define QUEUE_DRAIN_MS 50

struct queue {
	struct packet_batch batch;
	struct flight flight;
	bool tracks; /* frames until their TX status */
	struct tsf tsf;
	int fd;			    /* of the radio */
	const uint8_t *link_header; /* written before radiotap, or NULL */
	size_t link_header_len;
	struct counters *counters;
};

/* A radio whose 'in_flight' is 0 gets every frame at once, with the first rate
 * of its chain. */
void queue_init(struct queue *queue, const struct config_radio *config,
		struct counters *counters);
void queue_destroy(struct queue *queue);

/* Take over a frame, to be sent, or counted as dropped (false). Timestamps are
 * set when a frame is injected, in the body where it is not kept. Bodies of
 * frames that need no acknowledgement must stay until queue_run(). */
bool queue_put(struct queue *queue, const struct downlink_frame *frame);

/* How many frames wait of the flow of this one, which is not put in yet. */
unsigned int queue_backlog(struct queue *queue,
			   const struct downlink_frame *frame);

/* A TX status came: of an injected frame whose chain has not ended, which is
 * injected again (false), of the agent's own (false), or one that is to go to
 * the VAP (true), for which 'frame' then tells the whole chain. */
bool queue_status(struct queue *queue, struct uplink_frame *frame);

/* Inject a frame of the agent's own before all that waits of the flow between
 * its addresses that has the TID 'tid'; these wait for its status, which goes
 * nowhere. One that insists is injected until it is acknowledged, one that
 * lingers not at once (flight.h). False if there is no place for it; what is
 * lost later on, 'flight.lost' is told. */
bool queue_put_own(struct queue *queue, uint8_t *body, size_t len, uint8_t tid,
		   bool insists, bool lingers);

/* The radio's mac80211 has no entry of the station any more, which hears
 * (flight_requeue()). */
void queue_requeue(struct queue *queue, const uint8_t *bssid,
		   const uint8_t *station);

/* A station has fallen asleep, as this frame of it says: nothing is sent to it
 * that waits (flight_drain()). */
void queue_drain(struct queue *queue, const struct uplink_frame *frame);

/* The next frame that has failed so: 'out' is its TX status, which is the
 * VAP's to know. False if there is none. */
bool queue_failed(struct queue *queue, int vlan, struct uplink_frame *out);

/* Send what may be sent now. */
void queue_run(struct queue *queue);

/* When queue_run() is to be called again at the latest, in ms of the clock, or
 * FLIGHT_NEVER. */
uint64_t queue_due(const struct queue *queue);

#endif
