/* SPDX-License-Identifier: Apache-2.0 */
#include "sim_radio.h"

#include "frame/airtime.h"
#include "frame/ieee80211.h"
#include "frame/rate.h"

#define AGGREGATE_US	 4000
#define AGGREGATE_FRAMES 64
#define CONTENTION_US	 100
#define MHZ		 2437
#define AIR_MAX		 512
#define PAYLOAD		 28 /* offset: number of the frame, arrival */

struct flight sim_flight;
struct sim_station sim_stations[SIM_STATIONS];
uint64_t sim_us;
uint64_t sim_drops[DROP_MAX];

static unsigned int stations_n;
static struct flight_frame *air[AIR_MAX]; /* injected, not sent */
static unsigned int air_n;
static struct stations measured;
static uint32_t random_state;

static uint32_t next_random(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return random_state >> 16;
}

static uint64_t now_ms(void)
{
	return sim_us / 1000;
}

void sim_begin(unsigned int n, const uint8_t *mcs, bool local)
{
	struct flight_settings settings;

	flight_init(&sim_flight, 32, 512, WIDTH_20);
	settings = sim_flight.settings;
	settings.airtime = true;
	flight_set_settings(&sim_flight, &settings);
	stations_init(&measured);
	memset(sim_stations, 0, sizeof(sim_stations));
	memset(sim_drops, 0, sizeof(sim_drops));
	stations_n = n;
	for (unsigned int i = 0; i < n; i++)
		sim_stations[i] = (struct sim_station){
			.rate = { .kind = CLOUDMAC_RATE_HT, .mcs = mcs[i] },
			.local = local,
			.stages = local ? 0 : 2,
			.backlog = 60,
			.len = SIM_LEN,
		};
	air_n = 0;
	random_state = 1;
	sim_us = 1000000;
}

void sim_end(void)
{
	end_flight(&sim_flight);
}

bool sim_put(unsigned int i)
{
	struct sim_station *station = &sim_stations[i];
	uint8_t body[SIM_LEN] = { 0x88, 0x02 };
	struct downlink_frame frame = { .ack = true,
					.body = body,
					.body_len = station->len,
					.priority = station->tid,
					.local = station->local,
					.chain.n = (uint8_t)station->stages };

	body[4] = body[10] = body[16] = 2;
	body[9] = (uint8_t)i;
	body[15] = body[21] = station->vap;
	body[22] = (uint8_t)(station->number << 4);
	body[23] = (uint8_t)(station->number >> 4);
	body[24] = station->tid;
	station->number = (station->number + 1) % IEEE80211_NUMBERS;
	station->sent++;
	memcpy(body + PAYLOAD, &station->sent, 4);
	memcpy(body + PAYLOAD + 4, &sim_us, 8);
	for (unsigned int s = 0; s < station->stages; s++) {
		frame.chain.stages[s].rate = station->rate;
		frame.chain.stages[s].tries = 1;
	}
	if (!station->stages)
		rate_to_radiotap(&frame.rt, &station->rate);
	return flight_enqueue(&sim_flight, &frame, now_ms(), sim_drops);
}

static void arrive_at_intervals(unsigned int i)
{
	struct sim_station *station = &sim_stations[i];

	if (!station->interval_us)
		return;
	if (!station->next_us)
		station->next_us = sim_us;
	for (; station->next_us <= sim_us;
	     station->next_us += station->interval_us)
		sim_put(i);
}

/* Refills the queues; the last octet of an address is the station. */
static void arrive(void)
{
	for (unsigned int i = 0; i < stations_n; i++) {
		uint8_t addresses[12] = { 2, [5] = (uint8_t)i, [6] = 2 };
		const struct flight_station *station;

		arrive_at_intervals(i);
		addresses[11] = sim_stations[i].vap;
		station = flight_station_find(&sim_flight, addresses);
		for (unsigned int n = station ? station->waiting : 0;
		     n < sim_stations[i].backlog; n++)
			sim_put(i);
	}
}

/* Frames of a station arrive in the order in which the VAP sent them. */
static void check_order(struct sim_station *station,
			const struct flight_frame *frame)
{
	uint32_t number;

	memcpy(&number, frame->body + PAYLOAD, 4);
	if (number <= station->heard)
		station->fell_back = true;
	station->heard = number;
}

