/* SPDX-License-Identifier: Apache-2.0 */
/* Which frames of stations concern this WTP: known VAPs, limited probes. */
#include "frame/ieee80211.h"
#include "limits/known_vaps.h"
#include "limits/probe_limit.h"
#include "unit.h"

static struct known_vaps vaps;

struct frame {
	uint8_t data[512];
	size_t len;
};

static uint8_t *add_element(struct frame *frame, uint8_t id, const char *value,
			    uint8_t len)
{
	uint8_t *at = frame->data + frame->len;

	at[0] = id;
	at[1] = len;
	memcpy(at + 2, value, len);
	frame->len += 2u + len;
	return at;
}

static struct frame beacon(uint16_t number, const char *ssid, uint8_t len)
{
	struct frame frame = { .data = { 0x80 }, .len = 36 };

	frame.data[10] = 2;
	frame.data[14] = (uint8_t)(number >> 8);
	frame.data[15] = (uint8_t)number;
	add_element(&frame, 0, ssid, len);
	return frame;
}

static void hear(uint16_t number, const char *ssid, uint64_t now)
{
	struct frame frame = beacon(number, ssid, (uint8_t)strlen(ssid));

	known_vaps_add_beacon(&vaps, frame.data, frame.len, now);
}

static bool has(uint16_t number, uint64_t now)
{
	const uint8_t bssid[6] = {
		2, [4] = (uint8_t)(number >> 8), [5] = (uint8_t)number
	};

	return known_vaps_has(&vaps, bssid, now);
}

static bool wants(const char *ssid, uint64_t now)
{
	struct frame frame = { .data = { 0x40 }, .len = 24 };

	add_element(&frame, 0, ssid, (uint8_t)strlen(ssid));
	return known_vaps_wants_probe(&vaps, frame.data, frame.len, now);
}

static void test_vaps_are_known_by_their_beacons(void)
{
	known_vaps_init(&vaps);
	CHECK(!has(1, 0));
	CHECK(wants("", 0));
	CHECK(!wants("one", 0));
	hear(1, "one", 1000);
	hear(2, "two", 2000);
	CHECK(has(1, 2000) && has(2, 2000) && !has(3, 2000));
	CHECK(wants("one", 2000) && wants("two", 2000));
	CHECK(!wants("on", 2000) && !wants("one2", 2000));
	/* One falls silent. */
	CHECK(has(1, 1000 + KNOWN_VAP_MS - 1));
	CHECK(!has(1, 1000 + KNOWN_VAP_MS) && has(2, 1000 + KNOWN_VAP_MS));
	CHECK(!wants("one", 1000 + KNOWN_VAP_MS));
	hear(1, "new", 20000);
	CHECK(has(1, 20000) && wants("new", 20000) && !wants("one", 20000));
}

static void test_a_hidden_ssid_may_be_any(void)
{
	struct frame zeros = beacon(1, "\0\0\0", 3);

	known_vaps_init(&vaps);
	hear(1, "", 0);
	CHECK(has(1, 0) && wants("any", 0));
	CHECK(!wants("any", KNOWN_VAP_MS));
	known_vaps_add_beacon(&vaps, zeros.data, zeros.len, 20000);
	CHECK(wants("any", 20000));
}

static void test_beacons_without_an_ssid_do_not_count(void)
{
	struct frame frame = beacon(1, "one", 3);

	known_vaps_init(&vaps);
	known_vaps_add_beacon(&vaps, frame.data, frame.len - 1, 0);
	CHECK(!has(1, 0));
	frame = beacon(1, "0123456789abcdef0123456789abcdef!", 33);
	known_vaps_add_beacon(&vaps, frame.data, frame.len, 0);
	CHECK(!has(1, 0));
}

static void name_vap(uint16_t number, const char *ssid, uint64_t now)
{
	const uint8_t bssid[6] = {
		2, [4] = (uint8_t)(number >> 8), [5] = (uint8_t)number
	};

	known_vaps_add_ssid(&vaps, bssid, (const uint8_t *)ssid,
			    (uint8_t)strlen(ssid), now);
}

static void test_a_given_ssid_counts_until_the_beacons(void)
{
	known_vaps_init(&vaps);
	name_vap(1, "one", 0);
	CHECK(has(1, 0) && wants("one", 0) && !wants("two", 0));
	hear(1, "new", 100);
	name_vap(1, "one", 200);
	CHECK(wants("new", 200) && !wants("one", 200));
	CHECK(!has(1, 100 + KNOWN_VAP_MS));
	name_vap(1, "one", 100 + KNOWN_VAP_MS);
	CHECK(wants("one", 100 + KNOWN_VAP_MS));
	CHECK(!wants("new", 100 + KNOWN_VAP_MS));
	/* A hidden one may be any. */
	name_vap(2, "", 100 + KNOWN_VAP_MS);
	CHECK(wants("any", 100 + KNOWN_VAP_MS));
}

