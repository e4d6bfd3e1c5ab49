/* SPDX-License-Identifier: Apache-2.0 */
/* What one virtual station can cost the others of its radio. */
#include "antenna.h"
#include "unit.h"
#include "vsta/scan_end.h"
#include "vsta/scan_memory.h"
#include "vsta/scanner.h"

#define AWAY_MHZ 2437

static struct cloudmac_vsta_scan scan_of(uint16_t id, uint8_t flags)
{
	return (struct cloudmac_vsta_scan){ .id = id,
					    .flags = flags,
					    .frequencies_n = 1,
					    .frequencies = { AWAY_MHZ } };
}

static void skip_sent(void)
{
	while (antenna_next())
		continue;
}

static void set_budget(const uint8_t *guest, int64_t ms)
{
	guests_get(&antenna_vsta.guests, guest, 0)->budget =
		(struct budget){ .ms = ms, .updated_ms = unit_now_ms };
}

/* The virtual station begins a new scan in each absence, for 'seconds'. The
 * other one holds the channel. Returns how many milliseconds the radio is
 * away. */
static unsigned int scan_in_each_absence(const uint8_t *holder,
					 const uint8_t *guest,
					 unsigned int seconds)
{
	const struct scanner *scanner = &antenna_vsta.radios[0].scanner;
	bool was_away = false;
	unsigned int away_ms = 0;
	uint16_t id = 1;

	for (unsigned int ms = 0; ms < 1000 * seconds; ms++) {
		bool is_away = scanner->state == SCANNER_LISTENING &&
			       scanner->is_away;
		struct cloudmac_vsta_scan scan = scan_of(
			id, CLOUDMAC_VSTA_ACTIVE | CLOUDMAC_VSTA_FRESH);

		if (ms % 1000 == 0)
			antenna_hello(holder, ANTENNA_MHZ);
		if (!ms || (is_away && !was_away)) {
			antenna_scan(guest, &scan);
			id++;
		}
		was_away = is_away;
		away_ms += is_away;
		antenna_pass(1);
		antenna_work();
		skip_sent();
	}
	return away_ms;
}

static void test_a_new_scan_does_not_save_the_budget(void)
{
	unsigned int away_ms;

	antenna_begin(STATIONS_PINNED);
	away_ms = scan_in_each_absence(antenna_lease(1), antenna_lease(2), 60);
	CHECK(away_ms > GUEST_BUDGET_MS / 2);
	CHECK(away_ms <=
	      GUEST_BUDGET_MS + 60 * GUEST_BUDGET_PERMILLE + SCANNER_AWAY_MS);
	antenna_end();
}

/* The frames of others also wait while the radio tries to leave. An access
 * point that does not exist acknowledges nothing. */
static void test_attempts_to_leave_cost_budget(void)
{
	const struct cloudmac_vsta_scan scan = scan_of(1, 0);
	const uint8_t *guest;
	unsigned int paused_ms = 0;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	set_budget(guest, 100);
	for (unsigned int ms = 0; ms < 10000; ms++) {
		if (ms % 1000 == 0) {
			antenna_associate(guest);
			antenna_scan(guest, &scan);
		}
		antenna_pass(1);
		paused_ms += antenna_vsta.radios[0].pauses != 0;
		antenna_work();
		skip_sent();
	}
	CHECK(paused_ms > 100);
	CHECK(paused_ms <= 100 + 10 * GUEST_BUDGET_PERMILLE +
				   SCANNER_LEAVE_MS + SCANNER_AWAY_MS);
	antenna_end();
}

/* Reads what virtual stations got. Returns true if the scan 'id' is done. */
static bool is_done(uint16_t id)
{
	const struct cloudmac_frame *frame;
	struct cloudmac_vsta_done done;
	bool found = false;

	while ((frame = antenna_next()))
		if (cloudmac_vsta_done_parse(frame, &done) && done.id == id)
			found = done.status == CLOUDMAC_VSTA_DONE;
	return found;
}

/* Passes the time until the scan 'id' is done. Returns how many milliseconds
 * that takes. */
static unsigned int await_done(const uint8_t *holder, uint16_t id)
{
	unsigned int ms = 0;

	while (!is_done(id) && ms < SCAN_END_DEADLINE_MS) {
		if (ms % 1000 == 0)
			antenna_hello(holder, ANTENNA_MHZ);
		antenna_pass(1);
		antenna_work();
		ms++;
	}
	return ms;
}

