/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler with a simulated radio, which sends the frames of stations in
 * the order of injection and holds a bounded number of them. */
#include "queue/airtime_scheduler.h"
#include "unit.h"

#define RADIO_FRAMES 8
#define RADIO_US     8000

struct sim_station {
	struct airtime_entry entry; /* first */
	unsigned int waiting;
	uint32_t frame_us, estimate_us;
	unsigned int in_flight, limit;
	uint64_t used_us;
	unsigned int sent;
};

static struct airtime_scheduler scheduler;
static struct sim_station stations[40];
static unsigned int stations_n;
static struct sim_station *radio[64];
static unsigned int radio_n;
static uint32_t radio_us;
static uint64_t now;

static void begin(unsigned int n)
{
	airtime_scheduler_init(&scheduler);
	memset(stations, 0, sizeof(stations));
	stations_n = n;
	for (unsigned int i = 0; i < n; i++) {
		airtime_entry_init(&stations[i].entry, AIRTIME_WEIGHT_DEFAULT);
		stations[i].limit = RADIO_FRAMES;
	}
	radio_n = 0;
	radio_us = 0;
	now = 1000000;
}

static void set_rate(unsigned int i, uint32_t frame_us)
{
	stations[i].frame_us = stations[i].estimate_us = frame_us;
}

static void arrive(unsigned int i, unsigned int frames)
{
	stations[i].waiting += frames;
	airtime_activate(&scheduler, &stations[i].entry);
	airtime_unblock(&scheduler, &stations[i].entry);
}

static void inject(void)
{
	struct airtime_entry *entry;

	while (radio_n < 64 && radio_us < RADIO_US &&
	       (entry = airtime_next(&scheduler, now))) {
		struct sim_station *station = (struct sim_station *)entry;

		if (!station->waiting) {
			airtime_empty(&scheduler, entry);
		} else if (station->in_flight == station->limit) {
			airtime_block(&scheduler, entry, now, true);
		} else {
			station->waiting--;
			station->in_flight++;
			airtime_serve(entry, station->estimate_us, now);
			radio[radio_n++] = station;
			radio_us += station->frame_us;
		}
	}
}

/* The radio sends its oldest frame. */
static struct sim_station *transmit(void)
{
	struct sim_station *station = radio[0];

	if (!radio_n)
		return NULL;
	memmove(radio, radio + 1, --radio_n * sizeof(radio[0]));
	radio_us -= station->frame_us;
	now += station->frame_us;
	station->used_us += station->frame_us;
	station->sent++;
	station->in_flight--;
	airtime_refund(&station->entry, station->estimate_us);
	airtime_charge_tx(&station->entry, station->frame_us);
	airtime_unblock(&scheduler, &station->entry);
	return station;
}

/* Runs for 'us' with full queues at the first 'n' stations. */
static void saturate(unsigned int n, uint64_t us)
{
	for (uint64_t end = now + us; now < end;) {
		for (unsigned int i = 0; i < n; i++)
			if (stations[i].waiting < 100)
				arrive(i, 100);
		inject();
		if (!transmit())
			now += 1000;
	}
}

static void check_share(unsigned int i, double expected)
{
	uint64_t total = 0;
	double share;

	for (unsigned int j = 0; j < stations_n; j++)
		total += stations[j].used_us;
	share = (double)stations[i].used_us / (double)total;
	if (share < expected - 0.02 || share > expected + 0.02) {
		char text[80];

		snprintf(text, sizeof(text), "station %u has %.3f, not %.3f",
			 i, share, expected);
		unit_fail(__FILE__, __LINE__, text);
	}
}

/* 1,500 octets at MCS 7 and MCS 0. */
static void set_fast_and_slow(void)
{
	set_rate(0, 200);
	set_rate(1, 200);
	set_rate(2, 1900);
}

static void test_equal_shares(void)
{
	begin(3);
	set_fast_and_slow();
	saturate(3, 10000000);
	for (unsigned int i = 0; i < 3; i++)
		check_share(i, 1 / 3.0);
}

/* Each frame waits for the result of the previous one of its station. */
static void test_equal_shares_one_frame_at_a_time(void)
{
	begin(3);
	set_fast_and_slow();
	for (unsigned int i = 0; i < 3; i++)
		stations[i].limit = 1;
	saturate(3, 10000000);
	for (unsigned int i = 0; i < 3; i++)
		check_share(i, 1 / 3.0);
}