/* A host may send beacons of many BSSIDs with its own VAP id. */
static void test_one_vap_of_each_id(void)
{
	struct frame frame = beacon(7, "other", 5);
	const uint8_t bssid[6] = { 4, [5] = 7 };

	known_vaps_init(&vaps);
	hear(7, "campus", 1000);
	frame.data[10] = 4;
	known_vaps_add_beacon(&vaps, frame.data, frame.len, 2000);
	CHECK(has(7, 2000));
	CHECK(!known_vaps_has(&vaps, bssid, 2000));
	CHECK(!wants("other", 2000));
	/* It takes the place of a VAP that is silent. */
	known_vaps_add_beacon(&vaps, frame.data, frame.len,
			      1000 + KNOWN_VAP_MS);
	CHECK(known_vaps_has(&vaps, bssid, 1000 + KNOWN_VAP_MS));
	CHECK(!has(7, 1000 + KNOWN_VAP_MS));
	CHECK(wants("other", 1000 + KNOWN_VAP_MS));
}

static void test_the_silent_vap_makes_room(void)
{
	char ssid[8];

	known_vaps_init(&vaps);
	for (uint16_t i = 0; i < KNOWN_VAPS_MAX + 3; i++) {
		snprintf(ssid, sizeof(ssid), "n%u", i);
		hear(i, ssid, i);
	}
	for (uint16_t i = 0; i < KNOWN_VAPS_MAX + 3; i++) {
		snprintf(ssid, sizeof(ssid), "n%u", i);
		CHECK_INT(i >= 3, has(i, 100));
		CHECK_INT(i >= 3, wants(ssid, 100));
	}
}

static void test_lists_of_ssids(void)
{
	struct frame frame = { .data = { 0x40 }, .len = 24 };
	uint8_t *list;

	known_vaps_init(&vaps);
	hear(1, "one", 0);
	CHECK(!known_vaps_wants_probe(&vaps, frame.data, frame.len, 0));
	add_element(&frame, 0, "other", 5);
	list = add_element(&frame, 84, "\0\3two\0\3one", 10);
	CHECK(known_vaps_wants_probe(&vaps, frame.data, frame.len, 0));
	list[8] = 4; /* past the end of the list */
	CHECK(!known_vaps_wants_probe(&vaps, frame.data, frame.len, 0));
	list[8] = 3;
	CHECK(!known_vaps_wants_probe(&vaps, frame.data, frame.len - 1, 0));
}

/* An element has up to 255 octets. */
static void test_too_long_ssids_are_not_wanted(void)
{
	static const char octets[255] = { 0 };
	struct frame frame = { .data = { 0x40 }, .len = 24 };

	known_vaps_init(&vaps);
	hear(1, "one", 0);
	add_element(&frame, 0, octets, sizeof(octets));
	CHECK(!known_vaps_wants_probe(&vaps, frame.data, frame.len, 0));
}

static void test_probes_of_a_station_are_limited(void)
{
	static struct probe_limit limit;
	static const uint8_t one[6] = { 2, 1 }, other[6] = { 2, 2 };
	unsigned int n = 0;

	for (unsigned int i = 0; i < 1000; i++)
		n += probe_limit_take(&limit, one, 5000);
	CHECK_INT(PROBE_LIMIT_BURST, n);
	CHECK(probe_limit_take(&limit, other, 5000));
	CHECK(!probe_limit_take(&limit, one, 5000 + PROBE_LIMIT_GAP_MS - 1));
	CHECK(probe_limit_take(&limit, one, 5000 + PROBE_LIMIT_GAP_MS));
	CHECK(!probe_limit_take(&limit, one, 5000 + PROBE_LIMIT_GAP_MS));
	n = 0;
	for (unsigned int ms = 10000; ms < 20000; ms++)
		n += probe_limit_take(&limit, one, ms);
	CHECK_INT(PROBE_LIMIT_BURST + 10 * PROBE_LIMIT_RATE - 1, n);
}

const struct unit_test known_vaps_tests[] = {
	UNIT_TEST(test_vaps_are_known_by_their_beacons),
	UNIT_TEST(test_a_hidden_ssid_may_be_any),
	UNIT_TEST(test_beacons_without_an_ssid_do_not_count),
	UNIT_TEST(test_a_given_ssid_counts_until_the_beacons),
	UNIT_TEST(test_one_vap_of_each_id),
	UNIT_TEST(test_the_silent_vap_makes_room),
	UNIT_TEST(test_lists_of_ssids),
	UNIT_TEST(test_too_long_ssids_are_not_wanted),
	UNIT_TEST(test_probes_of_a_station_are_limited),
	{ NULL, NULL },
};
