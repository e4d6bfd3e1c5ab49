/* SPDX-License-Identifier: Apache-2.0 */
/* Scans of virtual stations, and what answers them. */
#include "unit.h"
#include "vsta/bss_table.h"
#include "vsta/scans.h"

#define MEMORY_MS 4500

static const uint8_t ap[ADDR_LEN] = { 2, 0xdd, 0, 0, 0, 1 };
static const struct cloudmac_ssid wildcard = { .len = 0 };
static const struct cloudmac_ssid named = { 3, "net" };

static const struct cloudmac_vsta_scan three = {
	.id = 7,
	.frequencies_n = 3,
	.frequencies = { 2412, 5180, 2437 },
};

static void test_a_scan_wants_each_frequency_once(void)
{
	struct scan scan = { .runs = false };

	CHECK_INT(0, scan_next(&scan));
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &three, 5));
	CHECK_INT(SCAN_IGNORED, scan_start(&scan, &three, 6));
	CHECK_INT(5, scan.begun_ms);
	CHECK_INT(2412, scan_next(&scan));
	CHECK(scan_wants(&scan, 2437) && !scan_wants(&scan, 2462));
	CHECK(!scan_finish(&scan, 5180, SCAN_REMEMBERED));
	CHECK(!scan_finish(&scan, 5180, SCAN_VISITED));
	CHECK(!scan_finish(&scan, 2462, SCAN_VISITED));
	CHECK(!scan_finish(&scan, 2412, SCAN_VISITED));
	CHECK_INT(2437, scan_next(&scan));
	CHECK(scan_finish(&scan, 2437, SCAN_UNUSABLE));
	CHECK(!scan.runs && !scan_wants(&scan, 2437) && !scan_next(&scan));
	CHECK_INT(7, scan.done.id);
	CHECK_INT(1, scan.done.visited);
	CHECK_INT(1, scan.done.remembered);
	CHECK_INT(CLOUDMAC_VSTA_DONE, scan.done.status);
	CHECK_INT(SCAN_ANSWERED, scan_start(&scan, &three, 9));
	CHECK(!scan_finish(&scan, 2437, SCAN_VISITED));
}

static void test_a_new_id_replaces_a_scan(void)
{
	struct scan scan = { .runs = false };
	struct cloudmac_vsta_scan next = three;

	next.id = 8;
	next.frequencies_n = CLOUDMAC_VSTA_FREQUENCIES_MAX;
	for (uint16_t i = 0; i < CLOUDMAC_VSTA_FREQUENCIES_MAX; i++)
		next.frequencies[i] = 5000 + i;
	scan_start(&scan, &three, 1);
	scan_finish(&scan, 2412, SCAN_VISITED);
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &next, 2));
	CHECK(!scan_wants(&scan, 2437));
	for (unsigned int i = 0; i < CLOUDMAC_VSTA_FREQUENCIES_MAX; i++) {
		CHECK_INT(5000 + i, scan_next(&scan));
		CHECK_INT(i == CLOUDMAC_VSTA_FREQUENCIES_MAX - 1,
			  scan_finish(&scan, 5000 + i, SCAN_VISITED));
	}
	CHECK_INT(CLOUDMAC_VSTA_FREQUENCIES_MAX, scan.done.visited);
	/* The one before is a new one now. */
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &three, 3));
}

static bool answers(const struct scan_visits *visits, uint8_t flags,
		    const struct cloudmac_ssid *ssid, unsigned int mhz,
		    uint64_t now_ms)
{
	struct cloudmac_vsta_scan request = { .flags = flags, .ssids_n = 1 };

	request.ssids[0] = *ssid;
	return scan_visits_answer(visits, &request, mhz, now_ms, MEMORY_MS);
}

static void test_a_visit_answers_scans_like_its_own(void)
{
	static struct scan_visits visits;
	struct scan_visit visit = { .mhz = 2412, .ended_ms = 1000 };

	memset(&visits, 0, sizeof(visits));
	CHECK(scan_visit_add_ssid(&visit, &wildcard));
	CHECK(!scan_visit_add_ssid(&visit, &wildcard));
	scan_visits_note(&visits, &visit);
	CHECK(answers(&visits, CLOUDMAC_VSTA_ACTIVE, &wildcard, 2412, 1001));
	CHECK(!answers(&visits, CLOUDMAC_VSTA_ACTIVE, &wildcard, 2437, 1001));
	CHECK(!answers(&visits, CLOUDMAC_VSTA_ACTIVE, &named, 2412, 1001));
	CHECK(!answers(&visits, CLOUDMAC_VSTA_ACTIVE, &wildcard, 2412,
		       1000 + MEMORY_MS));
	/* It was too short for those that only listen. */
	CHECK(!answers(&visits, 0, &wildcard, 2412, 1001));
	visit.ssids_n = 0;
	visit.full = true;
	scan_visits_note(&visits, &visit);
	CHECK_INT(1, visits.n);
	CHECK(answers(&visits, 0, &wildcard, 2412, 1001));
	CHECK(!answers(&visits, CLOUDMAC_VSTA_ACTIVE, &wildcard, 2412, 1001));
	/* Where nobody may ask, to listen is all. */
	visit.is_quiet = true;
	scan_visits_note(&visits, &visit);
	CHECK(answers(&visits, CLOUDMAC_VSTA_ACTIVE, &named, 2412, 1001));
}

