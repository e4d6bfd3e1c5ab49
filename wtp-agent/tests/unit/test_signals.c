/* SPDX-License-Identifier: Apache-2.0 */
#include "control/signals.h"
#include "unit.h"

static struct signals signals;
static const struct signal *seen[SIGNALS_MAX];
static unsigned int seen_n;

static void visit(void *arg, const struct signal *signal)
{
	(void)arg;
	seen[seen_n++] = signal;
}

static unsigned int look(uint64_t since)
{
	seen_n = 0;
	signals_for_each(&signals, since, visit, NULL);
	return seen_n;
}

static void add(uint32_t station, uint8_t radio, int8_t dbm)
{
	const uint8_t address[6] = { 2,
				     0,
				     (uint8_t)(station >> 24),
				     (uint8_t)(station >> 16),
				     (uint8_t)(station >> 8),
				     (uint8_t)station };

	signals_add(&signals, address, radio, dbm);
}

static void test_average(void)
{
	signals_init(&signals);
	add(1, 0, -40);
	CHECK_INT(1, look(0));
	CHECK_INT(-40 * SIGNALS_SCALE, seen[0]->ewma);
	add(1, 0, -48);
	CHECK_INT(-41 * SIGNALS_SCALE, seen[0]->ewma);
	CHECK_INT(-48, seen[0]->last);
	CHECK_INT(2, seen[0]->frames);
	for (int i = 0; i < 200; i++)
		add(1, 0, -100);
	CHECK(seen[0]->ewma < -99 * SIGNALS_SCALE);
}

static void test_radios_are_distinct(void)
{
	signals_init(&signals);
	add(1, 0, -40);
	add(1, 1, -60);
	CHECK_INT(2, look(0));
	CHECK_INT(-60, seen[0]->last);
	CHECK_INT(-40, seen[1]->last);
}

static void test_only_new_samples_are_visited(void)
{
	uint64_t since;

	signals_init(&signals);
	for (uint32_t i = 0; i < 10; i++)
		add(i, 0, -50);
	since = signals.sequence;
	CHECK_INT(0, look(since));
	add(3, 0, -51);
	CHECK_INT(1, look(since));
	CHECK_INT(3, seen[0]->station[5]);
	CHECK_INT(10, look(0));
}

static void test_a_flood_is_bounded(void)
{
	signals_init(&signals);
	for (uint32_t i = 0; i < 10000; i++) {
		add(i, 0, -50);
		add(0xffffffff, 0, -30); /* a station that always sends */
	}
	CHECK_INT(SIGNALS_MAX, look(0));
	CHECK_INT(10000, seen[0]->frames);
	CHECK_INT(9999 & 0xff, seen[1]->station[5]);
}

const struct unit_test signals_tests[] = {
	UNIT_TEST(test_average),
	UNIT_TEST(test_radios_are_distinct),
	UNIT_TEST(test_only_new_samples_are_visited),
	UNIT_TEST(test_a_flood_is_bounded),
	{ NULL, NULL },
};
