/* SPDX-License-Identifier: Apache-2.0 */
/* What scans of virtual stations want, and the BSSs that answer them. */
#include "cloudmac.h"
#include "unit.h"
#include "vsta/bss_table.h"
#include "vsta/scans.h"

static struct cloudmac_vsta_scan request(uint16_t id, uint8_t flags,
					 unsigned int n)
{
	struct cloudmac_vsta_scan out = { .id = id,
					  .flags = flags,
					  .frequencies_n = (uint8_t)n };

	for (unsigned int i = 0; i < n; i++)
		out.frequencies[i] = (uint16_t)(2412 + 5 * i);
	return out;
}

static void test_a_scan(void)
{
	const struct cloudmac_vsta_scan first = request(1, 0, 3);
	struct scan scan = { 0 };

	CHECK_INT(0, scan_next(&scan));
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &first, 10));
	CHECK_INT(SCAN_IGNORED, scan_start(&scan, &first, 20));
	CHECK_INT(10, scan.begun_ms);
	CHECK_INT(2412, scan_next(&scan));
	CHECK(scan_wants(&scan, 2422) && !scan_wants(&scan, 2427));
	CHECK(!scan_finish(&scan, 2417, SCAN_REMEMBERED));
	CHECK(!scan_finish(&scan, 2417, SCAN_VISITED)); /* it has ended */
	CHECK(!scan_finish(&scan, 5180, SCAN_VISITED));
	CHECK(!scan_finish(&scan, 2412, SCAN_UNUSABLE));
	CHECK_INT(2422, scan_next(&scan));
	CHECK(scan_finish(&scan, 2422, SCAN_VISITED));
	CHECK(!scan.runs && !scan_next(&scan));
	CHECK_INT(1, scan.done.id);
	CHECK_INT(1, scan.done.visited);
	CHECK_INT(1, scan.done.remembered);
	CHECK_INT(SCAN_ANSWERED, scan_start(&scan, &first, 30));
}

static void test_a_new_id_replaces_it(void)
{
	const struct cloudmac_vsta_scan first = request(1, 0, 60);
	const struct cloudmac_vsta_scan second = request(2, 0, 1);
	struct scan scan = { 0 };

	CHECK_INT(SCAN_STARTED, scan_start(&scan, &first, 0));
	scan.joined = true;
	CHECK_INT(2412 + 5 * 59, first.frequencies[59]);
	CHECK(scan_wants(&scan, 2412 + 5 * 59));
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &second, 0));
	CHECK(!scan.joined && !scan_wants(&scan, 2417));
	CHECK_INT(SCAN_STARTED, scan_start(&scan, &first, 0));
}

static struct cloudmac_ssid ssid_of(char letter)
{
	struct cloudmac_ssid ssid = { .len = 1 };

	ssid.octets[0] = (uint8_t)letter;
	return ssid;
}

static void test_visits_answer(void)
{
	struct cloudmac_vsta_scan active = request(1, CLOUDMAC_VSTA_ACTIVE, 1);
	const struct cloudmac_vsta_scan passive = request(1, 0, 1);
	struct scan_visit visit = { .mhz = 2412, .ended_ms = 1000 };
	const struct cloudmac_ssid x = ssid_of('x'), y = ssid_of('y');
	struct scan_visits visits = { 0 };

	active.ssids_n = 2;
	active.ssids[0] = x;
	active.ssids[1] = y;
	CHECK(!scan_visits_answer(&visits, &passive, 2412, 1000, 500));
	CHECK(scan_visit_add_ssid(&visit, &x));
	CHECK(!scan_visit_add_ssid(&visit, &x));
	scan_visits_note(&visits, &visit);
	/* A short one answers neither. */
	CHECK(!scan_visits_answer(&visits, &passive, 2412, 1000, 500));
	CHECK(!scan_visits_answer(&visits, &active, 2412, 1000, 500));
	CHECK(scan_visit_add_ssid(&visit, &y));
	visit.full = true;
	scan_visits_note(&visits, &visit);
	CHECK_INT(1, visits.n);
	CHECK(scan_visits_answer(&visits, &active, 2412, 1499, 500));
	CHECK(scan_visits_answer(&visits, &passive, 2412, 1499, 500));
	CHECK(!scan_visits_answer(&visits, &passive, 2412, 1500, 500));
	CHECK(!scan_visits_answer(&visits, &passive, 2417, 1000, 500));
	/* Where the radio may not ask, a full visit is all there is. */
	visit = (struct scan_visit){
		.mhz = 5260, .ended_ms = 1000, .full = true, .is_quiet = true
	};
	scan_visits_note(&visits, &visit);
	CHECK(scan_visits_answer(&visits, &active, 5260, 1000, 500));
}

