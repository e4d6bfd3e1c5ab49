/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual stations with a radio, by a clock of the test. */
#include "antenna.h"
#include "unit.h"
#include "vsta/scan_end.h"

/* Returns the sequence number of the next refusal with the status, or -1. */
static int refusal(uint8_t status)
{
	const struct cloudmac_frame *frame = antenna_next();

	CHECK(frame && frame->tag.kind == CLOUDMAC_KIND_FRAME);
	if (!frame)
		return -1;
	CHECK_INT(0xb0, frame->frame[0]);
	CHECK_INT(status, frame->frame[28]);
	return ieee80211_sequence_control(frame->frame) >> 4;
}

/* The driver of a virtual station drops a frame that it got within a second:
 * of the same access point, number and content. */
static void test_refusals_count_up(void)
{
	const uint8_t *one, *two;
	int number;

	antenna_begin(STATIONS_PINNED);
	one = antenna_lease(1);
	two = antenna_lease(2);
	antenna_hello(one, 2437);
	CHECK_INT(DROP_CHANNEL, antenna_authenticate(one));
	number = refusal(ARBITER_STATUS_PINNED);
	for (int i = 0; i < 2 * IEEE80211_NUMBERS; i++) {
		if (i % 50 == 0) {
			antenna_hello(one, 2437);
			antenna_hello(two, 2437);
		}
		antenna_pass(GUEST_TOKENS_GAP_MS);
		CHECK_INT(DROP_CHANNEL,
			  antenna_authenticate(i % 2 ? one : two));
		number = (number + 1) % IEEE80211_NUMBERS;
		CHECK_INT(number, refusal(ARBITER_STATUS_PINNED));
	}
	antenna_end();
}

static const struct cloudmac_vsta_scan *scan_of(uint16_t id, uint16_t mhz)
{
	static struct cloudmac_vsta_scan scan;

	scan = (struct cloudmac_vsta_scan){ .id = id,
					    .frequencies_n = 1,
					    .frequencies = { mhz } };
	return &scan;
}

/* Checks that the next frame is a scan done for the virtual station. */
static void check_done(const uint8_t *guest, uint8_t status, uint16_t id,
		       uint8_t visited)
{
	const struct cloudmac_frame *frame = antenna_next();
	struct cloudmac_vsta_done done = { 0 };

	CHECK(frame && cloudmac_vsta_done_parse(frame, &done));
	if (!frame)
		return;
	CHECK_MEM(guest, frame->frame + 4, ADDR_LEN);
	CHECK_INT(status, done.status);
	CHECK_INT(id, done.id);
	CHECK_INT(visited, done.visited);
}

static void test_the_kernel_never_ends_a_visit(void)
{
	const uint8_t *one, *two;

	antenna_begin(STATIONS_PINNED);
	one = antenna_lease(1);
	two = antenna_lease(2);
	antenna_scan(one, scan_of(1, 2437));
	antenna_pass(3000);
	antenna_scan(two, scan_of(7, 2437));
	antenna_scan(one, scan_of(1, 2437));
	antenna_pass(SCAN_END_DEADLINE_MS - 3000 - 1);
	CHECK(!antenna_next());
	antenna_pass(1);
	check_done(one, CLOUDMAC_VSTA_ABORTED, 1, 0);
	antenna_pass(2999);
	CHECK(!antenna_next());
	antenna_pass(1);
	check_done(two, CLOUDMAC_VSTA_ABORTED, 7, 0);
	/* A repetition gets the same answer. A new scan waits, too. */
	antenna_scan(one, scan_of(1, 2437));
	check_done(one, CLOUDMAC_VSTA_ABORTED, 1, 0);
	antenna_scan(one, scan_of(2, 2462));
	antenna_pass(SCAN_END_DEADLINE_MS - 1);
	CHECK(!antenna_next());
	/* Late, the kernel goes on: so does the scan. */
	CHECK(antenna_work());
	antenna_scan(two, scan_of(8, 2462));
	antenna_pass(1);
	check_done(one, CLOUDMAC_VSTA_ABORTED, 2, 0);
	for (int i = 0; i < 4; i++) {
		antenna_pass(200);
		antenna_work();
	}
	check_done(two, CLOUDMAC_VSTA_DONE, 8, 1);
	CHECK_INT(0, antenna_vsta.radios[0].pauses);
	antenna_pass(2 * SCAN_END_DEADLINE_MS);
	CHECK(!antenna_next() && !antenna_work());
	antenna_end();
}

