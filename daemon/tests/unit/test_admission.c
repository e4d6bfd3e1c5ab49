/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of accepted connections, with times that the tests choose. */
#include "server/admission.h"
#include "unit.h"

static struct admission admission;

/* Returns the source 10.0.0.'last'. */
static struct source source(uint8_t last)
{
	const uint8_t address[16] = {
		[10] = 0xff, [11] = 0xff, [12] = 10, [15] = last
	};
	struct source found;

	source_of(&found, address);
	return found;
}

static bool accept_from(uint8_t last, uint64_t now_ms)
{
	const struct source from = source(last);

	return admission_accept(&admission, &from, now_ms);
}

/* Returns how many of 'n' connections from a source are accepted, one in each
 * millisecond. */
static unsigned int accepted(uint8_t last, uint64_t from_ms, unsigned int n)
{
	unsigned int found = 0;

	for (unsigned int i = 0; i < n; i++)
		found += accept_from(last, from_ms + i);
	return found;
}

static void test_rate_of_a_source(void)
{
	memset(&admission, 0, sizeof(admission));
	CHECK_INT(ADMISSION_BURST, accepted(1, 1000, 400));
	/* 200 a second for a minute: two a second. */
	CHECK_INT(120, accepted(1, 1400, 60000));
	CHECK_INT(1, accept_from(2, 61400));
	/* After a pause it has a burst again. */
	CHECK_INT(ADMISSION_BURST, accepted(1, 100000, 400));
}

static void test_rate_of_all_sources(void)
{
	unsigned int found = 0;

	memset(&admission, 0, sizeof(admission));
	for (unsigned int i = 0; i < 1000; i++)
		found += accept_from((uint8_t)(i % 250), 5000);
	CHECK_INT(ADMISSION_ALL_BURST, found);
	CHECK(!accept_from(251, 5000 + ADMISSION_ALL_INTERVAL_MS - 1));
	CHECK(accept_from(251, 5000 + ADMISSION_ALL_INTERVAL_MS));
}

/* A controller connects again while 1,000 strangers a second do. */
static void test_strangers_do_not_lock_out_a_controller(void)
{
	const struct source from = source(1);

	memset(&admission, 0, sizeof(admission));
	CHECK(accept_from(1, 1000));
	admission_refund(&admission, &from);
	for (unsigned int i = 0; i < 10000; i++)
		accept_from((uint8_t)(2 + i % 250), 1000 + i);
	CHECK(!accept_from(252, 10999));
	CHECK(accept_from(1, 10999));
}

static void test_authenticated_ones_do_not_count(void)
{
	const struct source from = source(1);

	memset(&admission, 0, sizeof(admission));
	for (int i = 0; i < 1000; i++) {
		CHECK(accept_from(1, 7000));
		admission_refund(&admission, &from);
	}
	CHECK_INT(ADMISSION_BURST, accepted(1, 7000, 100));
}

/* A refund never gives more than a burst. */
static void test_refunds_are_bounded(void)
{
	const struct source from = source(1);

	memset(&admission, 0, sizeof(admission));
	for (int i = 0; i < 100; i++)
		admission_refund(&admission, &from);
	CHECK_INT(ADMISSION_BURST, accepted(1, 0, 400));
}

static void test_sources(void)
{
	const uint8_t one[16] = { 0x20, 1, 0xd, 0xb8, [15] = 1 };
	const uint8_t same[16] = { 0x20, 1, 0xd, 0xb8, [8] = 7, [15] = 2 };
	const uint8_t other[16] = { 0x20, 1, 0xd, 0xb8, [7] = 1, [15] = 1 };
	struct source a, b, c, d = source(1), e = source(2);

	source_of(&a, one);
	source_of(&b, same);
	source_of(&c, other);
	CHECK(source_equal(&a, &b));
	CHECK(!source_equal(&a, &c));
	CHECK(!source_equal(&d, &e));
}

const struct unit_test admission_tests[] = {
	UNIT_TEST(test_rate_of_a_source),
	UNIT_TEST(test_rate_of_all_sources),
	UNIT_TEST(test_strangers_do_not_lock_out_a_controller),
	UNIT_TEST(test_authenticated_ones_do_not_count),
	UNIT_TEST(test_refunds_are_bounded),
	UNIT_TEST(test_sources),
	{ NULL, NULL },
};
