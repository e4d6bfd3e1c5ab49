/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The frames of one radio that wait for injection, and those in flight, whose
 * TX status is awaited. No I/O and no clock here: times are milliseconds of
 * the caller's clock.
 *
 *	flight_enqueue()	a frame arrives and waits
 *	flight_dequeue()	returns the next frame to inject
 *	flight_mark_sent()	the kernel accepted it, or
 *	flight_handle_refusal()	the kernel refused it
 *	flight_handle_status()	its TX status: inject it again, or done
 *	flight_expire()		drops frames whose time has run out
 *
 * An injected frame has one rate. A frame with a chain of rates is injected
 * with the first rate; while it fails, it is injected again with the next one.
 *
 * A station must receive the frames of a flow in order: CCMP drops a frame
 * that a later one has overtaken. So the frames behind one that may need
 * another injection wait. Frames of other flows do not, and once the last
 * stage is injected the next frames follow at once. Waiting frames of a flow
 * are sorted by sequence number, because switches can reorder them: Open
 * vSwitch does with the first frames of a flow that it looks up.
 *
 * A local frame goes to a station of which the radio's mac80211 has an entry.
 * mac80211 numbers, repeats and aggregates local frames and keeps their order,
 * so many of one flow are in flight. Their echo is recognised by payload.
 *
 * The agent's own frames go before the waiting frames of their flow, which
 * wait for the TX status of the own frame; see enum downlink_own.
 *
 * Urgent frames go first, in the order of arrival. For the others an airtime
 * scheduler selects the station, and CoDel drops frames that had to wait for
 * too long. Without the scheduler they go in the order of arrival too.
 *
 *	flight_flows.h		frames, lists, flows and stations: the data
 *	flight_table.h		finds flows and stations
 *	flight_queues.h		waiting frames by flow; the longest flow
 *	flight_turns.h		what frames cost their station
 *	flight_airtime.h	scheduler, CoDel, limits of frames in flight
 *	flight_stages.h		chains of rates
 *	flight_frames.h		start and end of a transmission
 *	flight_waiting.h	order of waiting frames; drops in a full queue
 *	flight_stations.h	station entries and power save
 *	flight_holds.h		frames that wait for a change in mac80211
 *	flight_status.h		TX status
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include "flight_airtime.h"
#include "flight_flows.h"
#include "flight_frames.h"
#include "flight_holds.h"
#include "flight_stations.h"
#include "flight_status.h"
#include "flight_table.h"
#include "flight_turns.h"
#include "flight_waiting.h"

/* The longest time that a frame waits for injection, and for its TX status.
 * The VAP driver awaits a status for the second time; the first one leaves
 * enough of that for the air. */
#define FLIGHT_QUEUE_TIMEOUT_MS	 250
#define FLIGHT_STATUS_TIMEOUT_MS 500
#define FLIGHT_NEVER		 UINT64_MAX

/* A delayed frame (DOWNLINK_OWN_DELAYED) is injected after the first time. If
 * at least so many frames of the flow arrived meanwhile, the previous WTP may
 * have a queue of them, and the frame waits for the longer time. It also
 * waits, but no longer than that, while the radio hears how the previous WTP
 * transmits to the station (other_wtps.h): the VAP sends few frames until
 * their statuses have arrived. */
#define FLIGHT_DELAY_MS	    3
#define FLIGHT_DELAY_FEW    3
#define FLIGHT_DELAY_MAX_MS 60

/* The default limit of memory, in octets. */
#define FLIGHT_MEMORY_MAX (4096 * 1024)

/* Allows 'limit' frames in flight and 'waiting_max' waiting ones, half of
 * these for one flow. No frame is sent wider than 'width'. The scheduler is
 * off until flight_set_settings(). */
void flight_init(struct flight *flight, unsigned int limit,
		 unsigned int waiting_max, enum config_width width);
void flight_destroy(struct flight *flight);

/* Enqueues a copy of a frame that its receiver acknowledges. Returns false if
 * the frame is dropped. In a full queue flight_make_room() chooses the frame
 * to drop, which can be this one or one that waits. Counts each dropped frame
 * in 'drops'. The VAP gets a TX status of it: see flight_fail(). */
bool flight_enqueue(struct flight *flight, const struct downlink_frame *frame,
		    uint64_t now_ms, uint64_t *drops);

/* Returns the next frame to inject, which is in flight from now on, or NULL.
 */
struct flight_frame *flight_dequeue(struct flight *flight, uint64_t now_ms);

/* Notes that the kernel accepted a frame: a TX status can follow. */
void flight_mark_sent(struct flight_frame *frame);

/* Drops and counts the frames whose time has run out: FLIGHT_FAILED_MAX
 * waiting ones at most until flight_next_failed() has returned them. */
void flight_expire(struct flight *flight, uint64_t now_ms, uint64_t *drops);

/* Returns when flight_expire(), flight_dequeue() or flight_next_failed() has
 * work to do at the latest, or FLIGHT_NEVER. */
uint64_t flight_next_deadline(const struct flight *flight);

#endif
