/* SPDX-License-Identifier: Apache-2.0 */
/* Enqueues, injects, answers and expires frames in any order, with and without
 * the airtime scheduler. The first octet has the settings. An octet is a step:
 * its upper 3 bits are the event, its lower 5 the argument. Aborts if a
 * station receives a frame after a later one of its flow, or if a frame waits
 * for nothing. */
#include "fuzz.h"
#include "queue/flight.h"

#define STATIONS  4
#define TIDS	  2
#define VIDEO_TID 5
#define FRAME_LEN 28
#define LOCAL	  1 /* the station that mac80211 may have an entry of */

static struct flight flight;
static bool entry;
static uint16_t heard[STATIONS][TIDS];
static const uint8_t bssid[6], station[6] = { [5] = LOCAL };

static void put(uint8_t choice, uint16_t number, uint64_t now, uint64_t *drops)
{
	uint8_t body[FRAME_LEN] = { 0x88, 0x02 };
	struct downlink_frame frame = { .ack = true,
					.body = body,
					.body_len = sizeof(body),
					.priority = choice & 7,
					.local = entry &&
						 choice % STATIONS == LOCAL,
					.chain.n = choice >> 2 & 3 };

	body[9] = choice % STATIONS;
	body[24] = choice & 8 ? VIDEO_TID : 0;
	body[22] = (uint8_t)number;
	body[23] = (uint8_t)(number >> 8);
	memcpy(body + 26, body + 22, 2); /* the payload is as distinct */
	for (uint8_t i = 0; i < frame.chain.n; i++)
		frame.chain.stages[i].tries = (choice >> 4 & 1) + i;
	flight_enqueue(&flight, &frame, now, drops);
}

static void inject(uint64_t now, bool refused)
{
	struct flight_frame *frame = flight_dequeue(&flight, now);

	if (frame && refused)
		flight_remove(&flight, frame);
	else if (frame)
		flight_mark_sent(frame);
}

/* What the radio does next: it keeps the order of injection. */
static void answer(uint8_t choice, uint64_t now)
{
	const struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS,
		.tx_flags = choice & 1 ? RADIOTAP_TX_FAIL : 0,
	};
	struct flight_frame *frame = flight.in_flight.first;
	struct flight_echo echo = { .rt = &rt, .len = FRAME_LEN };
	uint8_t copy[FRAME_LEN];
	uint16_t number;

	if (!frame)
		return;
	memcpy(copy, frame->body, sizeof(copy));
	echo.frame = copy;
	number = (uint16_t)(copy[22] | copy[23] << 8);
	if (!(choice & 1)) {
		uint16_t *last = &heard[copy[9]][copy[24] == VIDEO_TID];

		if (number <= *last)
			abort();
		*last = number;
	}
	flight_charge_tx(&flight, copy, sizeof(copy), choice * 100u, now);
	switch (flight_handle_status(&flight, &echo, now, &frame)) {
	case FLIGHT_RETRY:
		flight_mark_sent(frame);
		break;
	case FLIGHT_DONE:
		flight_remove(&flight, frame);
		break;
	default:
		abort();
	}
}

/* Reports what was dropped, and what failed in a drain. */
static void report(uint64_t now)
{
	struct flight_frame *frame;

	while ((frame = flight_next_failed(&flight, now)))
		flight_remove(&flight, frame);
}

static void change_settings(uint8_t choice)
{
	struct flight_settings settings = flight.settings;

	settings.airtime = choice & 1;
	settings.sparse = choice & 2;
	settings.codel.target_us = choice & 4 ? 1000 : CODEL_TARGET_US;
	settings.codel.interval_us = choice & 4 ? 2000 : CODEL_INTERVAL_US;
	settings.memory_max = choice & 8 ? 16 * 1024 : FLIGHT_MEMORY_MAX;
	flight_set_settings(&flight, &settings);
	flight_set_weight(&flight, choice & 8 ? bssid : station,
			  choice & 4 ? AIRTIME_WEIGHT_MIN
				     : AIRTIME_WEIGHT_MAX);
}

/* With nothing in flight, a frame may go at once, or when no station is
 * awaited any more. */
static void check_progress(uint64_t now)
{
	struct flight_frame *frame;

	if (flight.in_flight.n || flight.draining ||
	    !flight_backlog_total(&flight))
		return;
	frame = flight_dequeue(&flight, now);
	if (!frame)
		frame = flight_dequeue(&flight, now + AIRTIME_AWAIT_US / 1000);
	if (!frame)
		abort();
	flight_mark_sent(frame);
}

/* Sends all that waits. */
static void finish(uint64_t now)
{
	flight_drain_now(&flight, bssid, station);
	for (unsigned int i = 0; i < 1000; i++) {
		report(now);
		check_progress(now);
		answer(0, now);
	}
	if (flight_backlog_total(&flight) || flight.in_flight.n)
		abort();
}

/* The station's entry ends, and what mac80211 had for it has failed in order.
 */
static void end_entry(uint64_t now, bool at_once)
{
	struct flight_frame *frame;
	uint16_t last[TIDS] = { 0 };

	report(now);
	flight_drain(&flight, bssid, station, now + 50);
	if (at_once)
		flight_drain_now(&flight, bssid, station);
	while ((frame = flight_next_failed(&flight, now))) {
		uint16_t number =
			(uint16_t)(frame->body[22] | frame->body[23] << 8);

		uint16_t *before = &last[frame->body[24] == VIDEO_TID];

		if (frame->body[9] != LOCAL || number <= *before)
			abort();
		*before = number;
		flight_remove(&flight, frame);
	}
	if (at_once && flight.draining)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t number = 0;
	uint64_t drops[DROP_MAX] = { 0 }, now = 0;

	entry = true;
	memset(heard, 0, sizeof(heard));
	flight_init(&flight, 3, 16, WIDTH_20);
	if (size)
		change_settings(data[0]);
	for (size_t i = 1; i < size && i < UINT16_MAX - 1; i++) {
		uint8_t choice = data[i] & 31;

		switch (data[i] >> 5) {
		case 0:
			/* The clock may step back. */
			if (choice == 31)
				now -= now < 40 ? now : 40;
			else if (choice > 28)
				change_settings(data[i - 1]);
			else
				now += choice;
			flight_expire(&flight, now, drops);
			break;
		case 1:
			now += choice * 16u;
			flight_expire(&flight, now, drops);
			break;
		case 2:
		case 3:
			put(choice, ++number, now, drops);
			break;
		case 4:
			if (choice > 28) {
				end_entry(now, choice & 1);
				break;
			}
			if (choice == 28) {
				entry = !entry;
				if (entry)
					flight_make_local(&flight, bssid,
							  station);
				else
					flight_requeue(&flight, bssid, station,
						       now);
				if (!entry && flight.local)
					abort();
				break;
			}
			/* fall through */
		case 5:
			inject(now, choice == 31);
			break;
		default:
			answer(choice, now);
		}
		if (choice & 1)
			report(now);
		if (flight.in_flight.n - flight.local > 3 ||
		    flight_backlog_total(&flight) > 16 + FLIGHT_LOCAL_MAX)
			abort();
		if (flight_next_deadline(&flight) <= now && flight.in_flight.n)
			flight_expire(&flight, now, drops);
	}
	finish(now);
	flight_destroy(&flight);
	if (flight.memory)
		abort();
	return 0;
}
