/* SPDX-License-Identifier: Apache-2.0 */
/* The flight's airtime scheduler above a simulated radio. */
#include "sim_radio.h"

static const uint8_t fast_and_slow[] = { 7, 7, 0 };

static void check_order(unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		CHECK(!sim_stations[i].fell_back);
}

static void check_equal_shares(unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		sim_check_share(i, 1.0 / n);
	check_order(n);
}

static void test_equal_shares_of_aggregates(void)
{
	sim_begin(3, fast_and_slow, true);
	sim_run(10000000);
	check_equal_shares(3);
	/* 4 ms at MCS 7 are 21 frames. */
	CHECK(sim_stations[0].delivered / sim_stations[0].aggregates >= 18);
	sim_end();
}

static void test_equal_shares_of_single_frames(void)
{
	sim_begin(3, fast_and_slow, false);
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();

	/* Some need another injection. */
	sim_begin(3, fast_and_slow, false);
	for (unsigned int i = 0; i < 3; i++)
		sim_stations[i].loss = 10 * i;
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();

	/* Many are in flight: their only rate is known. */
	sim_begin(3, fast_and_slow, false);
	for (unsigned int i = 0; i < 3; i++)
		sim_stations[i].stages = 1;
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();
}

static void test_equal_shares_of_both(void)
{
	sim_begin(3, fast_and_slow, true);
	sim_stations[2].local = false;
	sim_stations[2].stages = 2;
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();

	sim_begin(3, fast_and_slow, true);
	sim_stations[1].local = false;
	sim_stations[1].stages = 2;
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();
}

/* The radio does not report the rates of a station. */
static void test_unknown_rates_are_charged(void)
{
	static const uint8_t mcs[] = { 0, 0 };

	for (int local = 0; local < 2; local++) {
		sim_begin(2, mcs, local);
		sim_stations[0].unknown = true;
		sim_run(5000000);
		CHECK(sim_share(0) > 0.4 && sim_share(0) < 0.6);
		sim_end();
	}
}

static void test_weights(void)
{
	static const uint8_t vap[] = { 2, 0, 0, 0, 0, 100 };
	static const uint8_t station[] = { 2, 0, 0, 0, 0, 2 };

	sim_begin(3, fast_and_slow, true);
	sim_stations[0].vap = 100;
	CHECK(flight_set_weight(&sim_flight, vap, 512));
	sim_run(10000000);
	sim_check_share(0, 2 / 4.0);
	sim_check_share(2, 1 / 4.0);
	sim_end();

	/* A weight of a known station. */
	sim_begin(3, fast_and_slow, false);
	sim_run(1000);
	CHECK(flight_set_weight(&sim_flight, station, 512));
	sim_run(10000000);
	sim_check_share(0, 1 / 4.0);
	sim_check_share(2, 2 / 4.0);
	sim_end();
}

/* 30 stations, one of them at 1 Mb/s. */
static void test_nobody_starves(void)
{
	uint8_t mcs[30];

	memset(mcs, 7, sizeof(mcs));
	sim_begin(30, mcs, true);
	for (unsigned int i = 0; i < 30; i++)
		sim_stations[i].backlog = 15;
	sim_stations[7].rate =
		(struct cloudmac_rate){ .kind = CLOUDMAC_RATE_LEGACY,
					.legacy = 2 };
	sim_stations[7].local = false;
	sim_run(20000000);
	check_equal_shares(30);
	for (unsigned int i = 0; i < 30; i++) {
		CHECK(sim_stations[i].delivered > 20);
		CHECK(sim_share(i) > 0.025);
	}
	CHECK_INT(0, sim_drops[DROP_STATUS_LOST]);
	sim_end();
}

/* Returns the estimated airtime in flight of a station. */
static uint32_t in_flight_us(uint8_t station)
{
	const uint8_t addresses[12] = { 2, [5] = station, [6] = 2 };
	const struct flight_load *load =
		&flight_station_find(&sim_flight, addresses)
			 ->turns[FLIGHT_AC_BE]
			 .load;

	return load->local_us + load->single_us;
}

static unsigned int dequeue_all(void)
{
	unsigned int n = 0;

	while (flight_dequeue(&sim_flight, sim_us / 1000))
		n++;
	return n;
}

