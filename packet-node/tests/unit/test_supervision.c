/* SPDX-License-Identifier: Apache-2.0 */
#include "program/supervision.h"
#include "unit.h"

#define PERIOD 500

/* Does what is told at this time except for starts and kills, which it only
 * expects. */
static void expect(struct supervision *s, enum supervision_action action,
		   uint64_t now_ms)
{
	CHECK_INT(action, supervision_next(s, now_ms));
	CHECK_INT(SUPERVISION_WAIT, supervision_next(s, now_ms));
}

static void test_runs_when_it_stays(void)
{
	struct supervision s;

	supervision_init(&s, true, 0, 1000);
	expect(&s, SUPERVISION_START, 1000);
	CHECK_INT(SUPERVISION_STARTING, s.state);
	CHECK_INT(1000 + SUPERVISION_PROOF_MS, supervision_due(&s));
	expect(&s, SUPERVISION_WAIT, 1000 + SUPERVISION_PROOF_MS);
	CHECK_INT(SUPERVISION_RUNNING, s.state);
	CHECK(supervision_due(&s) == UINT64_MAX);
	CHECK_INT(0, s.failures);
}

static void test_pauses_grow(void)
{
	uint64_t now_ms = 0, pause_ms = SUPERVISION_PAUSE_MIN_MS;
	struct supervision s;

	supervision_init(&s, true, 0, now_ms);
	for (unsigned int i = 1; i < 20; i++) {
		expect(&s, SUPERVISION_START, now_ms);
		supervision_ended(&s, now_ms);
		CHECK_INT(i, s.failures);
		expect(&s, SUPERVISION_WAIT, now_ms);
		CHECK_INT(now_ms + pause_ms, supervision_due(&s));
		expect(&s, SUPERVISION_WAIT, now_ms + pause_ms - 1);
		now_ms += pause_ms;
		pause_ms *= 2;
		if (pause_ms > SUPERVISION_PAUSE_MAX_MS)
			pause_ms = SUPERVISION_PAUSE_MAX_MS;
	}
}

static void test_pause_is_short_after_a_good_time(void)
{
	const uint64_t good_ms = SUPERVISION_PROOF_MS + SUPERVISION_GOOD_MS;
	struct supervision s;

	supervision_init(&s, true, 0, 0);
	expect(&s, SUPERVISION_START, 0);
	s.pause_ms = SUPERVISION_PAUSE_MAX_MS;
	expect(&s, SUPERVISION_WAIT, SUPERVISION_PROOF_MS);
	supervision_ended(&s, good_ms);
	CHECK_INT(good_ms + SUPERVISION_PAUSE_MIN_MS, supervision_due(&s));
	/* But not after a short one. */
	expect(&s, SUPERVISION_START, good_ms + SUPERVISION_PAUSE_MIN_MS);
	supervision_ended(&s, good_ms + SUPERVISION_PAUSE_MIN_MS);
	CHECK_INT(2 * SUPERVISION_PAUSE_MIN_MS, s.pause_ms);
}

static void test_probe_proves(void)
{
	struct supervision s;

	supervision_init(&s, true, PERIOD, 0);
	CHECK_INT(SUPERVISION_START, supervision_next(&s, 0));
	expect(&s, SUPERVISION_PROBE, 0);
	/* One at a time. */
	expect(&s, SUPERVISION_WAIT, PERIOD * 3);
	supervision_probed(&s, false, 100);
	CHECK_INT(SUPERVISION_STARTING, s.state);
	CHECK_INT(0, s.failures);
	expect(&s, SUPERVISION_PROBE, 100 + SUPERVISION_PROBE_MS);
	supervision_probed(&s, true, 300);
	CHECK_INT(SUPERVISION_RUNNING, s.state);
	CHECK_INT(300 + PERIOD, supervision_due(&s));
}