static void test_visits_are_bounded(void)
{
	struct scan_visits visits = { 0 };
	struct scan_visit visit = { .full = true };
	const struct cloudmac_vsta_scan passive = request(1, 0, 1);

	for (unsigned int i = 0; i <= SCAN_VISITS_MAX; i++) {
		visit.mhz = 1000 + i;
		visit.ended_ms = 100 + i;
		scan_visits_note(&visits, &visit);
	}
	CHECK_INT(SCAN_VISITS_MAX, visits.n);
	CHECK(!scan_visits_answer(&visits, &passive, 1000, 200, 500));
	CHECK(scan_visits_answer(&visits, &passive, 1000 + SCAN_VISITS_MAX,
				 200, 500));
	for (int i = 0; i < SCAN_SSIDS_MAX; i++) {
		const struct cloudmac_ssid ssid = ssid_of((char)('a' + i));

		CHECK(scan_visit_add_ssid(&visit, &ssid));
	}
	CHECK(!scan_visit_add_ssid(&visit, &(struct cloudmac_ssid){ 0 }));
}

static struct bss_table table;

static void hear(uint8_t last, unsigned int mhz, int8_t signal,
		 enum bss_frame kind, size_t len, uint64_t now_ms)
{
	static const uint8_t octets[BSS_CONTENT_MAX + 1];
	const uint8_t bssid[] = { 2, 0xdd, 0, 0, 0, last };
	const struct bss_heard heard = { bssid, 1,	mhz, signal,
					 kind,	octets, len };

	bss_note(&table, &heard, now_ms);
}

static const struct bss *get(uint8_t last, uint64_t now_ms)
{
	const uint8_t bssid[] = { 2, 0xdd, 0, 0, 0, last };

	return bss_find(&table, bssid, 1, now_ms);
}

static void test_signals_of_bss(void)
{
	hear(1, 2412, CLOUDMAC_SIGNAL_UNKNOWN, BSS_BEACON, 40, 1000);
	CHECK(!get(1, 1000)->has_signal);
	hear(1, 2412, -40, BSS_BEACON, 40, 1000);
	CHECK_INT(-40, bss_signal(get(1, 1000)));
	hear(1, 2412, -80, BSS_BEACON, 40, 1000);
	CHECK_INT(-45, bss_signal(get(1, 1000)));
	for (int i = 0; i < 100; i++)
		hear(1, 2412, -70, BSS_BEACON, 40, 1000);
	CHECK(bss_signal(get(1, 1000)) <= -69);
	CHECK(!get(1, 1000 + BSS_HEARD_MS));
	CHECK(!get(2, 1000));
	bss_destroy(&table);
}

static void test_frames_of_bss(void)
{
	const struct bss *bss;

	hear(1, 2412, -40, BSS_BEACON, 40, 1000);
	bss = get(1, 1000);
	CHECK(bss_answers(bss, BSS_BEACON, 1, 2412, 5999));
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2412, 6000));
	CHECK(!bss_answers(bss, BSS_BEACON, 0, 2412, 1000));
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2437, 1000));
	CHECK(!bss_answers(bss, BSS_PROBE_RESPONSE, 1, 2412, 1000));
	hear(1, 2412, -40, BSS_PROBE_RESPONSE, 60, 1000);
	CHECK_INT(60, bss->frames[BSS_PROBE_RESPONSE].len);
	/* One that is too long is heard, but not kept. */
	hear(1, 2412, -40, BSS_BEACON, BSS_CONTENT_MAX + 1, 6000);
	CHECK(!bss_answers(bss, BSS_BEACON, 1, 2412, 6000));
	CHECK(get(1, 6000) != NULL);
	bss_destroy(&table);
}

static void test_bss_are_bounded(void)
{
	const struct bss *latest[BSS_MAX];

	for (unsigned int i = 0; i <= BSS_MAX; i++)
		hear((uint8_t)i, 2412, -40, BSS_BEACON, 40, 1000);
	CHECK(!get(0, 1000) && get(1, 1000));
	CHECK_INT(BSS_MAX, bss_latest(&table, 1000, latest));
	CHECK_INT(BSS_MAX, latest[0]->bssid[5]);
	CHECK_INT(1, latest[BSS_MAX - 1]->bssid[5]);
	CHECK_INT(0, bss_latest(&table, 1000 + BSS_HEARD_MS, latest));
	bss_destroy(&table);
}

const struct unit_test scans_tests[] = {
	UNIT_TEST(test_a_scan),		 UNIT_TEST(test_a_new_id_replaces_it),
	UNIT_TEST(test_visits_answer),	 UNIT_TEST(test_visits_are_bounded),
	UNIT_TEST(test_signals_of_bss),	 UNIT_TEST(test_frames_of_bss),
	UNIT_TEST(test_bss_are_bounded), { NULL, NULL },
};