/* The limits may be exceeded by a part of a frame, which has 1.9 ms. */
static void test_little_is_in_flight(void)
{
	static const uint8_t mcs[] = { 0, 0, 0 };

	for (int local = 0; local < 2; local++) {
		uint32_t limit = local ? FLIGHT_STATION_LOCAL_US
				       : FLIGHT_STATION_SINGLE_US;
		uint32_t all =
			local ? FLIGHT_RADIO_LOCAL_US : FLIGHT_RADIO_SINGLE_US;

		sim_begin(3, mcs, local);
		/* So that a quantum does not limit it. */
		CHECK(flight_set_weight(&sim_flight,
					(const uint8_t *)"\2\0\0\0\0", 4096));
		for (unsigned int i = 0; i < 3; i++)
			sim_stations[i].stages = local ? 0 : 1;
		for (int i = 0; i < 60; i++)
			sim_put(0);
		sim_put(1);
		CHECK(dequeue_all() < 10);
		CHECK(in_flight_us(0) >= limit);
		CHECK(in_flight_us(0) < limit + 2000);
		/* The next one gets the rest. */
		for (int i = 0; i < 60; i++) {
			sim_put(1);
			sim_put(2);
		}
		dequeue_all();
		CHECK(in_flight_us(1) + in_flight_us(2) >= 1900);
		CHECK(in_flight_us(0) + in_flight_us(1) + in_flight_us(2) <
		      all + 2000);
		sim_end();
	}

	/* Alone, a station may have what keeps the radio busy. */
	sim_begin(1, mcs, true);
	for (int i = 0; i < 60; i++)
		sim_put(0);
	dequeue_all();
	CHECK(in_flight_us(0) >= FLIGHT_LOCAL_US);
	CHECK(in_flight_us(0) < FLIGHT_LOCAL_US + 2000);
	sim_end();
}

/* A station that gets a frame now and then, beside full queues. */
static void test_a_sparse_station_waits_for_the_radio_only(void)
{
	static const uint8_t mcs[] = { 7, 7, 7, 0, 7, 7, 7, 7, 7 };

	sim_begin(9, mcs, true);
	sim_stations[8].backlog = 0;
	sim_stations[8].len = 100;
	sim_stations[8].local = false;
	sim_stations[8].stages = 2;
	sim_run(500000);
	for (int i = 0; i < 100; i++) {
		CHECK(sim_put(8));
		sim_run(60000);
	}
	CHECK_INT(100, sim_stations[8].delivered);
	/* Three aggregates and what is on the air. */
	CHECK(sim_stations[8].longest_us < 17000);
	sim_end();
}

static void test_access_categories_do_not_starve_each_other(void)
{
	static const uint8_t tids[] = { 0, 1, 5 };

	for (int local = 0; local < 2; local++) {
		sim_begin(3, fast_and_slow, local);
		for (unsigned int i = 0; i < 3; i++)
			sim_stations[i].tid = tids[i];
		sim_run(3000000);
		for (unsigned int i = 0; i < 3; i++)
			CHECK(sim_share(i) > 0.1);
		check_order(3);
		sim_end();
	}
}

/* More arrives than the air has: CoDel keeps its queue short and reports each
 * drop. */
static void test_codel_drops_are_reported(void)
{
	static const uint8_t mcs[] = { 7, 7 };

	sim_begin(2, mcs, true);
	sim_stations[0].backlog = sim_stations[1].backlog = 0;
	/* 38 Mb/s each: the air has some 56 Mb/s. */
	sim_stations[0].interval_us = sim_stations[1].interval_us = 315;
	sim_run(5000000);
	sim_stations[0].interval_us = sim_stations[1].interval_us = 0;
	sim_run(1000000);
	CHECK(sim_flight.codel_drops > 10);
	for (unsigned int i = 0; i < 2; i++)
		CHECK_INT(sim_stations[i].sent,
			  sim_stations[i].delivered + sim_stations[i].failed);
	CHECK_INT(sim_flight.codel_drops + sim_drops[DROP_QUEUE_FULL],
		  sim_stations[0].failed + sim_stations[1].failed);
	CHECK_INT(0, sim_drops[DROP_QUEUE_OLD]);
	check_order(2);
	sim_end();
}

/* An aggregate's worth of frames is never dropped. */
static void test_codel_leaves_an_aggregate(void)
{
	uint8_t mcs[30];

	memset(mcs, 7, sizeof(mcs));
	sim_begin(30, mcs, true);
	for (unsigned int i = 0; i < 30; i++)
		sim_stations[i].backlog = 15;
	sim_run(5000000);
	/* A round takes 120 ms. */
	CHECK_INT(0, sim_flight.codel_drops);
	sim_end();
}

