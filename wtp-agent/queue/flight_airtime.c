/* SPDX-License-Identifier: Apache-2.0 */
#include "flight_airtime.h"

#include "flight_frames.h"
#include "flight_turns.h"
#include "flight_waiting.h"

#define SOJOURN_WEIGHT 8 /* of the average: a new wait counts 1/8 */

static uint64_t to_us(uint64_t ms)
{
	return ms * 1000;
}

enum room {
	ROOM,
	STATION_FULL, /* too much of the station is in flight */
	RADIO_FULL,   /* too much of all is in flight */
};

static enum room local_room(const struct flight *flight,
			    const struct flight_turn *turn, enum flight_ac ac)
{
	const struct flight_load *all = &flight->loads[ac];

	if (flight->local >= FLIGHT_LOCAL_MAX)
		return RADIO_FULL;
	if (flight->schedulers[ac].n <= 1)
		return all->local_us < FLIGHT_LOCAL_US ||
				       flight->local < FLIGHT_LOCAL_MIN
			       ? ROOM
			       : RADIO_FULL;
	if (all->local_us >= FLIGHT_RADIO_LOCAL_US)
		return RADIO_FULL;
	return turn->load.local_us < FLIGHT_STATION_LOCAL_US ? ROOM
							     : STATION_FULL;
}

static enum room single_room(const struct flight *flight,
			     const struct flight_turn *turn, enum flight_ac ac)
{
	if (flight->in_flight.n - flight->local >= flight->limit ||
	    flight->loads[ac].single_us >= FLIGHT_RADIO_SINGLE_US)
		return RADIO_FULL;
	return flight->schedulers[ac].n <= 1 ||
			       turn->load.single_us < FLIGHT_STATION_SINGLE_US
		       ? ROOM
		       : STATION_FULL;
}

/* Returns the first flow of a turn whose frames may go, or NULL. A station has
 * few flows of one access category. */
static struct flight_flow *find_ready(struct flight_turn *turn)
{
	struct flight_flow *end = turn->last, *flow;

	do {
		flow = turn->first;
		if (!flow->waiting[FLIGHT_URGENT] &&
		    !flight_must_wait(flow->queues[FLIGHT_NORMAL].first))
			return flow;
		flight_turn_rotate(turn);
	} while (flow != end);
	return NULL;
}

/* Returns true if CoDel drops the first frame of the flow. */
static bool is_dropped(struct flight *flight, struct flight_flow *flow,
		       const struct flight_frame *frame, uint64_t now_us)
{
	uint32_t ns = flow->station->ns_per_octet;
	struct codel_settings settings =
		codel_settings_for(&flight->settings.codel, 8000000 / ns);
	bool last = flow->waiting[FLIGHT_NORMAL] <= 1 ||
		    (uint64_t)flow->octets * ns / 1000 <= FLIGHT_AGGREGATE_US;

	return frame->rank == FLIGHT_RANK_NORMAL &&
	       codel_drops(&flow->codel, &settings, to_us(frame->since_ms),
			   now_us, last);
}

static void note_sojourn(struct flight_station *station,
			 const struct flight_frame *frame, uint64_t now_ms)
{
	uint64_t ms = now_ms > frame->since_ms ? now_ms - frame->since_ms : 0;

	station->sojourn_us =
		(uint32_t)((station->sojourn_us *
				    (uint64_t)(SOJOURN_WEIGHT - 1) +
			    to_us(ms)) /
			   SOJOURN_WEIGHT);
	station->sent++;
}

/* Returns true if a TX status will unblock the station soon. While it dozes,
 * or mac80211 changes its entry, that takes too long. */
static bool is_awaited(const struct flight_turn *turn)
{
	return turn->load.frames && !turn->first->draining &&
	       !turn->first->on_hold;
}

/* Returns the next frame of the station, or NULL if it is blocked, has none
 * left, or the radio has no room, which is returned in '*full'. */
static struct flight_frame *next_of_station(struct flight *flight,
					    struct flight_turn *turn,
					    enum flight_ac ac, uint64_t now_ms,
					    bool *full)
{
	struct airtime_scheduler *scheduler = &flight->schedulers[ac];
	struct flight_frame *frame;
	struct flight_flow *flow;
	enum room room;

	while (turn->first) {
		flow = find_ready(turn);
		if (!flow)
			break;
		frame = flow->queues[FLIGHT_NORMAL].first;
		room = (frame->local ? local_room : single_room)(flight, turn,
								 ac);
		*full = room == RADIO_FULL;
		if (*full)
			return NULL;
		if (room == STATION_FULL)
			break;
		if (is_dropped(flight, flow, frame, to_us(now_ms))) {
			flow->station->codel_drops++;
			flight->codel_drops++;
			flight_fail(flight, frame);
			continue;
		}
		note_sojourn(turn->station, frame, now_ms);
		flight_turn_rotate(turn);
		return frame;
	}
	if (turn->first)
		airtime_block(scheduler, &turn->entry, to_us(now_ms),
			      is_awaited(turn));
	else
		airtime_empty(scheduler, &turn->entry);
	return NULL;
}

static struct flight_frame *next_of_ac(struct flight *flight,
				       enum flight_ac ac, uint64_t now_ms)
{
	struct flight_frame *frame = NULL;
	struct airtime_entry *entry;
	bool full = false;

	while (!frame && !full &&
	       (entry = airtime_next(&flight->schedulers[ac], to_us(now_ms))))
		frame = next_of_station(flight, (struct flight_turn *)entry,
					ac, now_ms, &full);
	return frame;
}

struct flight_frame *flight_airtime_next(struct flight *flight,
					 uint64_t now_ms)
{
	struct flight_frame *frame = NULL;

	/* Their limits are separate, except for the number of frames. */
	for (unsigned int i = 0; !frame && i < FLIGHT_ACS; i++) {
		flight->next_ac = (flight->next_ac + 1) % FLIGHT_ACS;
		frame = next_of_ac(flight, flight->next_ac, now_ms);
	}
	return frame;
}

uint64_t flight_airtime_deadline(const struct flight *flight)
{
	uint64_t deadline = UINT64_MAX;

	for (int i = 0; flight->settings.airtime && i < FLIGHT_ACS; i++) {
		const struct airtime_entry *entry =
			airtime_first_awaited(&flight->schedulers[i]);
		uint64_t due_ms =
			entry ? (entry->served_us + AIRTIME_AWAIT_US) / 1000
			      : UINT64_MAX;

		if (due_ms < deadline)
			deadline = due_ms;
	}
	return deadline;
}

void flight_airtime_expire(struct flight *flight, uint64_t now_ms)
{
	for (int i = 0; i < FLIGHT_ACS; i++)
		airtime_expire(&flight->schedulers[i], to_us(now_ms));
}

/* Forgets what stations used while nothing limited them. */
static void reset_deficits(const struct flight_station_list *list)
{
	for (struct flight_station *station = list->first; station;
	     station = station->next)
		for (int i = 0; i < FLIGHT_ACS; i++)
			airtime_reset(&station->turns[i].entry);
}

void flight_set_settings(struct flight *flight,
			 const struct flight_settings *settings)
{
	if (settings->airtime && !flight->settings.airtime) {
		reset_deficits(&flight->active);
		reset_deficits(&flight->idle);
	}
	flight->settings = *settings;
	for (int i = 0; i < FLIGHT_ACS; i++)
		flight->schedulers[i].sparse = settings->sparse;
}