static void deliver(struct sim_station *station,
		    const struct flight_frame *frame)
{
	uint64_t arrival;

	memcpy(&arrival, frame->body + PAYLOAD + 4, 8);
	if (sim_us - arrival > station->longest_us)
		station->longest_us = sim_us - arrival;
	station->delivered++;
	check_order(station, frame);
}

/* The status of a frame that was sent once. */
static void end_frame(struct flight_frame *frame)
{
	struct sim_station *station = &sim_stations[frame->body[9]];
	bool acked = next_random() % 100 >= station->loss;
	struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS,
		.tx_flags = acked ? 0 : RADIOTAP_TX_FAIL,
	};
	uint8_t body[SIM_LEN];
	const struct flight_echo echo = { &rt, body, frame->len };
	const struct station_exchange exchange = {
		.station = ieee80211_addr1(body),
		.mhz = MHZ,
		.rate = station->rate,
		.octets = frame->len + IEEE80211_FCS_LEN,
		.tries = 1,
		.acked = acked,
		.aggregated_us = frame->local ? sim_us : 0,
	};
	const size_t frame_len = frame->len;
	uint64_t us;

	if (!station->unknown)
		rate_to_radiotap(&rt, &station->rate);
	memcpy(body, frame->body, frame->len);
	if (acked)
		deliver(station, frame);
	switch (flight_handle_status(&sim_flight, &echo, now_ms(), &frame)) {
	case FLIGHT_RETRY:
		flight_mark_sent(frame);
		air[air_n++] = frame;
		break;
	case FLIGHT_DONE:
		flight_remove(&sim_flight, frame);
		break;
	default:
		CHECK(!"a status of a frame in flight");
	}
	us = stations_add_tx(&measured, &exchange);
	station->used_us += us;
	flight_charge_tx(&sim_flight, body, frame_len,
			 station->unknown ? 0 : us, now_ms());
}

/* Sends the oldest frame, or an aggregate of all frames of its station. */
static void transmit(void)
{
	struct flight_frame *ppdu[AGGREGATE_FRAMES];
	struct sim_station *station = &sim_stations[air[0]->body[9]];
	uint32_t us = airtime_ppdu_us(&station->rate, MHZ, 0);
	const uint32_t preamble = us;
	unsigned int n = 0, left = 0;

	for (unsigned int i = 0; i < air_n; i++) {
		uint32_t more =
			airtime_ppdu_us(&station->rate, MHZ, air[i]->len) -
			preamble;
		bool fits = n < AGGREGATE_FRAMES && us + more <= AGGREGATE_US;

		if (!n || (fits && air[0]->local && air[i]->local &&
			   air[i]->flow == ppdu[0]->flow)) {
			ppdu[n++] = air[i];
			us += more;
		} else {
			air[left++] = air[i];
		}
	}
	air_n = left;
	sim_us += us + CONTENTION_US;
	station->aggregates++;
	for (unsigned int i = 0; i < n; i++)
		end_frame(ppdu[i]);
}

static void report_failed(void)
{
	struct flight_frame *frame;

	while ((frame = flight_next_failed(&sim_flight, now_ms()))) {
		sim_stations[frame->body[9]].failed++;
		flight_remove(&sim_flight, frame);
	}
}

void sim_run(uint64_t us)
{
	struct flight_frame *frame;

	for (uint64_t end = sim_us + us; sim_us < end;) {
		arrive();
		if (flight_next_deadline(&sim_flight) <= now_ms())
			flight_expire(&sim_flight, now_ms(), sim_drops);
		while (air_n < AIR_MAX &&
		       (frame = flight_dequeue(&sim_flight, now_ms()))) {
			flight_mark_sent(frame);
			air[air_n++] = frame;
		}
		report_failed();
		if (air_n)
			transmit();
		else
			sim_us += 1000;
	}
}

double sim_share(unsigned int i)
{
	uint64_t total = 0;

	for (unsigned int j = 0; j < stations_n; j++)
		total += sim_stations[j].used_us;
	return (double)sim_stations[i].used_us / (double)total;
}

void sim_check_share(unsigned int i, double expected)
{
	double share = sim_share(i);
	char text[80];

	if (share >= expected - 0.02 && share <= expected + 0.02)
		return;
	snprintf(text, sizeof(text), "station %u has %.3f, not %.3f", i, share,
		 expected);
	unit_fail(__FILE__, __LINE__, text);
}