static void test_failed_probe_ends_the_program(void)
{
	struct supervision s;

	supervision_init(&s, true, PERIOD, 0);
	CHECK_INT(SUPERVISION_START, supervision_next(&s, 0));
	expect(&s, SUPERVISION_PROBE, 0);
	supervision_probed(&s, true, 10);
	expect(&s, SUPERVISION_PROBE, 510);
	supervision_probed(&s, false, 520);
	CHECK_INT(SUPERVISION_ENDING, s.state);
	CHECK_INT(1, s.failures);
	/* Told once, and then it waits for the end. */
	expect(&s, SUPERVISION_KILL, 520);
	CHECK(supervision_due(&s) == UINT64_MAX);
	supervision_ended(&s, 530);
	CHECK_INT(SUPERVISION_PAUSED, s.state);
	CHECK_INT(1, s.failures);
	CHECK_INT(SUPERVISION_START,
		  supervision_next(&s, 530 + SUPERVISION_PAUSE_MIN_MS));
}

static void test_never_proven(void)
{
	struct supervision s;
	uint64_t now_ms = 0;

	supervision_init(&s, true, PERIOD, 0);
	CHECK_INT(SUPERVISION_START, supervision_next(&s, 0));
	while (s.state == SUPERVISION_STARTING) {
		if (supervision_next(&s, now_ms) == SUPERVISION_PROBE)
			supervision_probed(&s, false, now_ms);
		now_ms += 10;
	}
	CHECK_INT(SUPERVISION_ENDING, s.state);
	CHECK_INT(SUPERVISION_START_MS, now_ms - 10);
	CHECK_INT(1, s.failures);
}

/* A probe of the last program proves nothing of the next one. */
static void test_end_while_it_is_probed(void)
{
	struct supervision s;

	supervision_init(&s, true, PERIOD, 0);
	CHECK_INT(SUPERVISION_START, supervision_next(&s, 0));
	expect(&s, SUPERVISION_PROBE, 0);
	supervision_ended(&s, 5);
	CHECK(!s.is_probing);
	CHECK_INT(SUPERVISION_START, supervision_next(&s, 200));
	expect(&s, SUPERVISION_PROBE, 200);
}

static void test_ruleset(void)
{
	struct supervision s;

	supervision_init(&s, false, 0, 0);
	expect(&s, SUPERVISION_WAIT, 0);
	CHECK_INT(SUPERVISION_RUNNING, s.state);
	CHECK(supervision_due(&s) == UINT64_MAX);
}

static void test_ruleset_with_probe(void)
{
	struct supervision s;

	supervision_init(&s, false, PERIOD, 0);
	expect(&s, SUPERVISION_PROBE, 0);
	CHECK_INT(SUPERVISION_STARTING, s.state);
	supervision_probed(&s, true, 10);
	CHECK_INT(SUPERVISION_RUNNING, s.state);
	expect(&s, SUPERVISION_PROBE, 510);
	supervision_probed(&s, false, 520);
	CHECK_INT(1, s.failures);
	CHECK_INT(SUPERVISION_STARTING, s.state);
	/* It is probed until it is good again, and is one failure. */
	for (uint64_t now_ms = 520; now_ms < 60000; now_ms += 10)
		if (supervision_next(&s, now_ms) == SUPERVISION_PROBE)
			supervision_probed(&s, false, now_ms);
	CHECK_INT(1, s.failures);
	expect(&s, SUPERVISION_PROBE, 61000);
	supervision_probed(&s, true, 61000);
	CHECK_INT(SUPERVISION_RUNNING, s.state);
}

const struct unit_test supervision_tests[] = {
	UNIT_TEST(test_runs_when_it_stays),
	UNIT_TEST(test_pauses_grow),
	UNIT_TEST(test_pause_is_short_after_a_good_time),
	UNIT_TEST(test_probe_proves),
	UNIT_TEST(test_failed_probe_ends_the_program),
	UNIT_TEST(test_never_proven),
	UNIT_TEST(test_end_while_it_is_probed),
	UNIT_TEST(test_ruleset),
	UNIT_TEST(test_ruleset_with_probe),
	{ NULL, NULL },
};