static void test_the_oldest_visit_makes_room(void)
{
	static struct scan_visits visits;

	memset(&visits, 0, sizeof(visits));
	for (unsigned int i = 0; i <= SCAN_VISITS_MAX; i++) {
		const struct scan_visit visit = { .mhz = 5000 + i,
						  .ended_ms = 1000 + i,
						  .full = true };

		scan_visits_note(&visits, &visit);
	}
	CHECK_INT(SCAN_VISITS_MAX, visits.n);
	CHECK(!answers(&visits, 0, &wildcard, 5000, 1100));
	CHECK(answers(&visits, 0, &wildcard, 5001, 1100));
	CHECK(answers(&visits, 0, &wildcard, 5000 + SCAN_VISITS_MAX, 1100));
}

static struct bss_table table;

static void hear(const uint8_t *bssid, unsigned int radio, int8_t signal,
		 enum bss_frame kind, size_t len, uint64_t now_ms)
{
	static const uint8_t octets[BSS_CONTENT_MAX + 1];
	const struct bss_heard heard = { .bssid = bssid,
					 .radio = radio,
					 .mhz = 2412,
					 .signal = signal,
					 .kind = kind,
					 .octets = octets,
					 .len = len };

	bss_note(&table, &heard, now_ms);
}

static void test_signals_are_averaged(void)
{
	const struct bss *bss;

	hear(ap, 0, CLOUDMAC_SIGNAL_UNKNOWN, BSS_BEACON, 60, 1);
	bss = bss_find(&table, ap, 0, 1);
	CHECK(!bss->has_signal && !bss_find(&table, ap, 1, 1));
	hear(ap, 0, -40, BSS_BEACON, 60, 2);
	CHECK_INT(-40, bss_signal(bss));
	hear(ap, 0, -48, BSS_PROBE_RESPONSE, 60, 3);
	CHECK_INT(-41, bss_signal(bss));
	for (int i = 0; i < 100; i++)
		hear(ap, 0, -80, BSS_BEACON, 60, 4);
	CHECK_INT(-80, bss_signal(bss));
	CHECK(bss_find(&table, ap, 0, 4 + BSS_HEARD_MS - 1) != NULL);
	CHECK(!bss_find(&table, ap, 0, 4 + BSS_HEARD_MS));
	bss_destroy(&table);
}

static void test_frames_answer_for_five_seconds(void)
{
	const struct bss *bss;

	hear(ap, 3, -40, BSS_BEACON, 60, 1000);
	hear(ap, 3, -40, BSS_PROBE_RESPONSE, BSS_CONTENT_MAX + 1, 1000);
	bss = bss_find(&table, ap, 3, 1000);
	CHECK(bss_answers(bss, BSS_BEACON, 3, 2412, 5999));
	CHECK(!bss_answers(bss, BSS_BEACON, 3, 2412, 6000));
	CHECK(!bss_answers(bss, BSS_BEACON, 2, 2412, 5999));
	CHECK(!bss_answers(bss, BSS_BEACON, 3, 2437, 5999));
	CHECK(!bss_answers(bss, BSS_PROBE_RESPONSE, 3, 2412, 1000));
	hear(ap, 3, -40, BSS_BEACON, 70, 2000);
	CHECK_INT(70, bss->frames[BSS_BEACON].len);
	bss_destroy(&table);
	CHECK_INT(0, table.n);
}

static void test_made_up_networks_stay_within_the_table(void)
{
	const struct bss *listed[BSS_MAX];
	uint8_t bssid[ADDR_LEN] = { 2, 0xee };

	for (unsigned int i = 0; i < 3 * BSS_MAX; i++) {
		bssid[4] = (uint8_t)(i >> 8);
		bssid[5] = (uint8_t)i;
		hear(bssid, 0, -50, BSS_BEACON, 60, 1000 + i);
	}
	CHECK_INT(BSS_MAX, table.n);
	CHECK_INT(BSS_MAX, bss_latest(&table, 2000, listed));
	for (unsigned int i = 1; i < BSS_MAX; i++)
		CHECK(listed[i]->heard_ms == listed[i - 1]->heard_ms - 1);
	CHECK_MEM(bssid, listed[0]->bssid, ADDR_LEN);
	CHECK_INT(0, bss_latest(&table, 20000, listed));
	bss_destroy(&table);
}

const struct unit_test vsta_scans_tests[] = {
	UNIT_TEST(test_a_scan_wants_each_frequency_once),
	UNIT_TEST(test_a_new_id_replaces_a_scan),
	UNIT_TEST(test_a_visit_answers_scans_like_its_own),
	UNIT_TEST(test_the_oldest_visit_makes_room),
	UNIT_TEST(test_signals_are_averaged),
	UNIT_TEST(test_frames_answer_for_five_seconds),
	UNIT_TEST(test_made_up_networks_stay_within_the_table),
	{ NULL, NULL },
};
