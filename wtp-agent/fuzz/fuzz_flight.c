/* SPDX-License-Identifier: Apache-2.0 */
/* Enqueues, injects, answers and expires frames in any order. An octet is a
 * step: its upper 3 bits are the event, its lower 5 the argument. Aborts if a
 * station receives a frame after a later one of its flow. */
#include "fuzz.h"
#include "queue/flight.h"

#define STATIONS  4
#define FRAME_LEN 28
#define LOCAL	  1 /* the station that mac80211 may have an entry of */

static struct flight flight;
static bool entry;
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
static void answer(uint8_t choice, uint64_t now, uint16_t *heard)
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
		if (number <= heard[copy[9]])
			abort();
		heard[copy[9]] = number;
	}
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

/* The station's entry ends, and what mac80211 had for it has failed in order.
 */
static void end_entry(uint64_t now, bool at_once)
{
	struct flight_frame *frame;
	uint16_t last = 0;

	flight_drain(&flight, bssid, station, now + 50);
	if (at_once)
		flight_drain_now(&flight, bssid, station);
	while ((frame = flight_next_failed(&flight, now))) {
		uint16_t number =
			(uint16_t)(frame->body[22] | frame->body[23] << 8);

		if (frame->body[9] != LOCAL || number <= last)
			abort();
		last = number;
		flight_remove(&flight, frame);
	}
	if (at_once && flight.draining)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t number = 0, heard[STATIONS] = { 0 };
	uint64_t drops[DROP_MAX] = { 0 }, now = 0;

	entry = true;
	flight_init(&flight, 3, 16, WIDTH_20);
	for (size_t i = 0; i < size && i < UINT16_MAX - 1; i++) {
		uint8_t choice = data[i] & 31;

		switch (data[i] >> 5) {
		case 0:
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
			answer(choice, now, heard);
		}
		if (flight.in_flight.n - flight.local > 3 ||
		    flight_backlog_total(&flight) > 16 + FLIGHT_LOCAL_MAX)
			abort();
		if (flight_next_deadline(&flight) <= now && flight.in_flight.n)
			flight_expire(&flight, now, drops);
	}
	flight_destroy(&flight);
	return 0;
}