static void test_the_longest_flow_makes_room(void)
{
	static const uint8_t mcs[] = { 7, 7, 7 };

	sim_begin(3, mcs, true);
	for (unsigned int i = 0; i < 3; i++)
		sim_stations[i].backlog = 0;
	/* The limit of one flow, and another one. */
	for (int i = 0; i < 300; i++)
		CHECK(sim_put(0));
	for (int i = 0; i < 256; i++)
		CHECK(sim_put(1));
	CHECK_INT(512, flight_backlog_total(&sim_flight));
	CHECK_INT(44, sim_drops[DROP_QUEUE_FULL]);
	/* Each frame of another station displaces one of these. */
	for (int i = 0; i < 100; i++)
		CHECK(sim_put(2));
	CHECK_INT(512, flight_backlog_total(&sim_flight));
	sim_run(200000);
	CHECK_INT(100, sim_stations[2].delivered + sim_stations[2].failed);
	CHECK(sim_stations[2].delivered > 95);
	check_order(3);
	sim_end();
}

/* Frames that come back from mac80211 exceed the limits. Only as many are
 * dropped as arrive afterwards. */
static void test_requeued_frames_stay(void)
{
	static const uint8_t bssid[] = { 2, 0, 0, 0, 0, 0 };
	static const uint8_t station[] = { 2, 0, 0, 0, 0, 1 };
	static const uint8_t mcs[] = { 7, 7 };

	sim_begin(2, mcs, true);
	for (int i = 0; i < 256; i++)
		sim_put(1);
	CHECK(dequeue_all() > 7);
	for (int i = 0; i < 7; i++)
		sim_put(1);
	flight_requeue(&sim_flight, bssid, station, sim_us / 1000);
	CHECK(flight_backlog_total(&sim_flight) > 256);
	CHECK_INT(0, sim_drops[DROP_QUEUE_FULL]);
	CHECK(sim_put(1));
	CHECK_INT(1, sim_drops[DROP_QUEUE_FULL]);
	sim_end();
}

static void test_memory_is_bounded(void)
{
	struct flight_settings settings;
	uint8_t mcs[SIM_STATIONS];

	memset(mcs, 7, sizeof(mcs));
	sim_begin(SIM_STATIONS, mcs, true);
	settings = sim_flight.settings;
	settings.memory_max = 200 * 1024;
	flight_set_settings(&sim_flight, &settings);
	for (unsigned int i = 0; i < SIM_STATIONS; i++) {
		sim_stations[i].backlog = 0;
		sim_stations[i].len = i % 2 ? SIM_LEN : 40;
	}
	for (unsigned int i = 0; i < 4000; i++) {
		sim_put(i % 3 ? 1 : i / 3 % SIM_STATIONS);
		CHECK(sim_flight.memory <= settings.memory_max);
		CHECK(sim_flight.failed.n <= FLIGHT_FAILED_MAX);
		if (i % 64 == 63)
			sim_run(1);
		CHECK(sim_flight.memory <= settings.memory_max);
	}
	sim_run(500000);
	for (unsigned int i = 0; i < SIM_STATIONS; i++)
		CHECK(sim_stations[i].delivered);
	check_order(SIM_STATIONS);
	sim_end();
}

static void test_stations_without_frames_are_bounded(void)
{
	static const uint8_t mcs[] = { 7 };

	sim_begin(1, mcs, true);
	sim_stations[0].backlog = 0;
	for (int vap = 0; vap < 2 * FLIGHT_IDLE_MAX; vap++) {
		struct flight_station *station;
		uint8_t addresses[12] = { 2, [6] = 2 };

		sim_stations[0].vap = (uint8_t)vap;
		sim_stations[0].tid = (uint8_t)(vap >> 8);
		sim_put(0);
		sim_run(2000);
		addresses[11] = (uint8_t)vap;
		station = flight_station_find(&sim_flight, addresses);
		CHECK(station && !station->flows);
		CHECK(sim_flight.idle.n <= FLIGHT_IDLE_MAX);
		/* An emptied station that nobody asks stays in a list. */
		CHECK(sim_flight.schedulers[FLIGHT_AC_BE].n <=
		      FLIGHT_IDLE_MAX);
	}
	sim_end();
}

/* It is switched off and on while frames wait and are in flight. */
static void test_the_scheduler_is_switched(void)
{
	struct flight_settings settings;

	sim_begin(3, fast_and_slow, true);
	sim_stations[1].local = false;
	sim_stations[1].stages = 2;
	settings = sim_flight.settings;
	for (int i = 0; i < 200; i++) {
		settings.airtime = i % 2;
		flight_set_settings(&sim_flight, &settings);
		sim_run(20000);
	}
	for (unsigned int i = 0; i < 3; i++) {
		CHECK(sim_stations[i].delivered > 100);
		sim_stations[i].used_us = 0;
	}
	check_order(3);
	sim_run(10000000);
	check_equal_shares(3);
	sim_end();

	/* Off, each station gets as many frames as it asks for. */
	sim_begin(3, fast_and_slow, true);
	settings.airtime = false;
	flight_set_settings(&sim_flight, &settings);
	sim_run(5000000);
	CHECK(sim_share(2) > 0.7);
	check_order(3);
	sim_end();
}

