/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/airtime.h"
#include "queue/stations.h"
#include "unit.h"

static struct stations stations;
static const struct station *seen[STATIONS_MAX];

static struct station_exchange use_of(uint32_t station, uint8_t *address)
{
	const uint8_t octets[] = { 2,
				   0,
				   (uint8_t)(station >> 24),
				   (uint8_t)(station >> 16),
				   (uint8_t)(station >> 8),
				   (uint8_t)station };

	memcpy(address, octets, sizeof(octets));
	return (struct station_exchange){
		.station = address,
		.mhz = 5180,
		.rate = { .kind = CLOUDMAC_RATE_LEGACY, .legacy = 108 },
		.octets = 1536,
		.tries = 1,
	};
}

static void test_tallies(void)
{
	uint8_t address[ADDR_LEN];
	struct station_exchange use = use_of(7, address);

	stations_init(&stations);
	use.tries = 3;
	stations_add_tx(&stations, &use); /* fails, and is injected again */
	use.tries = 2;
	use.again = use.acked = true;
	stations_add_tx(&stations, &use);
	use.tries = 1;
	use.again = false;
	stations_add_rx(&stations, &use);
	CHECK_INT(1, stations_latest(&stations, seen, STATIONS_MAX));
	CHECK_INT(1, seen[0]->tx.frames);
	CHECK_INT(1536, seen[0]->tx.bytes);
	CHECK_INT(5, seen[0]->tx.tries);
	CHECK_INT(1, seen[0]->tx.acked);
	CHECK_INT(5 * 248 + 44, seen[0]->tx.us);
	CHECK_INT(248 + 44, seen[0]->rx.us);
	CHECK_INT(1, seen[0]->rx.frames);
}

static void test_radios_are_distinct(void)
{
	uint8_t address[ADDR_LEN];
	struct station_exchange use = use_of(7, address);

	stations_init(&stations);
	stations_add_tx(&stations, &use);
	use.radio = 1;
	stations_add_tx(&stations, &use);
	CHECK_INT(2, stations_latest(&stations, seen, STATIONS_MAX));
	CHECK_INT(1, seen[0]->radio);
	CHECK_INT(0, seen[1]->radio);
}

static void test_group_frames_share_one_station(void)
{
	uint8_t address[ADDR_LEN];
	struct station_exchange use = use_of(7, address);

	stations_init(&stations);
	for (address[0] = 1; address[0] < 100; address[0] += 2)
		stations_add_tx(&stations, &use);
	CHECK_INT(1, stations_latest(&stations, seen, STATIONS_MAX));
	CHECK_MEM("\xff\xff\xff\xff\xff\xff", seen[0]->address, 6);
	CHECK_INT(50, seen[0]->tx.frames);
}

static void test_a_flood_is_bounded(void)
{
	uint8_t address[ADDR_LEN], always[ADDR_LEN];
	struct station_exchange one = use_of(0xffffffff, always);

	stations_init(&stations);
	for (uint32_t i = 0; i < 5000; i++) {
		const struct station_exchange use = use_of(i, address);

		stations_add_rx(&stations, &use);
		stations_add_rx(&stations, &one);
	}
	CHECK_INT(10, stations_latest(&stations, seen, 10));
	CHECK_INT(STATIONS_MAX,
		  stations_latest(&stations, seen, STATIONS_MAX));
	CHECK_MEM(always, seen[0]->address, 6);
	CHECK_INT(5000, seen[0]->rx.frames);
	CHECK_INT(4999 & 0xff, seen[1]->address[5]);
	/* Station 4999 is still in the table. Station 0 made room and starts
	 * anew. */
	one = use_of(4999, address);
	stations_add_rx(&stations, &one);
	one = use_of(0, address);
	stations_add_rx(&stations, &one);
	stations_latest(&stations, seen, 2);
	CHECK_INT(1, seen[0]->rx.frames);
	CHECK_INT(2, seen[1]->rx.frames);
}

/* The preamble and the block ack of an A-MPDU are counted once. */
static void test_aggregates_are_recognised_by_time(void)
{
	uint8_t address[ADDR_LEN];
	struct station_exchange use = use_of(7, address);
	uint64_t first, next;

	stations_init(&stations);
	use.rate =
		(struct cloudmac_rate){ .kind = CLOUDMAC_RATE_HT, .mcs = 7 };
	use.acked = true;
	first = airtime_subframe_us(&use.rate, use.mhz, use.octets, 1, true,
				    true);
	next = airtime_subframe_us(&use.rate, use.mhz, use.octets, 1, false,
				   true);
	for (uint64_t at = 5000000; at < 5000800; at += 100) {
		use.aggregated_us = at;
		stations_add_tx(&stations, &use);
	}
	use.aggregated_us = 5004000;
	stations_add_tx(&stations, &use);
	stations_latest(&stations, seen, 1);
	CHECK_INT(9, seen[0]->tx.frames);
	CHECK_INT(2 * first + 7 * next, seen[0]->tx.us);
}

const struct unit_test stations_tests[] = {
	UNIT_TEST(test_tallies),
	UNIT_TEST(test_radios_are_distinct),
	UNIT_TEST(test_group_frames_share_one_station),
	UNIT_TEST(test_a_flood_is_bounded),
	UNIT_TEST(test_aggregates_are_recognised_by_time),
	{ NULL, NULL },
};
