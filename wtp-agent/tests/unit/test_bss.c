/* SPDX-License-Identifier: Apache-2.0 */
/* The BSSs that radios hear, and which of them a flood displaces. */
#include "cloudmac.h"
#include "unit.h"
#include "vsta/bss_table.h"

#define LEN	    40
#define INTERVAL_MS 102
#define REAL	    10

static struct bss_table table;
static struct bss_heard heard;
/* How often the table reported a loss, and the last one. */
static unsigned int losses, lost_radio, lost_mhz;
static unsigned int made_up; /* BSSIDs of the flood */

static void note_loss(void *arg, unsigned int radio, unsigned int mhz)
{
	CHECK(arg == &table);
	losses++;
	lost_radio = radio;
	lost_mhz = mhz;
}

static void begin(void)
{
	static const uint8_t octets[BSS_CONTENT_MAX + 1];

	bss_destroy(&table);
	memset(&table, 0, sizeof(table));
	bss_watch_losses(&table, note_loss, &table);
	losses = made_up = 0;
	heard = (struct bss_heard){
		.radio = 1, .mhz = 2412, .signal = -40, .octets = octets
	};
}

/* Hears a frame of BSSID 'n' of the group 'group'. */
static void hear_len(uint8_t group, unsigned int n, size_t len,
		     uint64_t now_ms)
{
	const uint8_t bssid[] = {
		2,	    0xdd, group, (uint8_t)(n >> 16), (uint8_t)(n >> 8),
		(uint8_t)n,
	};

	heard.bssid = bssid;
	heard.len = len;
	bss_note(&table, &heard, now_ms);
	heard.bssid = NULL;
}

static void hear(uint8_t group, unsigned int n, uint64_t now_ms)
{
	hear_len(group, n, LEN, now_ms);
}

static const struct bss *get(uint8_t group, unsigned int n, uint64_t now_ms)
{
	const uint8_t bssid[] = {
		2,	    0xdd, group, (uint8_t)(n >> 16), (uint8_t)(n >> 8),
		(uint8_t)n,
	};

	return bss_find(&table, bssid, 1, now_ms);
}

/* Returns its rank, or -1 if it is not there. */
static int rank_of(uint8_t group, unsigned int n, uint64_t now_ms)
{
	const struct bss *bss = get(group, n, now_ms);

	return bss ? (int)bss->rank : -1;
}

static unsigned int count(uint8_t group, unsigned int n, uint64_t now_ms)
{
	unsigned int found = 0;

	while (n--)
		found += get(group, n, now_ms) != NULL;
	return found;
}

static void test_signals(void)
{
	begin();
	heard.signal = CLOUDMAC_SIGNAL_UNKNOWN;
	hear(0, 1, 1000);
	CHECK(!get(0, 1, 1000)->has_signal);
	heard.signal = -40;
	hear(0, 1, 1000);
	CHECK_INT(-40, bss_signal(get(0, 1, 1000)));
	heard.signal = -80;
	hear(0, 1, 1000);
	CHECK_INT(-45, bss_signal(get(0, 1, 1000)));
	heard.signal = -70;
	for (int i = 0; i < 100; i++)
		hear(0, 1, 1000);
	CHECK(bss_signal(get(0, 1, 1000)) <= -69);
	CHECK(!get(0, 1, 1000 + BSS_HEARD_MS));
	CHECK(!get(0, 2, 1000));
}

static void test_frames(void)
{
	const struct bss *bss;

	begin();
	hear(0, 1, 1000);
	bss = get(0, 1, 1000);
	CHECK(bss_answers(bss, BSS_BEACON, 1, 2412, 5999));
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2412, 6000));
	CHECK(!bss_answers(bss, BSS_BEACON, 0, 2412, 1000));
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2437, 1000));
	CHECK(!bss_answers(bss, BSS_PROBE_RESPONSE, 1, 2412, 1000));
	heard.kind = BSS_PROBE_RESPONSE;
	hear_len(0, 1, 60, 1000);
	CHECK_INT(60, bss->frames[BSS_PROBE_RESPONSE].len);
	CHECK_INT(0, losses);
	/* One that is too long is heard, but not kept. */
	heard.kind = BSS_BEACON;
	hear_len(0, 1, BSS_CONTENT_MAX + 1, 6000);
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2412, 6000));
	CHECK(get(0, 1, 6000) != NULL);
	CHECK_INT(1, losses);
}

static void test_another_channel_is_a_loss(void)
{
	begin();
	hear(0, 1, 1000);
	heard.mhz = 2437;
	hear(0, 1, 1000 + BSS_MEMORY_MS - 1);
	CHECK_INT(1, losses);
	CHECK_INT(2412, lost_mhz);
	CHECK_INT(1, lost_radio);
	/* What it said before is too old to answer. */
	heard.mhz = 2462;
	hear(0, 1, 20000);
	CHECK_INT(1, losses);
}

