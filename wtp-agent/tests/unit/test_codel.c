/* SPDX-License-Identifier: Apache-2.0 */
/* CoDel's control law, with times of RFC 8289's pseudocode. */
#include "queue/codel.h"
#include "unit.h"

static const struct codel_settings settings = { CODEL_TARGET_US,
						CODEL_INTERVAL_US };
static struct codel codel;

static void begin(void)
{
	memset(&codel, 0, sizeof(codel));
}

/* A frame leaves each millisecond after it waited for 'sojourn_us'. Returns
 * the number of drops from 'from_ms' on and below 'to_ms', and the times of
 * the first ones in 'at_ms'. */
static unsigned int run(uint64_t from_ms, uint64_t to_ms, uint64_t sojourn_us,
			uint64_t *at_ms, unsigned int max)
{
	unsigned int n = 0;

	for (uint64_t ms = from_ms; ms < to_ms; ms++)
		while (codel_drops(&codel, &settings, ms * 1000 - sojourn_us,
				   ms * 1000, false)) {
			if (n < max)
				at_ms[n] = ms;
			n++;
		}
	return n;
}

/* 100 ms until the first drop, then 100 ms / sqrt(1), / sqrt(2) ... */
static void test_drop_times(void)
{
	static const uint64_t expected[] = { 1100, 1200, 1271, 1329,
					     1379, 1424, 1464, 1502 };
	uint64_t at[8];

	begin();
	CHECK(run(1000, 1600, 20000, at, 8) >= 8);
	for (int i = 0; i < 8; i++)
		CHECK_INT(expected[i], at[i]);
}

static void test_short_waits_end_the_drops(void)
{
	uint64_t at[8];

	begin();
	CHECK_INT(0, run(1000, 2000, 4999, at, 8));
	CHECK_INT(2, run(2000, 2250, 5000, at, 8));
	CHECK_INT(2100, at[0]);
	CHECK_INT(2200, at[1]);
	CHECK_INT(0, run(2250, 2251, 4999, at, 8));
	CHECK(!codel.dropping);
	/* It takes another interval of long waits. */
	CHECK_INT(0, run(2251, 2351, 5000, at, 8));
	CHECK_INT(1, run(2351, 2352, 5000, at, 8));
}

/* A state that begins again soon continues at almost the same rate. */
static void test_drops_resume(void)
{
	uint64_t at[64];
	uint32_t count;

	begin();
	CHECK(run(1000, 3000, 20000, at, 0) > 20);
	count = codel.count;
	run(3000, 3001, 0, at, 0);
	run(3001, 3102, 20000, at, 0);
	CHECK(codel.dropping);
	CHECK_INT(count - 1, codel.count);
	/* 16 intervals later it begins anew. */
	run(3102, 3103, 0, at, 0);
	run(6000, 6101, 20000, at, 0);
	CHECK(codel.dropping);
	CHECK_INT(1, codel.count);
}

static void test_the_last_aggregate_is_never_dropped(void)
{
	begin();
	for (uint64_t ms = 1000; ms < 3000; ms++)
		CHECK(!codel_drops(&codel, &settings, ms * 1000 - 90000,
				   ms * 1000, true));
}

static void test_slow_stations_get_more_time(void)
{
	struct codel_settings slow = codel_settings_for(&settings, 11999);
	struct codel_settings fast = codel_settings_for(&settings, 12000);

	CHECK_INT(50000, slow.target_us);
	CHECK_INT(300000, slow.interval_us);
	CHECK_INT(CODEL_TARGET_US, fast.target_us);
	CHECK_INT(CODEL_INTERVAL_US, fast.interval_us);
}

/* The clock steps back by an hour, in each state. */
static void test_backward_steps(void)
{
	const uint64_t hour_ms = 3600000;
	uint64_t at[8];

	/* A frame from the future has not waited. */
	begin();
	for (uint64_t ms = 1000; ms < 1500; ms++)
		CHECK(!codel_drops(&codel, &settings, 2000000, ms * 1000,
				   false));
	/* Before the first drop. */
	run(hour_ms, hour_ms + 50, 20000, at, 0);
	CHECK_INT(1, run(1000, 1101, 20000, at, 8));
	CHECK_INT(1100, at[0]);
	/* While it drops: the next one comes within an interval. */
	begin();
	CHECK(run(hour_ms, hour_ms + 2000, 20000, at, 0) > 20);
	CHECK(run(1000, 1202, 20000, at, 8) >= 1);
	CHECK(at[0] <= 1200);
	/* Afterwards it drops at its usual rate. */
	CHECK(run(1202, 1402, 20000, at, 0) <= 22);
	/* A smaller step, to a time at which it dropped already. */
	begin();
	run(1000, 9000, 20000, at, 0);
	CHECK(run(2000, 2101, 20000, at, 8) >= 1);
}

const struct unit_test codel_tests[] = {
	UNIT_TEST(test_drop_times),
	UNIT_TEST(test_short_waits_end_the_drops),
	UNIT_TEST(test_drops_resume),
	UNIT_TEST(test_the_last_aggregate_is_never_dropped),
	UNIT_TEST(test_slow_stations_get_more_time),
	UNIT_TEST(test_backward_steps),
	{ NULL, NULL },
};