/* The estimate is wrong by far: what counts is measured. */
static void test_wrong_estimates(void)
{
	begin(3);
	set_fast_and_slow();
	stations[0].estimate_us = 1000;
	stations[2].estimate_us = 100;
	saturate(3, 10000000);
	for (unsigned int i = 0; i < 3; i++)
		check_share(i, 1 / 3.0);
}

static void test_weights(void)
{
	begin(2);
	set_rate(0, 200);
	set_rate(1, 1900);
	stations[1].entry.weight = 2 * AIRTIME_WEIGHT_DEFAULT;
	saturate(2, 10000000);
	check_share(0, 1 / 3.0);
	check_share(1, 2 / 3.0);

	begin(2);
	set_rate(0, 200);
	set_rate(1, 1900);
	stations[0].entry.weight = AIRTIME_WEIGHT_MIN;
	saturate(2, 100000000);
	check_share(0, 1 / 17.0);
}

/* A station is served for a quantum, so that aggregates are long. */
static void test_service_in_portions(void)
{
	unsigned int changes = 0, frames = 0;
	struct sim_station *last = NULL, *sent;

	begin(2);
	set_rate(0, 200);
	set_rate(1, 200);
	stations[0].limit = stations[1].limit = 64;
	arrive(0, 2000);
	arrive(1, 2000);
	while (inject(), (sent = transmit())) {
		changes += sent != last;
		last = sent;
		frames++;
	}
	CHECK_INT(4000, frames);
	CHECK(changes <= 4000 / (AIRTIME_QUANTUM_US / 200) + 2);
}

static void test_received_frames_count(void)
{
	begin(2);
	set_rate(0, 200);
	set_rate(1, 200);
	for (int i = 0; i < 5000; i++) {
		/* Station 1 sends a third of what it receives. */
		uint64_t before = stations[1].used_us;

		saturate(2, 2000);
		airtime_charge_rx(&stations[1].entry,
				  (stations[1].used_us - before) / 3);
	}
	/* x + x / 3 = y */
	check_share(1, 3 / 7.0);
}

/* A station that sends without end still receives a quarter of its share. */
static void test_no_starvation(void)
{
	begin(30);
	for (unsigned int i = 0; i < 30; i++)
		set_rate(i, i ? 200 : 12000);
	for (int i = 0; i < 5000; i++) {
		airtime_charge_rx(&stations[7].entry, 100000);
		saturate(30, 2000);
	}
	for (unsigned int i = 0; i < 30; i++)
		CHECK(stations[i].used_us > 0);
	CHECK(stations[7].used_us > stations[8].used_us / 5);
	CHECK(stations[7].used_us < stations[8].used_us / 3);
}

/* Returns the longest wait of a station that sends a frame now and then. */
static uint64_t sparse_delay(bool sparse)
{
	uint64_t longest = 0;

	begin(21);
	scheduler.sparse = sparse;
	for (unsigned int i = 0; i < 21; i++)
		set_rate(i, 200);
	saturate(20, 500000);
	for (int i = 0; i < 50; i++) {
		uint64_t start = now;

		arrive(20, 1);
		while (stations[20].waiting || stations[20].in_flight)
			saturate(20, 1);
		if (now - start > longest)
			longest = now - start;
		saturate(20, 200000);
	}
	return longest;
}

static void test_sparse_stations_go_first(void)
{
	uint64_t with = sparse_delay(true), without = sparse_delay(false);

	/* What the radio holds, and the frame itself. */
	CHECK(with <= RADIO_US + 400);
	/* A round of 20 stations. */
	CHECK(without > 20 * AIRTIME_QUANTUM_US / 2);
}

/* A station empties its queue and comes back each time to be a new one. */
static void test_coming_back_gains_nothing(void)
{
	begin(3);
	for (unsigned int i = 0; i < 3; i++)
		set_rate(i, 200);
	for (uint64_t end = now + 10000000; now < end;) {
		for (unsigned int i = 0; i < 2; i++)
			if (!stations[i].waiting)
				arrive(i, 100);
		if (!stations[2].entry.active)
			arrive(2, 25);
		inject();
		transmit();
	}
	CHECK(stations[2].used_us <=
	      (stations[0].used_us + stations[1].used_us) / 2 * 102 / 100);

	/* It gets nothing for the time that it was away. */
	begin(2);
	set_rate(0, 200);
	set_rate(1, 200);
	arrive(1, 1);
	saturate(1, 5000000);
	stations[0].used_us = stations[1].used_us = 0;
	saturate(2, 100000);
	CHECK(stations[1].used_us < 54000);
}

