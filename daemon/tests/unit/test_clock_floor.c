/* SPDX-License-Identifier: Apache-2.0 */
/* A lower bound of the present time, and times as text. */
#include "server/clock_floor.h"
#include "server/utc_time.h"
#include "unit.h"

#define VERSION	  1000
#define OWN_BEGIN 2000
#define OWN_END	  9000000
#define STARTED	  50 /* the monotonic clock at the start */

static struct clock_floor floor_;

/* Starts a daemon with this floor of an earlier run. Returns false if that is
 * ignored. */
static bool start(int64_t kept)
{
	clock_floor_init(&floor_, VERSION, kept, STARTED);
	return clock_floor_set_own(&floor_, OWN_BEGIN, OWN_END, STARTED);
}

static int64_t now(int64_t since_start)
{
	return clock_floor_now(&floor_, STARTED + since_start);
}

static bool raise_to(int64_t time, int64_t since_start)
{
	return clock_floor_raise(&floor_, time, "peer", STARTED + since_start);
}

static void test_the_latest_source_counts(void)
{
	clock_floor_init(&floor_, VERSION, 0, STARTED);
	CHECK_INT(VERSION, now(0));
	CHECK(start(0));
	CHECK_INT(OWN_BEGIN, now(0));
	CHECK_STR("'cert'", floor_.source);
	CHECK(start(1500));
	CHECK_INT(OWN_BEGIN, now(0));
	CHECK(start(3000));
	CHECK_INT(3000, now(0));
	CHECK_STR("'clock-floor'", floor_.source);
	CHECK(raise_to(4000, 0));
	CHECK_INT(4000, now(0));
	CHECK_STR("peer", floor_.source);
}

static void test_it_advances_with_the_running_time(void)
{
	start(0);
	CHECK_INT(OWN_BEGIN + 700, now(700));
	CHECK(raise_to(4000, 700));
	CHECK_INT(4000, now(700));
	CHECK_INT(4010, now(710));
}

static void test_it_never_goes_back(void)
{
	start(5000);
	CHECK(!raise_to(4999, 0));
	CHECK(!raise_to(5000, 0));
	CHECK(!raise_to(5005, 10));
	CHECK_INT(5010, now(10));
	CHECK(raise_to(5011, 10));
}

static void test_it_ends_with_the_own_certificate(void)
{
	start(0);
	CHECK(!raise_to(OWN_END + 1, 0));
	CHECK_INT(OWN_BEGIN, now(0));
	CHECK_INT(OWN_END, now(2 * OWN_END));
	/* The own certificate ended in an earlier run. */
	CHECK(start(OWN_END));
	CHECK_INT(OWN_END, now(0));
}

static void test_an_absurd_kept_floor_is_ignored(void)
{
	CHECK(!start(OWN_END + 1));
	CHECK_INT(OWN_BEGIN, now(0));
	CHECK(!start(INT64_MAX));
	CHECK_INT(OWN_BEGIN, now(0));
	CHECK(!clock_floor_is_due(&floor_, INT64_MAX, 1, STARTED));
	CHECK_INT(CLOCK_FLOOR_KEEP_S,
		  clock_floor_due_in(&floor_, INT64_MAX, STARTED));
}

static void test_a_clock_above_the_floor_is_believed(void)
{
	start(0);
	/* Also if the certificate begins later: it is not valid yet. */
	CHECK_INT(OWN_BEGIN,
		  clock_floor_check_time(&floor_, OWN_BEGIN, 7000, STARTED));
	CHECK_INT(OWN_END * 2,
		  clock_floor_check_time(&floor_, OWN_END * 2, 7000, STARTED));
	/* It does not raise the floor. */
	CHECK_INT(OWN_BEGIN, now(0));
}

static void test_a_clock_below_the_floor_is_not(void)
{
	start(0);
	CHECK_INT(OWN_BEGIN,
		  clock_floor_check_time(&floor_, 60, 1500, STARTED));
	CHECK_INT(OWN_BEGIN + 5, clock_floor_check_time(&floor_, OWN_BEGIN + 4,
							1500, STARTED + 5));
	CHECK_INT(7000, clock_floor_check_time(&floor_, 60, 7000, STARTED));
	/* Beyond the own certificate's end a begin proves nothing. */
	CHECK_INT(OWN_BEGIN,
		  clock_floor_check_time(&floor_, 60, OWN_END + 1, STARTED));
}

/* Runs for thirty days. Returns how often it writes the file. */
static unsigned int written(int64_t kept)
{
	unsigned int n = 0;

	for (int64_t at = 0; at < 30 * 86400;
	     at += clock_floor_due_in(&floor_, kept, STARTED + at)) {
		if (!clock_floor_is_due(&floor_, kept, CLOCK_FLOOR_KEEP_S,
					STARTED + at))
			continue;
		n++;
		kept = now(at);
	}
	return n;
}

static void test_the_file_is_written_once_a_day(void)
{
	start(0);
	floor_.end = INT64_MAX;
	CHECK_INT(29, written(OWN_BEGIN));
	CHECK_INT(30, written(OWN_BEGIN - 86400));
	CHECK_INT(29, written(OWN_BEGIN + 100));
}

static void test_times_as_text(void)
{
	char text[UTC_TIME_LEN + 1];
	int64_t time;

	CHECK_STR("1970-01-01T00:00:00Z", utc_time_format(0, text));
	CHECK_STR("2026-11-26T13:04:05Z", utc_time_format(1795698245, text));
	CHECK_STR("2000-02-29T23:59:59Z", utc_time_format(951868799, text));
	CHECK_STR("2100-03-01T00:00:00Z",
		  utc_time_format(INT64_C(4107542400), text));
	CHECK_STR("9999-12-31T23:59:59Z",
		  utc_time_format(INT64_C(253402300799), text));
	CHECK_STR("an impossible time",
		  utc_time_format(INT64_C(253402300800), text));
	CHECK_STR("an impossible time", utc_time_format(-1, text));
	CHECK_STR("an impossible time", utc_time_format(INT64_MAX, text));
	CHECK(utc_time_parse("2026-11-26T13:04:05Z", UTC_TIME_LEN, &time));
	CHECK_INT(1795698245, time);
	CHECK(utc_time_parse("9999-12-31T23:59:59Z", UTC_TIME_LEN, &time));
}

static void test_malformed_times(void)
{
	static const char *const malformed[] = {
		"2026-11-26T13:04:05",	"2026-02-31T00:00:00Z",
		"2026-11-26 13:04:05Z", "2026-11-26T13:04:05z",
		"2026-11-26T24:00:00Z", "2026- 1-26T13:04:05Z",
		"1969-12-31T23:59:59Z", "-026-11-26T13:04:05Z",
		"20261126T130405Z    ", "",
	};
	int64_t time;

	for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); i++)
		CHECK(!utc_time_parse(malformed[i], strlen(malformed[i]),
				      &time));
}

const struct unit_test clock_floor_tests[] = {
	UNIT_TEST(test_the_latest_source_counts),
	UNIT_TEST(test_it_advances_with_the_running_time),
	UNIT_TEST(test_it_never_goes_back),
	UNIT_TEST(test_it_ends_with_the_own_certificate),
	UNIT_TEST(test_an_absurd_kept_floor_is_ignored),
	UNIT_TEST(test_a_clock_above_the_floor_is_believed),
	UNIT_TEST(test_a_clock_below_the_floor_is_not),
	UNIT_TEST(test_the_file_is_written_once_a_day),
	UNIT_TEST(test_times_as_text),
	UNIT_TEST(test_malformed_times),
	{ NULL, NULL },
};
