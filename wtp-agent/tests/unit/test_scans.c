/* SPDX-License-Identifier: Apache-2.0 */
/* What scans of virtual stations want, and the visits that answer them. */
#include "unit.h"
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

static void test_an_aborted_scan(void)
{
	const struct cloudmac_vsta_scan first = request(1, 0, 3);
	struct scan scan = { 0 };

	scan_start(&scan, &first, 0);
	scan.joined = true;
	scan_finish(&scan, 2417, SCAN_VISITED);
	scan.joined = true;
	scan_abort(&scan);
	CHECK(!scan.runs && !scan.joined && !scan_next(&scan));
	CHECK_INT(CLOUDMAC_VSTA_ABORTED, scan.done.status);
	CHECK_INT(1, scan.done.visited);
	/* The end of its visit changes nothing. */
	CHECK(!scan_finish(&scan, 2412, SCAN_VISITED));
	CHECK_INT(1, scan.done.visited);
	CHECK_INT(SCAN_ANSWERED, scan_start(&scan, &first, 30));
}

static const uint8_t one[ADDR_LEN] = { 2, 1 }, two[ADDR_LEN] = { 2, 2 };

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
	CHECK(!scan_visits_answer(&visits, &passive, one, 2412, 1000, 500));
	CHECK(scan_visit_add_question(&visit, &x, one));
	CHECK(!scan_visit_add_question(&visit, &x, one));
	scan_visits_note(&visits, &visit);
	/* A short one answers neither. */
	CHECK(!scan_visits_answer(&visits, &passive, one, 2412, 1000, 500));
	CHECK(!scan_visits_answer(&visits, &active, one, 2412, 1000, 500));
	CHECK(scan_visit_add_question(&visit, &y, one));
	visit.full = true;
	scan_visits_note(&visits, &visit);
	CHECK_INT(1, visits.n);
	CHECK(scan_visits_answer(&visits, &active, one, 2412, 1499, 500));
	CHECK(scan_visits_answer(&visits, &passive, one, 2412, 1499, 500));
	CHECK(!scan_visits_answer(&visits, &passive, one, 2412, 1500, 500));
	CHECK(!scan_visits_answer(&visits, &passive, one, 2417, 1000, 500));
	/* Where the radio may not ask, a full visit is all there is. */
	visit = (struct scan_visit){
		.mhz = 5260, .ended_ms = 1000, .full = true, .is_quiet = true
	};
	scan_visits_note(&visits, &visit);
	CHECK(scan_visits_answer(&visits, &active, one, 5260, 1000, 500));
}

static void test_a_name_answers_who_asked_for_it(void)
{
	struct cloudmac_vsta_scan named = request(1, CLOUDMAC_VSTA_ACTIVE, 1);
	struct cloudmac_vsta_scan all = named;
	struct scan_visit visit = { .mhz = 2412, .ended_ms = 1000 };
	const struct cloudmac_ssid x = ssid_of('x'), wildcard = { 0 };
	struct scan_visits visits = { 0 };

	named.ssids_n = all.ssids_n = 1;
	named.ssids[0] = x;
	scan_visit_add_question(&visit, &x, one);
	scan_visit_add_question(&visit, &wildcard, one);
	scan_visits_note(&visits, &visit);
	CHECK(scan_visits_answer(&visits, &named, one, 2412, 1000, 500));
	CHECK(!scan_visits_answer(&visits, &named, two, 2412, 1000, 500));
	CHECK(scan_visits_answer(&visits, &all, two, 2412, 1000, 500));
}

static void test_a_visit_is_forgotten(void)
{
	const struct cloudmac_vsta_scan passive = request(1, 0, 1);
	struct scan_visit visit = { .mhz = 2412, .full = true };
	struct scan_visits visits = { 0 };

	scan_visits_note(&visits, &visit);
	visit.mhz = 2437;
	scan_visits_note(&visits, &visit);
	scan_visits_forget(&visits, 2462);
	scan_visits_forget(&visits, 2412);
	CHECK(!scan_visits_answer(&visits, &passive, one, 2412, 1, 500));
	CHECK(scan_visits_answer(&visits, &passive, one, 2437, 1, 500));
	/* An incomplete one answers nothing. */
	visit.mhz = 2412;
	visit.is_incomplete = true;
	scan_visits_note(&visits, &visit);
	CHECK(!scan_visits_answer(&visits, &passive, one, 2412, 1, 500));
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
	CHECK(!scan_visits_answer(&visits, &passive, one, 1000, 200, 500));
	CHECK(scan_visits_answer(&visits, &passive, one,
				 1000 + SCAN_VISITS_MAX, 200, 500));
	for (int i = 0; i < SCAN_SSIDS_MAX; i++) {
		const struct cloudmac_ssid ssid = ssid_of((char)('a' + i));

		CHECK(scan_visit_add_question(&visit, &ssid, one));
	}
	CHECK(!scan_visit_add_question(&visit, &(struct cloudmac_ssid){ 0 },
				       one));
}

const struct unit_test scans_tests[] = {
	UNIT_TEST(test_a_scan),
	UNIT_TEST(test_a_new_id_replaces_it),
	UNIT_TEST(test_an_aborted_scan),
	UNIT_TEST(test_visits_answer),
	UNIT_TEST(test_a_name_answers_who_asked_for_it),
	UNIT_TEST(test_a_visit_is_forgotten),
	UNIT_TEST(test_visits_are_bounded),
	{ NULL, NULL },
};
