/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/airtime_scheduler.h"
#include "queue/airtime_weights.h"
#include "unit.h"

static struct airtime_weights weights;

static const uint8_t *address_of(unsigned int n)
{
	static uint8_t address[ADDR_LEN];

	address[0] = 2;
	address[4] = (uint8_t)(n >> 8);
	address[5] = (uint8_t)n;
	return address;
}

static uint16_t weight_of_station(uint16_t vap, uint16_t station)
{
	static const uint8_t bssid[] = { 2, 1, 0, 0, 0, 0 };

	CHECK(airtime_weights_set(&weights, bssid, vap));
	CHECK(airtime_weights_set(&weights, address_of(1), station));
	return airtime_weights_of_station(&weights, bssid, address_of(1));
}

static void test_products(void)
{
	memset(&weights, 0, sizeof(weights));
	CHECK_INT(256, weight_of_station(256, 256));
	CHECK_INT(0, weights.n);
	CHECK_INT(1024, weight_of_station(512, 512));
	CHECK_INT(256, weight_of_station(512, 128));
	CHECK_INT(AIRTIME_WEIGHT_MIN, weight_of_station(16, 16));
	CHECK_INT(AIRTIME_WEIGHT_MAX, weight_of_station(4096, 4096));
}

static void test_the_table_is_bounded(void)
{
	memset(&weights, 0, sizeof(weights));
	for (unsigned int i = 0; i < AIRTIME_WEIGHTS_MAX; i++)
		CHECK(airtime_weights_set(&weights, address_of(i),
					  (uint16_t)(1000 + i)));
	CHECK(!airtime_weights_set(&weights, address_of(999), 512));
	CHECK(airtime_weights_set(&weights, address_of(999), 256));
	CHECK(airtime_weights_set(&weights, address_of(7), 512));
	/* A default weight makes room. */
	CHECK(airtime_weights_set(&weights, address_of(8), 256));
	CHECK(airtime_weights_set(&weights, address_of(999), 77));
	CHECK(!airtime_weights_set(&weights, address_of(998), 77));
	CHECK_INT(77, airtime_weights_get(&weights, address_of(999)));
	for (unsigned int i = 0; i < AIRTIME_WEIGHTS_MAX; i++)
		CHECK_INT(i == 7   ? 512
			  : i == 8 ? 256
				   : 1000 + i,
			  airtime_weights_get(&weights, address_of(i)));
}

const struct unit_test airtime_weights_tests[] = {
	UNIT_TEST(test_products),
	UNIT_TEST(test_the_table_is_bounded),
	{ NULL, NULL },
};
