/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/powersave.h"
#include "unit.h"

#define STATION "\x02\0\0\0\1\1"
#define OTHER	"\x02\0\0\0\1\2"
#define DATA	0x88
#define NULLS	0xc8
#define PS_POLL 0xa4
#define PROBE	0x40
#define SLEEPS	0x11 /* to the distribution system, power management */
#define WAKES	0x01
#define RETRY	0x08

static struct powersave powersave;

static bool after(uint8_t kind, uint8_t flags)
{
	uint8_t frame[16] = { kind, flags };
	bool was = powersave_is_dozing(&powersave, (const uint8_t *)STATION),
	     falls;

	memcpy(frame + 10, STATION, 6);
	falls = powersave_update(&powersave, frame);
	CHECK(falls ==
	      (!was &&
	       powersave_is_dozing(&powersave, (const uint8_t *)STATION)));
	CHECK(!powersave_is_dozing(&powersave, (const uint8_t *)OTHER));
	return powersave_is_dozing(&powersave, (const uint8_t *)STATION);
}

static void begin(void)
{
	memset(&powersave, 0, sizeof(powersave));
}

static void test_asleep_and_awake(void)
{
	begin();
	CHECK(!after(DATA, WAKES));
	CHECK(after(NULLS, SLEEPS));
	CHECK(after(NULLS, SLEEPS | RETRY));
	CHECK(!after(NULLS, WAKES));
	CHECK(after(DATA, SLEEPS));
	CHECK(!after(DATA, WAKES | RETRY));
}

static void test_requests_for_frames_keep_a_station_dozing(void)
{
	begin();
	CHECK(after(NULLS, SLEEPS));
	CHECK(!after(PS_POLL, 0x10));
	CHECK(!after(DATA, SLEEPS)); /* a trigger of U-APSD */
	CHECK(!after(NULLS, WAKES));
	CHECK(after(NULLS, SLEEPS));
	CHECK(!after(PROBE, 0));
}

static void test_an_unknown_station_is_awake(void)
{
	static const uint8_t nobody[6];

	begin();
	CHECK(!powersave_is_dozing(&powersave, (const uint8_t *)STATION));
	CHECK(!powersave_is_dozing(&powersave, nobody));
	CHECK(!powersave_is_enabled(&powersave, (const uint8_t *)STATION));
}

const struct unit_test powersave_tests[] = {
	UNIT_TEST(test_asleep_and_awake),
	UNIT_TEST(test_requests_for_frames_keep_a_station_dozing),
	UNIT_TEST(test_an_unknown_station_is_awake),
	{ NULL, NULL },
};
