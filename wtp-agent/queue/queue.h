/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of queue/: the transmit queue of a radio, and the state of stations
 * that decides about frames.
 *
 *	queue.h		injects frames and reads their TX status (I/O)
 *	flight.h	order, retries and drops of queued frames (no I/O)
 *	airtime_scheduler.h, airtime_weights.h
 *			which station is next (no I/O)
 *	codel.h		when a queue drops a frame (no I/O)
 *	powersave.h	which stations doze
 *	neighbours.h	beacons of other access points, for VAPs
 *	other_wtps.h	stations to which another WTP transmits
 *	segments.h	VAPs' frames of which segments are missing
 *	stations.h	airtime of each station
 *
 * Every frame to a radio passes its queue. Frames without acknowledgement are
 * injected at once. The others wait until fewer frames than the limit are in
 * flight, and until no earlier frame of their flow may need another injection.
 * Urgent frames go first. A scheduler shares the air among the stations of the
 * others (flight_airtime.h).
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "config/wtp_config.h"
#include "flight.h"
#include "frame/frame.h"
#include "neighbours.h"
#include "powersave.h"
#include "queue_kept.h"
#include "segments.h"
#include "stations.h"

/* How long the queue awaits the TX status of frames to a station that dozes,
 * or whose entry mac80211 removed. The hardware may hold these frames. */
#define QUEUE_DRAIN_MS 50

struct queue {
	struct packet_batch batch;
	struct flight flight;
	struct queue_kept kept; /* while the queue is paused */
	bool tracks_status;	/* false: injects every frame at once */
	struct tsf tsf;
	int fd;			    /* of the radio */
	const uint8_t *link_header; /* before radiotap, or NULL */
	size_t link_header_len;
	struct counters *counters;
};

/* A radio whose 'in_flight' is 0 injects each frame at once, at the first rate
 * of its chain. */
void queue_init(struct queue *queue, const struct config_radio *config,
		struct counters *counters);
void queue_destroy(struct queue *queue);

/* Enqueues a frame. Returns false if it is dropped, which is counted. The
 * queue sets timestamps at injection; in frames without acknowledgement it
 * does so in the caller's body, which must stay until queue_run(). */
bool queue_enqueue(struct queue *queue, const struct downlink_frame *frame);

/* Returns the number of waiting frames of the flow of 'frame', which is not
 * enqueued. */
unsigned int queue_backlog(struct queue *queue,
			   const struct downlink_frame *frame);

/* Handles the TX status in 'frame'. Returns true if it goes to the VAP; then
 * 'frame' reports the whole chain. Returns false if the frame is injected
 * again or is the agent's own. */
bool queue_handle_status(struct queue *queue, struct uplink_frame *frame);

/* Charges the airtime of the sent or received 'frame' to its station. */
void queue_charge_tx(struct queue *queue, const struct uplink_frame *frame,
		     uint64_t us);
void queue_charge_rx(struct queue *queue, const struct uplink_frame *frame,
		     uint64_t us);

/* Enqueues one of the agent's own frames before the waiting frames of TID
 * 'tid' between its addresses. These wait for its status, which no VAP gets.
 * 'own' determines how often it is injected. Returns false if there is no
 * room. Calls 'flight.lost' if the frame is removed without a status. */
bool queue_enqueue_own(struct queue *queue, uint8_t *body, size_t len,
		       uint8_t tid, enum downlink_own own);

/* mac80211 removed the entry of a station that is awake: see
 * flight_requeue(). */
void queue_requeue(struct queue *queue, const uint8_t *bssid,
		   const uint8_t *station);

/* The station that sent 'frame' dozes: see flight_drain(). */
void queue_drain(struct queue *queue, const struct uplink_frame *frame);

/* Notes a data frame to a station that another WTP sent in the name of a VAP
 * of this WTP. */
void queue_note_other(struct queue *queue, const uint8_t *frame);

/* Injects a frame of the agent itself at once, also while the queue is paused.
 * The queue does not know its TX status. */
void queue_inject_now(struct queue *queue, const struct radiotap *rt,
		      uint8_t *body, size_t len);

/* Fails the waiting frames of a transmitter: the VAP gets their TX statuses.
 * Returns their number, with those that await none. */
unsigned int queue_fail(struct queue *queue, const uint8_t *transmitter);

/* Sends what is about to be injected: frames after this call go to another
 * state of mac80211. */
void queue_flush(struct queue *queue);

/* Injects nothing until queue_resume(): all frames wait. The caller then calls
 * queue_run(). */
void queue_pause(struct queue *queue);
void queue_resume(struct queue *queue);

/* The lease of 'bssid' has ended: forgets its frames without acknowledgement
 * that wait while the queue is paused, and counts them (no_lease). */
void queue_forget(struct queue *queue, const uint8_t *bssid);

/* Returns in '*out' the TX status of the next frame that was dropped or failed
 * in a drain, for the VAP; false if there is none. */
bool queue_next_failed(struct queue *queue, int vlan,
		       struct uplink_frame *out);

/* Injects all frames that may go now, and drops expired ones. */
void queue_run(struct queue *queue);

/* Returns when queue_run() has work to do at the latest, in ms of the clock,
 * or FLIGHT_NEVER. */
uint64_t queue_next_deadline(const struct queue *queue);

#endif
