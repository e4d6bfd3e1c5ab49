/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual stations with a radio, by a clock of the test. */
#include "antenna.h"
#include "unit.h"

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
	antenna_hello(two, 2437);
	CHECK_INT(DROP_CHANNEL, antenna_authenticate(one));
	number = refusal(ARBITER_STATUS_PINNED);
	for (int i = 0; i < 2 * IEEE80211_NUMBERS; i++) {
		CHECK_INT(DROP_CHANNEL,
			  antenna_authenticate(i % 2 ? one : two));
		number = (number + 1) % IEEE80211_NUMBERS;
		CHECK_INT(number, refusal(ARBITER_STATUS_PINNED));
	}
	antenna_end();
}

const struct unit_test vsta_tests[] = {
	UNIT_TEST(test_refusals_count_up),
	{ NULL, NULL },
};