/* It goes through the old list before it is new again. */
static void test_an_emptied_new_station_is_an_old_one(void)
{
	begin(2);
	arrive(0, 1);
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	airtime_serve(&stations[0].entry, AIRTIME_QUANTUM_US, now);
	/* It is old now. */
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	arrive(1, 1);
	CHECK(airtime_next(&scheduler, now) == &stations[1].entry);
	airtime_empty(&scheduler, &stations[1].entry);
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	arrive(1, 1);
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	airtime_empty(&scheduler, &stations[0].entry);
	CHECK(airtime_next(&scheduler, now) == &stations[1].entry);
	airtime_empty(&scheduler, &stations[1].entry);
	CHECK(!airtime_next(&scheduler, now));
	CHECK_INT(0, scheduler.n);
}

/* A station waits for a TX status that never comes. */
static void test_a_lost_status_delays_a_round_only_once(void)
{
	struct airtime_entry *entry;

	begin(2);
	set_rate(0, 200);
	set_rate(1, 200);
	arrive(0, 1000);
	arrive(1, 1000);
	while (!(entry = airtime_next(&scheduler, now)))
		now++;
	CHECK(entry == &stations[0].entry);
	airtime_serve(entry, 200, now);
	airtime_block(&scheduler, entry, now, true);
	while ((entry = airtime_next(&scheduler, now))) {
		CHECK(entry == &stations[1].entry);
		airtime_serve(entry, 200, now);
	}
	CHECK(airtime_first_awaited(&scheduler) == &stations[0].entry);
	now += AIRTIME_AWAIT_US - 1;
	CHECK(!airtime_next(&scheduler, now));
	now++;
	CHECK(airtime_next(&scheduler, now) == &stations[1].entry);
	CHECK(!airtime_first_awaited(&scheduler));
	/* It is not awaited again before it is served. */
	airtime_unblock(&scheduler, &stations[0].entry);
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	airtime_block(&scheduler, &stations[0].entry, now, true);
	CHECK(airtime_next(&scheduler, now) == &stations[1].entry);
}

static void test_backward_steps(void)
{
	struct airtime_entry *entry;

	begin(3);
	set_fast_and_slow();
	for (unsigned int i = 0; i < 3; i++)
		stations[i].limit = 1;
	for (int i = 0; i < 1000; i++) {
		saturate(3, 10000);
		now -= 9000;
	}
	for (unsigned int i = 0; i < 3; i++)
		check_share(i, 1 / 3.0);

	/* An hour back while a station is awaited. */
	begin(2);
	now += 3600000000u;
	arrive(0, 10);
	arrive(1, 10);
	entry = airtime_next(&scheduler, now);
	airtime_serve(entry, 200, now);
	airtime_block(&scheduler, entry, now, true);
	while ((entry = airtime_next(&scheduler, now)))
		airtime_serve(entry, AIRTIME_QUANTUM_US, now);
	now -= 3600000000u;
	CHECK(!airtime_next(&scheduler, now));
	CHECK(airtime_next(&scheduler, now + AIRTIME_AWAIT_US) ==
	      &stations[1].entry);
}

static void test_debts_are_bounded(void)
{
	begin(1);
	airtime_charge_tx(&stations[0].entry, UINT32_MAX);
	arrive(0, 1);
	CHECK_INT(-AIRTIME_DEBT_MAX_US, stations[0].entry.deficit_us);
	CHECK(airtime_next(&scheduler, now) == &stations[0].entry);
	airtime_remove(&scheduler, &stations[0].entry);
	CHECK_INT(0, scheduler.n);
	CHECK(!airtime_next(&scheduler, now));
}

const struct unit_test airtime_scheduler_tests[] = {
	UNIT_TEST(test_equal_shares),
	UNIT_TEST(test_equal_shares_one_frame_at_a_time),
	UNIT_TEST(test_wrong_estimates),
	UNIT_TEST(test_weights),
	UNIT_TEST(test_service_in_portions),
	UNIT_TEST(test_received_frames_count),
	UNIT_TEST(test_no_starvation),
	UNIT_TEST(test_sparse_stations_go_first),
	UNIT_TEST(test_coming_back_gains_nothing),
	UNIT_TEST(test_an_emptied_new_station_is_an_old_one),
	UNIT_TEST(test_a_lost_status_delays_a_round_only_once),
	UNIT_TEST(test_backward_steps),
	UNIT_TEST(test_debts_are_bounded),
	{ NULL, NULL },
};