#define VICTIMS_ID 99

/* A victim scans beside a virtual station that has 'hostile_ms' of budget and
 * whose scan is 'lead_ms' older. Returns how long its scan takes. */
static unsigned int scan_beside(int64_t hostile_ms, unsigned int lead_ms,
				uint8_t hostile_flags, uint16_t hostile_mhz)
{
	struct cloudmac_vsta_scan hostile = scan_of(1, hostile_flags);
	struct cloudmac_vsta_scan scan =
		scan_of(VICTIMS_ID, CLOUDMAC_VSTA_ACTIVE);
	const uint8_t *holder, *guest;
	unsigned int took_ms;

	antenna_begin(STATIONS_PINNED);
	holder = antenna_lease(1);
	guest = antenna_lease(2);
	antenna_hello(holder, ANTENNA_MHZ);
	hostile.frequencies[0] = hostile_mhz;
	set_budget(guest, hostile_ms);
	if (lead_ms)
		antenna_scan(guest, &hostile);
	for (unsigned int ms = 0; ms < lead_ms; ms++) {
		antenna_pass(1);
		antenna_work();
	}
	scan.frequencies_n = 2;
	scan.frequencies[1] = 2462;
	antenna_scan(antenna_lease(3), &scan);
	took_ms = await_done(holder, VICTIMS_ID);
	antenna_end();
	return took_ms;
}

/* The victim's scan takes as long as one without another scan. */
static void test_a_scan_without_budget_delays_no_other(void)
{
	unsigned int usual_ms = scan_beside(0, 0, 0, 2472);

	CHECK(usual_ms <= 2 * SCANNER_CYCLE_MS);
	CHECK_INT(usual_ms, scan_beside(-1000, 1, 0, 2472));
	CHECK_INT(usual_ms, scan_beside(-1000, 1, CLOUDMAC_VSTA_ACTIVE, 2472));
	/* Nor does it make the victim's visits longer. */
	CHECK_INT(usual_ms, scan_beside(-1000, 1, 0, AWAY_MHZ));
	CHECK_INT(usual_ms,
		  scan_beside(-1000, 1, CLOUDMAC_VSTA_ACTIVE, AWAY_MHZ));
}

/* The budget ends in a visit of eight slots. */
static void test_a_visit_without_budget_ends_for_others(void)
{
	unsigned int usual_ms = scan_beside(0, 0, 0, 2472);

	/* One slot that has begun, and one wait for budget. */
	for (unsigned int lead_ms = 1; lead_ms < 300; lead_ms += 10)
		CHECK(scan_beside(SCANNER_AWAY_MS, lead_ms, 0, 2472) <=
		      usual_ms + 3 * SCANNER_CYCLE_MS);
}

/* Both virtual stations join a visit, for which the older scan has budget for
 * 'older_ms'. Returns how long the other's scan takes, and sets how much it
 * paid. The other one scans with 'flags'. */
static unsigned int scan_together(int64_t older_ms, uint8_t flags,
				  int64_t *paid_ms)
{
	const struct cloudmac_vsta_scan older = scan_of(1, 0);
	const struct cloudmac_vsta_scan scan = scan_of(VICTIMS_ID, flags);
	const uint8_t *holder, *guest, *other;
	struct vsta_radio *on = &antenna_vsta.radios[0];
	unsigned int took_ms;

	antenna_begin(STATIONS_PINNED);
	holder = antenna_lease(1);
	guest = antenna_lease(2);
	other = antenna_lease(3);
	antenna_hello(holder, ANTENNA_MHZ);
	set_budget(guest, older_ms);
	set_budget(other, GUEST_BUDGET_MS);
	/* The radio rests while they ask. */
	on->scanner.state = SCANNER_RESTING;
	antenna_scan(guest, &older);
	antenna_pass(1);
	antenna_scan(other, &scan);
	on->scanner.state = SCANNER_IDLE;
	scanner_run(on);
	took_ms = await_done(holder, VICTIMS_ID);
	*paid_ms = GUEST_BUDGET_MS -
		   guests_find(&antenna_vsta.guests, other)->budget.ms;
	antenna_end();
	return took_ms;
}