/* Frames of a station that sends as well. */
static void test_received_frames_are_charged(void)
{
	uint8_t frame[26] = { 0x88, 0x01, [4] = 2, [10] = 2, [16] = 2 };

	sim_begin(2, fast_and_slow, true);
	frame[15] = 1; /* station 1 */
	for (int i = 0; i < 2500; i++) {
		flight_charge_rx(&sim_flight, frame, sizeof(frame), 1000,
				 sim_us / 1000);
		sim_run(4000);
	}
	CHECK(sim_share(1) < 0.45);
	CHECK(sim_share(1) > 0.3);
	sim_end();
}

static void test_shares_are_of_the_last_second(void)
{
	const struct flight_station *stations[4];
	unsigned int sum = 0;

	sim_begin(3, fast_and_slow, true);
	sim_run(3000000);
	CHECK_INT(3, flight_list_stations(&sim_flight, stations, 4));
	CHECK_INT(1, flight_list_stations(&sim_flight, stations, 1));
	CHECK_INT(3, flight_list_stations(&sim_flight, stations, 3));
	for (int i = 0; i < 3; i++) {
		unsigned int share =
			flight_share_permille(stations[i], sim_us / 1000);

		CHECK(share > 290 && share < 350);
		CHECK(stations[i]->sojourn_us > 0);
		CHECK_INT(0, flight_share_permille(stations[i],
						   sim_us / 1000 + 2000));
		/* The clock steps back. */
		CHECK_INT(0, flight_share_permille(stations[i], 1000));
		sum += share;
	}
	CHECK(sum > 900 && sum <= 1000);
	sim_end();
}

/* A station dozes while its frame is in flight. The others do not wait until
 * its drain ends. */
static void test_a_dozing_station_is_not_awaited(void)
{
	static const uint8_t bssid[] = { 2, 0, 0, 0, 0, 0 };
	static const uint8_t station[] = { 2, 0, 0, 0, 0, 1 };
	static const uint8_t mcs[] = { 7, 7 };

	for (int before = 0; before < 2; before++) {
		uint64_t now_ms = 1000;
		unsigned int n = 0;

		sim_begin(2, mcs, false);
		sim_stations[0].stages = 0;
		/* Quanta of 1 ms. */
		CHECK(flight_set_weight(&sim_flight, bssid, 64));
		CHECK(sim_put(1) && sim_put(1));
		CHECK(flight_dequeue(&sim_flight, now_ms));
		if (before) /* it is awaited already */
			CHECK(!flight_dequeue(&sim_flight, now_ms));
		flight_drain(&sim_flight, bssid, station, now_ms + 50);
		/* More rounds, as far as the radio has room. */
		for (int i = 0; i < 60; i++)
			sim_put(0);
		while (flight_dequeue(&sim_flight, now_ms))
			n++;
		CHECK(n >= FLIGHT_STATION_SINGLE_US / 300);
		sim_end();
	}
}

static void test_backward_steps(void)
{
	sim_begin(3, fast_and_slow, false);
	sim_us += 3600000000u;
	sim_run(1000000);
	sim_us -= 3600000000u;
	for (unsigned int i = 0; i < 3; i++)
		sim_stations[i].used_us = 0;
	sim_run(5000000);
	check_equal_shares(3);
	sim_end();
}

const struct unit_test flight_airtime_tests[] = {
	UNIT_TEST(test_equal_shares_of_aggregates),
	UNIT_TEST(test_equal_shares_of_single_frames),
	UNIT_TEST(test_equal_shares_of_both),
	UNIT_TEST(test_unknown_rates_are_charged),
	UNIT_TEST(test_weights),
	UNIT_TEST(test_nobody_starves),
	UNIT_TEST(test_little_is_in_flight),
	UNIT_TEST(test_a_sparse_station_waits_for_the_radio_only),
	UNIT_TEST(test_access_categories_do_not_starve_each_other),
	UNIT_TEST(test_codel_drops_are_reported),
	UNIT_TEST(test_codel_leaves_an_aggregate),
	UNIT_TEST(test_the_longest_flow_makes_room),
	UNIT_TEST(test_requeued_frames_stay),
	UNIT_TEST(test_memory_is_bounded),
	UNIT_TEST(test_stations_without_frames_are_bounded),
	UNIT_TEST(test_the_scheduler_is_switched),
	UNIT_TEST(test_received_frames_are_charged),
	UNIT_TEST(test_shares_are_of_the_last_second),
	UNIT_TEST(test_a_dozing_station_is_not_awaited),
	UNIT_TEST(test_backward_steps),
	{ NULL, NULL },
};