static void test_the_kernel_never_ends_a_move(void)
{
	const uint8_t *one;

	antenna_begin(STATIONS_FREE);
	one = antenna_lease(1);
	antenna_hello(one, 2437);
	CHECK_INT(2437, antenna_vsta.radios[0].target);
	antenna_scan(one, scan_of(1, 2462));
	antenna_pass(SCAN_END_DEADLINE_MS - 1);
	CHECK(!antenna_next());
	antenna_pass(1);
	check_done(one, CLOUDMAC_VSTA_ABORTED, 1, 0);
	antenna_end();
}

/* The deadline is that of the scan, not of one that ended before. */
static void test_each_scan_has_its_deadline(void)
{
	const uint8_t *one;

	antenna_begin(STATIONS_PINNED);
	one = antenna_lease(1);
	antenna_scan(one, scan_of(1, ANTENNA_MHZ));
	antenna_pass(200);
	check_done(one, CLOUDMAC_VSTA_DONE, 1, 1);
	antenna_pass(10000);
	antenna_scan(one, scan_of(2, 2437));
	antenna_pass(10000);
	antenna_scan(one, scan_of(3, 2462));
	antenna_pass(SCAN_END_DEADLINE_MS - 1);
	CHECK(!antenna_next());
	antenna_pass(1);
	check_done(one, CLOUDMAC_VSTA_ABORTED, 3, 0);
	antenna_end();
}

static const uint8_t new_ap[ADDR_LEN] = { 2, 0xdd, 0, 0, 0, 2 };
static int got_known, got_new; /* frames of antenna_ap, of new_ap */

static void count_got(void)
{
	const struct cloudmac_frame *frame;

	while ((frame = antenna_next())) {
		got_known += !memcmp(frame->station, antenna_ap, ADDR_LEN);
		got_new += !memcmp(frame->station, new_ap, ADDR_LEN);
	}
}

/* 200 made-up BSSs in 99 ms. The last one leaves no room for a new
 * transmitter.
 */
static void flood(uint8_t n)
{
	uint8_t bssid[ADDR_LEN] = { 2, 0xee, 0, 0, n };

	for (uint8_t i = 0; i < 200; i++) {
		bssid[5] = i;
		antenna_hear(bssid, ANTENNA_MHZ);
		antenna_pass(i % 2 && i < 199);
		count_got();
	}
}

/* A scan during a flood finds the access points that the radio heard before,
 * and those that it hears repeatedly. */
static void test_a_flood_hides_no_access_point(void)
{
	antenna_begin(STATIONS_PINNED);
	got_known = got_new = 0;
	antenna_hear(antenna_ap, ANTENNA_MHZ);
	antenna_pass(BSS_REPETITION_MS);
	antenna_hear(antenna_ap, ANTENNA_MHZ);
	antenna_scan(antenna_lease(1), scan_of(1, 2437));
	for (uint8_t n = 0; n < 20; n++) {
		flood(n);
		if (n < 10)
			continue;
		antenna_hear(antenna_ap, ANTENNA_MHZ);
		antenna_hear(new_ap, ANTENNA_MHZ);
		count_got();
	}
	CHECK_INT(10, got_known);
	CHECK_INT(9, got_new);
	CHECK(antenna_counters.drops[DROP_NEWCOMERS] > 1000);
	antenna_end();
}

const struct unit_test vsta_tests[] = {
	UNIT_TEST(test_a_flood_hides_no_access_point),
	UNIT_TEST(test_the_kernel_never_ends_a_visit),
	UNIT_TEST(test_the_kernel_never_ends_a_move),
	UNIT_TEST(test_each_scan_has_its_deadline),
	UNIT_TEST(test_refusals_count_up),
	{ NULL, NULL },
};