static void test_the_latest(void)
{
	const struct bss *latest[BSS_MAX];

	begin();
	for (unsigned int i = 0; i < BSS_MAX; i++)
		hear(0, i, 1000);
	hear(0, 5, 1000);
	CHECK_INT(BSS_MAX, bss_latest(&table, 1000, latest));
	CHECK_INT(5, latest[0]->bssid[5]);
	CHECK_INT(BSS_MAX - 1, latest[1]->bssid[5]);
	CHECK_INT(0, latest[BSS_MAX - 1]->bssid[5]);
	CHECK_INT(0, bss_latest(&table, 1000 + BSS_HEARD_MS, latest));
}

static void test_who_is_silent_is_replaced(void)
{
	begin();
	for (unsigned int i = 0; i < BSS_MAX; i++)
		hear(0, i, 1000 + i);
	CHECK(get(0, 0, 1000) != NULL);
	hear(1, 0, 1000 + BSS_HEARD_MS + 2);
	CHECK_INT(BSS_MAX, table.n);
	CHECK(!get(0, 0, 1000) && get(0, 1, 1000));
	CHECK(get(1, 0, 1000 + BSS_HEARD_MS) != NULL);
	CHECK_INT(0, losses);
}

/* A flood of 3 BSSIDs a millisecond for 'ms', which are heard 'times' each, 60
 * ms later again. The real ones send beacons. */
static uint64_t flood(uint64_t now_ms, unsigned int ms, unsigned int times,
		      unsigned int real)
{
	for (uint64_t end_ms = now_ms + ms; now_ms < end_ms; now_ms++) {
		for (int i = 0; i < 3; i++, made_up++) {
			hear(1, made_up, now_ms);
			if (times > 1 && made_up >= 180)
				hear(1, made_up - 180, now_ms);
		}
		for (unsigned int i = 0; i < real; i++)
			if (now_ms % INTERVAL_MS == i)
				hear(0, i, now_ms);
	}
	return now_ms;
}

static void test_a_flood_displaces_no_access_point(void)
{
	uint64_t now_ms;

	/* The flood begins first: those that send beacons meanwhile get in. */
	begin();
	now_ms = flood(1000, 300, 1, 0);
	CHECK_INT(BSS_MAX, table.n);
	now_ms = flood(now_ms, 2000, 1, REAL);
	CHECK_INT(REAL, count(0, REAL, now_ms));
	for (unsigned int i = 0; i < REAL; i++)
		CHECK_INT(BSS_REPEATED, rank_of(0, i, now_ms));
	CHECK(losses > 1000);
	CHECK_INT(BSS_MAX, table.n);
}

static void test_who_was_there_before_a_flood_stays(void)
{
	uint64_t now_ms;

	/* Heard once, by a visit of another channel. */
	begin();
	heard.mhz = 2437;
	for (unsigned int i = 0; i < REAL; i++)
		hear(0, i, 990);
	heard.mhz = 2412;
	now_ms = flood(1000, 3000, 1, 0);
	CHECK_INT(REAL, count(0, REAL, now_ms));
	CHECK_INT(2412, lost_mhz);
}

static void test_a_flood_that_repeats_itself(void)
{
	uint64_t now_ms;

	begin();
	for (unsigned int i = 0; i < REAL; i++)
		hear(0, i, 900);
	for (unsigned int i = 0; i < REAL; i++)
		hear(0, i, 1000);
	now_ms = flood(1000, BSS_MEMORY_MS - 1, 2, 0);
	CHECK_INT(REAL, count(0, REAL, now_ms));
	/* Those that are not kept are reported. */
	losses = 0;
	hear(2, 0, now_ms);
	CHECK(!get(2, 0, now_ms));
	CHECK_INT(1, losses);
	/* Then their frames are too old to answer scans. */
	flood(now_ms + 1, 300, 2, 0);
	CHECK_INT(0, count(0, REAL, now_ms));
}

static void test_the_longest_silent_goes_first(void)
{
	begin();
	for (unsigned int i = 0; i < BSS_MAX; i++) {
		hear(0, i, 1000);
		hear(0, i, 2000 + i);
	}
	hear(1, 0, 2000 + BSS_MEMORY_MS);
	CHECK_INT(-1, rank_of(1, 0, 2000 + BSS_MEMORY_MS));
	hear(1, 0, 2001 + BSS_MEMORY_MS + BSS_REPETITION_MS);
	CHECK_INT(BSS_REPEATED, rank_of(1, 0, 2000 + BSS_MEMORY_MS));
	CHECK_INT(-1, rank_of(0, 0, 3000));
	CHECK_INT(BSS_MAX - 1, count(0, BSS_MAX, 3000));
}

