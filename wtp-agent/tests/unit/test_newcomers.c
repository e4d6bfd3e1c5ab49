/* SPDX-License-Identifier: Apache-2.0 */
/* The limit of new transmitters. */
#include "limits/newcomers.h"

#include <string.h>

#include "unit.h"

static struct newcomers newcomers;

static const uint8_t *station(unsigned int number)
{
	static uint8_t address[ADDR_LEN];

	memcpy(address,
	       (uint8_t[]){ 2, 0, 0, (uint8_t)(number >> 16),
			    (uint8_t)(number >> 8), (uint8_t)number },
	       ADDR_LEN);
	return address;
}

/* Offers frames of 'n' new stations from number 'first' on, one each
 * millisecond from 'from_ms' on. Returns how many pass. */
static unsigned int flood(unsigned int first, unsigned int n, uint64_t from_ms)
{
	unsigned int passed = 0;

	for (unsigned int i = 0; i < n; i++)
		passed += newcomers_admit(&newcomers, station(first + i),
					  from_ms + i);
	return passed;
}

static void test_new_transmitters_are_limited(void)
{
	memset(&newcomers, 0, sizeof(newcomers));
	CHECK_INT(NEWCOMERS_BURST + 10 * NEWCOMERS_RATE - 1,
		  flood(1000, 10000, 5000));
}

static void test_a_transmitter_needs_one_token(void)
{
	memset(&newcomers, 0, sizeof(newcomers));
	CHECK(newcomers_admit(&newcomers, station(1), 5000));
	flood(1000, 1000, 5000);
	for (unsigned int i = 0; i < 1000; i++)
		CHECK(newcomers_admit(&newcomers, station(1), 6000));
}

static void test_a_flood_replaces_no_station_that_is_served(void)
{
	memset(&newcomers, 0, sizeof(newcomers));
	newcomers_note_served(&newcomers, station(1), 5000);
	CHECK(newcomers_admit(&newcomers, station(2), 5000));
	flood(1000, 200000, 5000);
	CHECK(newcomers_admit(&newcomers, station(1), 204999));
	CHECK(!newcomers_admit(&newcomers, station(2), 204999));
}

static void test_of_stations_that_are_served_the_silent_one_gives_way(void)
{
	unsigned int known = 0;

	memset(&newcomers, 0, sizeof(newcomers));
	for (unsigned int i = 0; i < 20000; i++) {
		newcomers_note_served(&newcomers, station(1), 5000 + i);
		newcomers_note_served(&newcomers, station(1000 + i), 5000 + i);
	}
	/* No token is left. */
	flood(100000, 200, 25000);
	CHECK(newcomers_admit(&newcomers, station(1), 25200));
	for (unsigned int i = 0; i < 20000; i++)
		known += newcomers_admit(&newcomers, station(1000 + i), 25200);
	CHECK(known >= NEWCOMERS_SETS && known < 20000);
}

const struct unit_test newcomers_tests[] = {
	UNIT_TEST(test_new_transmitters_are_limited),
	UNIT_TEST(test_a_transmitter_needs_one_token),
	UNIT_TEST(test_a_flood_replaces_no_station_that_is_served),
	UNIT_TEST(test_of_stations_that_are_served_the_silent_one_gives_way),
	{ NULL, NULL },
};
