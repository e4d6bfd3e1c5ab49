/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/ieee80211.h"
#include "frame/tsf.h"
#include "unit.h"

#define LEN 36

static const uint64_t now = UINT64_C(0x0123456789abcdef);

static uint64_t stamped(const struct tsf *tsf, uint8_t control, size_t len)
{
	uint8_t frame[LEN] = { control };

	tsf_stamp(tsf, now, frame, len);
	CHECK_INT(0, frame[23]);
	CHECK_INT(0, frame[32]);
	return ieee80211_timestamp(frame);
}

/* The radio's clock is 'ahead' of the agent's timestamp. */
static void learn(struct tsf *tsf, uint8_t control, uint64_t ahead, size_t len)
{
	uint8_t sent[LEN] = { control }, echo[LEN] = { control };

	tsf_stamp(tsf, now, sent, LEN);
	ieee80211_set_timestamp(echo, ieee80211_timestamp(sent) + ahead);
	tsf_learn(tsf, sent, LEN, echo, len);
}

static void test_the_agents_clock_at_first(void)
{
	const struct tsf tsf = { 0 };
	uint8_t frame[LEN] = { 0x80 };
	static const uint8_t expected[] = { 0xef, 0xcd, 0xab, 0x89,
					    0x67, 0x45, 0x23, 0x01 };

	tsf_stamp(&tsf, now, frame, LEN);
	CHECK_MEM(expected, frame + 24, 8);
	CHECK(stamped(&tsf, 0x50, LEN) == now);
	/* Too short for a timestamp, and another kind. */
	CHECK_INT(0, stamped(&tsf, 0x80, 31));
	CHECK_INT(0, stamped(&tsf, 0x08, LEN));
}

static void test_the_radios_clock(void)
{
	struct tsf tsf = { 0 };

	learn(&tsf, 0x50, 5000000, LEN);
	CHECK(stamped(&tsf, 0x80, LEN) == now + 5000000);
	/* The clocks agree, except for the time to the radio. */
	learn(&tsf, 0x50, 40, LEN);
	CHECK(stamped(&tsf, 0x80, LEN) == now + 5000000);
	/* The radio was reset, and its clock went back. */
	learn(&tsf, 0x50, -UINT64_C(4000000), LEN);
	CHECK(stamped(&tsf, 0x80, LEN) == now + 1000000);
}

static void test_ignored_echoes(void)
{
	struct tsf tsf = { 0 };

	learn(&tsf, 0x50, 0, LEN); /* the radio leaves it alone */
	learn(&tsf, 0x50, 5000000, 31);
	learn(&tsf, 0x08, 5000000, LEN);
	CHECK_INT(0, tsf.offset_us);
}

const struct unit_test tsf_tests[] = {
	UNIT_TEST(test_the_agents_clock_at_first),
	UNIT_TEST(test_the_radios_clock),
	UNIT_TEST(test_ignored_echoes),
	{ NULL, NULL },
};