/* The other passive scan of the visit pays on. */
static void test_another_scan_of_the_visit_pays(void)
{
	int64_t paid_ms;

	CHECK(scan_together(SCANNER_AWAY_MS, 0, &paid_ms) <=
	      SCANNER_SLOTS * SCANNER_CYCLE_MS + 2);
	CHECK(paid_ms > 2 * SCANNER_AWAY_MS);
}

/* An active scan needs one slot, so it does not pay for eight. */
static void test_an_active_scan_pays_no_passive_one(void)
{
	int64_t paid_ms;

	CHECK(scan_together(0, CLOUDMAC_VSTA_ACTIVE, &paid_ms) <=
	      3 * SCANNER_CYCLE_MS);
	CHECK(paid_ms <= SCANNER_AWAY_MS);
}

/* A host has so many virtual stations that some always have budget. The
 * radio's budget has been spent. */
static void test_absences_of_all_scans_are_limited(void)
{
	struct scanner *scanner = &antenna_vsta.radios[0].scanner;
	const unsigned int seconds = 60;
	unsigned int away_ms = 0;
	const uint8_t *stations[4];
	uint16_t id = 1;

	antenna_begin(STATIONS_PINNED);
	scanner->budget = (struct budget){ 0, unit_now_ms };
	for (uint8_t n = 0; n < 4; n++)
		stations[n] = antenna_lease(n);
	for (unsigned int ms = 0; ms < seconds * 1000; ms++) {
		if (ms % 1000 == 0)
			antenna_hello(stations[0], ANTENNA_MHZ);
		if (ms % 500 == 0) {
			struct cloudmac_vsta_scan scan =
				scan_of(id++, CLOUDMAC_VSTA_FRESH);

			for (uint8_t n = 1; n < 4; n++) {
				scan.frequencies[0] =
					(uint16_t)(AWAY_MHZ + 5 * n);
				antenna_scan(stations[n], &scan);
				set_budget(stations[n], GUEST_BUDGET_MS);
			}
		}
		antenna_pass(1);
		if (ms % 3 == 0)
			antenna_work();
		away_ms += scanner_is_away(&antenna_vsta.radios[0]);
		skip_sent();
	}
	/* They use up what they may, and no more. */
	CHECK(away_ms <= seconds * SCANNER_BUDGET_PERMILLE + SCANNER_AWAY_MS +
				 SCANNER_LEAVE_MS);
	CHECK(away_ms > seconds * SCANNER_BUDGET_PERMILLE * 9 / 10);
	antenna_end();
}

/* Nobody uses the channel: absences cost nothing. */
static void test_a_radio_that_nobody_uses_needs_no_budget(void)
{
	struct scanner *scanner = &antenna_vsta.radios[0].scanner;
	struct cloudmac_vsta_scan scan = scan_of(1, CLOUDMAC_VSTA_ACTIVE);

	antenna_begin(STATIONS_PINNED);
	scanner->budget = (struct budget){ -1000, unit_now_ms };
	antenna_scan(antenna_lease(1), &scan);
	antenna_work();
	antenna_pass(SCANNER_ACTIVE_MS);
	antenna_work();
	CHECK(is_done(1));
	CHECK_INT(-1000, scanner->budget.ms);
	antenna_end();
}

/* What a driver sends passes: hellos each second and on each change of the
 * power save, as often as that can change, and repeated scans. */
static void test_a_driver_is_within_the_limit(void)
{
	const struct cloudmac_vsta_scan scan = scan_of(1, 0);
	const uint8_t *guest;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	for (unsigned int ms = 0; ms < 60000; ms += 10) {
		if (ms % 110 == 0 || ms % 110 == 100)
			antenna_hello(guest, ANTENNA_MHZ);
		if (ms % CLOUDMAC_VSTA_SCAN_REPEAT == 0)
			antenna_scan(guest, &scan);
		antenna_pass(10);
		skip_sent();
	}
	antenna_end();
}