static void test_who_is_joined_gets_in(void)
{
	uint64_t now_ms;

	begin();
	now_ms = flood(1000, 500, 2, 0);
	hear(0, 1, now_ms);
	CHECK(!get(0, 1, now_ms));
	heard.joined = true;
	hear(0, 1, now_ms);
	CHECK_INT(BSS_JOINED, rank_of(0, 1, now_ms));
	heard.joined = false;
	now_ms = flood(now_ms, BSS_HEARD_MS - 1, 2, 0);
	CHECK(get(0, 1, now_ms) != NULL);
	/* No station is there any more. */
	hear(0, 1, now_ms);
	CHECK_INT(BSS_REPEATED, rank_of(0, 1, now_ms));
}

static void test_who_is_asked_for_displaces_others(void)
{
	uint64_t now_ms;

	begin();
	now_ms = flood(1000, 100, 1, 0);
	heard.asked = true;
	hear(0, 1, now_ms);
	CHECK_INT(BSS_ASKED, rank_of(0, 1, now_ms));
	heard.asked = false;
	now_ms = flood(now_ms, 2000, 1, 0);
	CHECK(get(0, 1, now_ms) != NULL);
	/* A flood with this SSID displaces no access point. */
	for (unsigned int i = 0; i < REAL; i++) {
		hear(3, i, now_ms);
		hear(3, i, now_ms + BSS_REPETITION_MS);
	}
	heard.asked = true;
	now_ms = flood(now_ms + BSS_REPETITION_MS, 2000, 1, 0);
	CHECK_INT(REAL, count(3, REAL, now_ms));
}

static void test_sightings(void)
{
	static struct bss_sightings sightings;
	static const uint8_t bssid[] = { 2, 0xdd, 0, 0, 0, 1 };

	CHECK(!bss_sightings_add(&sightings, bssid, 0, 1000));
	CHECK(!bss_sightings_add(&sightings, bssid, 1, 1050));
	CHECK(!bss_sightings_add(&sightings, bssid, 0, 1049));
	CHECK(bss_sightings_add(&sightings, bssid, 0, 1050));
	CHECK(bss_sightings_add(&sightings, bssid, 0, 10999));
	CHECK(!bss_sightings_add(&sightings, bssid, 0, 11000));
	/* The time wraps. */
	CHECK(!bss_sightings_add(&sightings, bssid, 0, UINT32_MAX));
	CHECK(bss_sightings_add(&sightings, bssid, 0, UINT32_MAX + 100ull));
}

static void test_the_frequency(void)
{
	uint8_t frame[43] = { 0x80, [36] = 0, 2, 'a', 'b', 3, 1, 11 };

	CHECK_INT(2462, bss_frequency(frame, sizeof(frame), 2457));
	CHECK_INT(2457, bss_frequency(frame, sizeof(frame) - 1, 2457));
	CHECK_INT(2457, bss_frequency(frame, 24, 2457));
	CHECK_INT(5180, bss_frequency(frame, sizeof(frame), 5180));
	frame[42] = 14;
	CHECK_INT(2484, bss_frequency(frame, sizeof(frame), 2472));
	frame[42] = 15;
	CHECK_INT(2472, bss_frequency(frame, sizeof(frame), 2472));
	frame[42] = 0;
	CHECK_INT(2472, bss_frequency(frame, sizeof(frame), 2472));
}

static void test_the_ssid(void)
{
	uint8_t frame[80] = { 0x80, [36] = 1, 1, 2, 0, 2, 'a', 'b' };
	struct cloudmac_ssid ssid;

	bss_ssid(frame, 43, &ssid);
	CHECK_INT(2, ssid.len);
	CHECK_MEM("ab", ssid.octets, 2);
	bss_ssid(frame, 42, &ssid);
	CHECK_INT(0, ssid.len);
	frame[40] = CLOUDMAC_VSTA_SSID_MAX;
	bss_ssid(frame, sizeof(frame), &ssid);
	CHECK_INT(CLOUDMAC_VSTA_SSID_MAX, ssid.len);
	frame[40]++;
	bss_ssid(frame, sizeof(frame), &ssid);
	CHECK_INT(0, ssid.len);
}

static void test_the_end(void)
{
	begin();
	CHECK_INT(0, table.n);
}

const struct unit_test bss_tests[] = {
	UNIT_TEST(test_signals),
	UNIT_TEST(test_frames),
	UNIT_TEST(test_another_channel_is_a_loss),
	UNIT_TEST(test_the_latest),
	UNIT_TEST(test_who_is_silent_is_replaced),
	UNIT_TEST(test_a_flood_displaces_no_access_point),
	UNIT_TEST(test_who_was_there_before_a_flood_stays),
	UNIT_TEST(test_a_flood_that_repeats_itself),
	UNIT_TEST(test_the_longest_silent_goes_first),
	UNIT_TEST(test_who_is_joined_gets_in),
	UNIT_TEST(test_who_is_asked_for_displaces_others),
	UNIT_TEST(test_sightings),
	UNIT_TEST(test_the_frequency),
	UNIT_TEST(test_the_ssid),
	UNIT_TEST(test_the_end),
	{ NULL, NULL },
};
