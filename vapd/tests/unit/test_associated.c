/* SPDX-License-Identifier: Apache-2.0 */
#include "associated.h"
#include "unit.h"

static struct associated stations;
static char log_text[256];

/* Logs the last octet of the address and the change. */
static void changed(void *arg, const uint8_t *address,
		    enum station_change change)
{
	size_t len = strlen(log_text);

	(void)arg;
	if (len < sizeof(log_text) - 4)
		snprintf(log_text + len, sizeof(log_text) - len, "%u%c ",
			 address[5],
			 change == STATION_ASSOCIATED	? '+'
			 : change == STATION_AUTHORIZED ? '!'
							: '-');
}

static void set(uint16_t number, bool authorized)
{
	const uint8_t address[] = {
		2, 0, 0, 0, (uint8_t)(number >> 8), (uint8_t)number
	};

	associated_set(&stations, address, authorized, changed, NULL);
}

static void remove_station(uint8_t number)
{
	const uint8_t address[] = { 2, 0, 0, 0, 0, number };

	associated_remove(&stations, address, changed, NULL);
}

static void check_log(const char *expected)
{
	CHECK_STR(expected, log_text);
	log_text[0] = '\0';
}

static void test_each_change_is_reported_once(void)
{
	set(1, false);
	check_log("1+ ");
	set(1, true);
	set(1, true);
	check_log("1! ");
	set(2, true);
	check_log("2+ 2! ");
	remove_station(1);
	remove_station(1);
	check_log("1- ");
	CHECK_INT(1, stations.n);
	associated_clear(&stations);
	check_log("");
	CHECK_INT(0, stations.n);
}

static void test_a_walk_finds_what_is_new_and_what_is_gone(void)
{
	for (uint16_t i = 1; i <= 4; i++)
		set(i, true);
	log_text[0] = '\0';
	associated_begin_walk(&stations);
	set(2, true);
	set(5, false);
	/* An event during the walk. */
	set(6, true);
	remove_station(3);
	check_log("5+ 6+ 6! 3- ");
	associated_end_walk(&stations, changed, NULL);
	CHECK(!strcmp(log_text, "1- 4- ") || !strcmp(log_text, "4- 1- "));
	CHECK_INT(3, stations.n);
	log_text[0] = '\0';
	associated_clear(&stations);
}

static void test_the_number_is_limited(void)
{
	for (uint16_t i = 0; i < ASSOCIATED_MAX; i++)
		set(i, false);
	log_text[0] = '\0';
	set(ASSOCIATED_MAX, false);
	check_log("");
	CHECK_INT(ASSOCIATED_MAX, stations.n);
	associated_clear(&stations);
}

const struct unit_test associated_tests[] = {
	UNIT_TEST(test_each_change_is_reported_once),
	UNIT_TEST(test_a_walk_finds_what_is_new_and_what_is_gone),
	UNIT_TEST(test_the_number_is_limited),
	{ NULL, NULL },
};