static void test_messages_are_limited(void)
{
	unsigned int passed = 0, limited = 0, refused = 0;
	const uint8_t *guest, *other;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	other = antenna_lease(2);
	antenna_hello(guest, AWAY_MHZ);
	antenna_pass(10000);
	for (unsigned int i = 0; i < 2000; i++) {
		const struct cloudmac_vsta_scan scan =
			scan_of((uint16_t)(i + 1), 0);
		enum drop_reason reason = antenna_try_scan(guest, &scan);

		passed += reason == DROP_NONE;
		limited += reason == DROP_MESSAGE_RATE;
		antenna_pass(5);
		skip_sent();
	}
	CHECK_INT(2000, passed + limited);
	CHECK(passed >= 10 * GUEST_TOKENS_RATE);
	CHECK(passed <= 10 * GUEST_TOKENS_RATE + GUEST_TOKENS_BURST);
	antenna_hello(other, AWAY_MHZ); /* has its own bucket */
	/* Refused authentications cost tokens, too. */
	for (unsigned int i = 0; i < 2 * GUEST_TOKENS_BURST; i++) {
		CHECK_INT(DROP_CHANNEL, antenna_authenticate(other));
		while (antenna_next())
			refused++;
	}
	CHECK_INT(GUEST_TOKENS_BURST - 1, refused);
	antenna_end();
}

/* The radio hears a beacon in a visit for 'guest'. */
static void hear_in_a_visit(const uint8_t *guest)
{
	const struct cloudmac_vsta_scan scan = scan_of(1, 0);

	antenna_scan(guest, &scan);
	antenna_work();
	antenna_hear(antenna_ap, AWAY_MHZ);
	antenna_pass(SCANNER_PASSIVE_MS);
	antenna_work();
	antenna_pass(1);
	skip_sent();
}

/* Counts the frames that virtual stations get, and notes the id of the last
 * scan done. */
static unsigned int count_frames(uint16_t *done_id)
{
	const struct cloudmac_frame *frame;
	struct cloudmac_vsta_done done;
	unsigned int n = 0;

	while ((frame = antenna_next()))
		if (frame->tag.kind == CLOUDMAC_KIND_FRAME)
			n++;
		else if (cloudmac_vsta_done_parse(frame, &done))
			*done_id = done.id;
	return n;
}

static void test_answers_from_memory_are_limited(void)
{
	unsigned int frames = 0;
	struct cloudmac_vsta_scan scan;
	const uint8_t *guest;
	uint16_t done_id = 0;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	hear_in_a_visit(antenna_lease(2));
	for (uint16_t id = 2; id < 52; id++) {
		scan = scan_of(id, 0);
		antenna_scan(guest, &scan);
		antenna_pass(50);
		frames += count_frames(&done_id);
	}
	/* One at once, and one after each 300 ms. */
	CHECK_INT(1 + 2500 / SCAN_MEMORY_GAP_MS, frames);
	/* The last scan has waited, and ends without a visit. */
	antenna_pass(SCAN_MEMORY_GAP_MS);
	frames = count_frames(&done_id);
	antenna_pass(SCAN_END_ANSWER_MS);
	CHECK_INT(1, frames + count_frames(&done_id));
	CHECK_INT(51, done_id);
	CHECK(!antenna_work());
	antenna_end();
}

/* A scan that waits for memory visits the frequency if that has forgotten. */
static void test_a_scan_that_waited_goes_on(void)
{
	struct cloudmac_vsta_scan scan = scan_of(2, 0);
	const uint8_t *guest;
	uint16_t done_id = 0;

	antenna_begin(STATIONS_PINNED);
	guest = antenna_lease(1);
	hear_in_a_visit(antenna_lease(2));
	antenna_pass(SCAN_MEMORY_MS - 200);
	antenna_scan(guest, &scan);
	CHECK_INT(1, count_frames(&done_id));
	antenna_pass(SCAN_END_ANSWER_MS);
	scan.id = 3;
	antenna_scan(guest, &scan);
	antenna_scan(guest, &scan);
	CHECK(!antenna_work());
	antenna_pass(SCAN_MEMORY_GAP_MS - SCAN_END_ANSWER_MS);
	CHECK(antenna_work());
	antenna_pass(SCANNER_PASSIVE_MS);
	CHECK(antenna_work());
	CHECK_INT(0, count_frames(&done_id));
	CHECK_INT(3, done_id);
	antenna_end();
}

