/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of neighbours' beacons. */
#include "queue/neighbours.h"

#include <string.h>

#include "unit.h"

#define FLOOD_S 30

static struct neighbours neighbours;

static const uint8_t *bssid(unsigned int number)
{
	static uint8_t address[ADDR_LEN];

	memcpy(address,
	       (uint8_t[]){ 2, 0, 0, (uint8_t)(number >> 16),
			    (uint8_t)(number >> 8), (uint8_t)number },
	       ADDR_LEN);
	return address;
}

static const uint8_t *vap(unsigned int number)
{
	static uint8_t address[ADDR_LEN] = { 2, 0xca };

	address[5] = (uint8_t)number;
	return address;
}

static bool take(unsigned int number, uint64_t now_ms)
{
	return neighbours_heard(&neighbours, bssid(number), now_ms);
}

static void start(void)
{
	memset(&neighbours, 0, sizeof(neighbours));
	neighbours_request(&neighbours, vap(0), 5000);
}

/* Returns the number of VAPs to which a beacon of neighbour 1 goes. */
static size_t count_vaps(uint64_t now_ms)
{
	size_t n = 0, at = 0;

	while (neighbours_next_vap(&neighbours, bssid(1), now_ms, &at))
		n++;
	return n;
}

static void test_nothing_passes_without_a_request(void)
{
	memset(&neighbours, 0, sizeof(neighbours));
	CHECK(!take(1, 5000));
	neighbours_request(&neighbours, vap(0), 5000);
	CHECK(take(1, 5000));
}

static void test_a_request_ends_unless_it_is_repeated(void)
{
	start();
	CHECK(take(1, 5000));
	CHECK(take(2, 7999));
	CHECK(!take(3, 8000));
	neighbours_request(&neighbours, vap(0), 9000);
	neighbours_request(&neighbours, vap(0), 11000);
	CHECK(take(3, 13999));
	CHECK(!take(4, 14000));
}

static void test_a_neighbour_passes_once_a_second(void)
{
	start();
	for (uint64_t ms = 0; ms < 3000; ms++)
		CHECK_INT(ms % NEIGHBOUR_GAP_MS == 0, take(1, 5000 + ms));
}

static void test_a_vap_does_not_get_its_own_beacon(void)
{
	uint8_t other[ADDR_LEN];
	size_t at = 0;

	start();
	/* vap() has one place for all of them. */
	memcpy(other, vap(1), ADDR_LEN);
	CHECK(!neighbours_heard(&neighbours, vap(0), 5000));
	neighbours_request(&neighbours, other, 5000);
	CHECK(neighbours_heard(&neighbours, vap(0), 5000));
	CHECK_MEM(other, neighbours_next_vap(&neighbours, vap(0), 5000, &at),
		  ADDR_LEN);
	CHECK(!neighbours_next_vap(&neighbours, vap(0), 5000, &at));
}

static void test_the_number_of_vaps_is_limited(void)
{
	memset(&neighbours, 0, sizeof(neighbours));
	for (unsigned int i = 0; i < 2 * NEIGHBOUR_VAPS_MAX; i++)
		neighbours_request(&neighbours, vap(i), 5000 + i);
	CHECK_INT(NEIGHBOUR_VAPS_MAX, count_vaps(5100));
	/* The first ones keep their places by new requests. */
	for (unsigned int i = 0; i < NEIGHBOUR_VAPS_MAX; i++)
		neighbours_request(&neighbours, vap(i), 7000);
	neighbours_request(&neighbours, vap(100), 8500);
	CHECK_INT(NEIGHBOUR_VAPS_MAX, count_vaps(9999));
	CHECK_INT(0, count_vaps(11500));
	/* Then others find room. */
	neighbours_request(&neighbours, vap(100), 11500);
	CHECK_INT(1, count_vaps(11500));
}

/* A beacon of a new BSSID each millisecond, and of five neighbours every 100
 * ms. In no second do more pass than there are places, and each of these
 * neighbours passes each second. */
static void test_a_flood_of_made_up_bssids(void)
{
	unsigned int in_second[FLOOD_S] = { 0 }, real = 0;

	start();
	for (unsigned int ms = 0; ms < FLOOD_S * 1000; ms++) {
		unsigned int second = ms / 1000;

		neighbours_request(&neighbours, vap(0), 5000 + ms);
		for (unsigned int i = 0; ms % 100 == 0 && i < 5; i++) {
			bool one = take(i, 5000 + ms);

			real += one;
			in_second[second] += one;
		}
		in_second[second] += take(1000 + ms, 5000 + ms);
	}
	CHECK_INT(5 * FLOOD_S, real);
	for (unsigned int i = 0; i < FLOOD_S; i++)
		CHECK(in_second[i] <= NEIGHBOURS_MAX);
	/* The flood gets the other places, each once in their silence. */
	CHECK_INT(NEIGHBOURS_MAX - 5, in_second[0] - 5);
	CHECK_INT(5, in_second[1]);
	CHECK_INT(NEIGHBOURS_MAX - 5, in_second[10] - 5);
}

static void test_a_silent_neighbour_gives_its_place_up(void)
{
	start();
	for (unsigned int i = 0; i < NEIGHBOURS_MAX; i++)
		CHECK(take(i, 5000 + i));
	for (unsigned int i = 1; i < NEIGHBOURS_MAX; i++)
		(void)take(i, 6000 + i);
	neighbours_request(&neighbours, vap(0), 14000);
	CHECK(!take(100, 14999));
	CHECK(take(100, 15000));
	CHECK(!take(101, 15000));
	CHECK(take(1, 15000));
}

/* A report has no BSSID of a neighbour. */
static void test_reports_go_to_each_vap(void)
{
	size_t at = 0;

	memset(&neighbours, 0, sizeof(neighbours));
	neighbours_request(&neighbours, vap(0), 5000);
	CHECK_MEM(vap(0), neighbours_next_vap(&neighbours, NULL, 5000, &at),
		  ADDR_LEN);
	CHECK(!neighbours_next_vap(&neighbours, NULL, 5000, &at));
	at = 0;
	CHECK(!neighbours_next_vap(&neighbours, NULL, 8000, &at));
}

const struct unit_test neighbours_tests[] = {
	UNIT_TEST(test_reports_go_to_each_vap),
	UNIT_TEST(test_nothing_passes_without_a_request),
	UNIT_TEST(test_a_request_ends_unless_it_is_repeated),
	UNIT_TEST(test_a_neighbour_passes_once_a_second),
	UNIT_TEST(test_a_vap_does_not_get_its_own_beacon),
	UNIT_TEST(test_the_number_of_vaps_is_limited),
	UNIT_TEST(test_a_flood_of_made_up_bssids),
	UNIT_TEST(test_a_silent_neighbour_gives_its_place_up),
	{ NULL, NULL },
};