/* Others that get answers do not delay the end of a scan. */
static void test_each_answer_ends_in_time(void)
{
	const struct cloudmac_vsta_scan scan = scan_of(2, 0);
	const uint8_t *one, *two;
	uint16_t done_id = 0;

	antenna_begin(STATIONS_PINNED);
	one = antenna_lease(1);
	two = antenna_lease(2);
	hear_in_a_visit(antenna_lease(3));
	antenna_scan(one, &scan);
	antenna_pass(SCAN_END_ANSWER_MS - 1);
	antenna_scan(two, &scan);
	CHECK_INT(2, count_frames(&done_id));
	CHECK_INT(0, done_id);
	antenna_pass(1);
	count_frames(&done_id);
	CHECK_INT(2, done_id);
	done_id = 0;
	antenna_pass(SCAN_END_ANSWER_MS - 2);
	count_frames(&done_id);
	CHECK_INT(0, done_id);
	antenna_pass(1);
	count_frames(&done_id);
	CHECK_INT(2, done_id);
	antenna_end();
}

/* Reads what the radio transmitted: probe requests, counted by virtual
 * station.
 */
static unsigned int count_probes(unsigned int by_guest[4])
{
	const uint8_t *frame;
	unsigned int n = 0;

	while ((frame = antenna_transmitted())) {
		CHECK_INT(0x40, frame[0]);
		by_guest[ieee80211_addr2(frame)[5] % 4]++;
		n++;
	}
	return n;
}

static void begin_active_scan(uint8_t n, const char *letters)
{
	struct cloudmac_vsta_scan scan = scan_of(1, CLOUDMAC_VSTA_ACTIVE);

	for (; *letters; letters++)
		scan.ssids[scan.ssids_n++] =
			(struct cloudmac_ssid){ 1, { (uint8_t)*letters } };
	antenna_scan(antenna_lease(n), &scan);
}

static void test_a_visit_has_few_probe_requests(void)
{
	unsigned int by_guest[4] = { 0 }, visits = 0, ended = 0, probes;
	const struct cloudmac_frame *frame;
	struct cloudmac_vsta_done done = { 0 };

	antenna_begin(STATIONS_PINNED);
	for (uint8_t n = 0; n < 4; n++)
		guests_get(&antenna_vsta.guests, antenna_lease(n), 0);
	/* During the first visit the others begin, the last one first. */
	begin_active_scan(0, "a");
	CHECK(antenna_work());
	CHECK_INT(1, count_probes(by_guest));
	for (uint8_t n = 3; n > 0; n--) {
		antenna_pass(1);
		begin_active_scan(n, n == 1 ? "aba" : "abcd");
	}
	while (antenna_pass(SCANNER_ACTIVE_MS), antenna_work()) {
		probes = count_probes(by_guest);
		CHECK(probes <= SCAN_SSIDS_MAX);
		visits += probes != 0;
		/* The first scan is the first to end. */
		CHECK(!probes || by_guest[3] == 4);
		while ((frame = antenna_next())) {
			CHECK(cloudmac_vsta_done_parse(frame, &done));
			CHECK_INT(1, done.visited);
			ended++;
		}
	}
	CHECK_INT(4, ended);
	CHECK_INT(2, visits);
	CHECK_INT(2, by_guest[1]); /* it names an SSID twice */
	CHECK_INT(4, by_guest[2]);
	CHECK_INT(4, by_guest[3]);
	antenna_end();
}

const struct unit_test vsta_limits_tests[] = {
	UNIT_TEST(test_a_new_scan_does_not_save_the_budget),
	UNIT_TEST(test_attempts_to_leave_cost_budget),
	UNIT_TEST(test_a_scan_without_budget_delays_no_other),
	UNIT_TEST(test_a_visit_without_budget_ends_for_others),
	UNIT_TEST(test_another_scan_of_the_visit_pays),
	UNIT_TEST(test_an_active_scan_pays_no_passive_one),
	UNIT_TEST(test_absences_of_all_scans_are_limited),
	UNIT_TEST(test_a_radio_that_nobody_uses_needs_no_budget),
	UNIT_TEST(test_a_driver_is_within_the_limit),
	UNIT_TEST(test_messages_are_limited),
	UNIT_TEST(test_answers_from_memory_are_limited),
	UNIT_TEST(test_a_scan_that_waited_goes_on),
	UNIT_TEST(test_each_answer_ends_in_time),
	UNIT_TEST(test_a_visit_has_few_probe_requests),
	{ NULL, NULL },
};
