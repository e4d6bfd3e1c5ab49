/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the radio's mac80211 numbers and aggregates: flight.h. */
#include "local_flights.h"
#include "unit.h"

static void test_a_single_rate_is_used_as_given(void)
{
	struct flight_frame *frame;

	local_begin();
	local_put(1, 7, true);
	local_put(2, 4, true);
	frame = local_next();
	CHECK_INT(0, frame->rt.tx_flags);
	CHECK(RADIOTAP_HAS(&frame->rt, RADIOTAP_MCS));
	CHECK_INT(7, frame->rt.mcs[2]);
	CHECK_INT(4, frame->rt.retries);
	/* With several rates in the chain mac80211 chooses, so the agent
	 * requests none. */
	frame = local_next();
	CHECK_INT(1u << RADIOTAP_TX_FLAGS, frame->rt.present);
	local_end();
}

static void test_echoes_match_by_payload(void)
{
	struct flight_frame *frame;

	local_begin();
	local_put(1, 4, true);
	local_put(2, 4, true);
	CHECK(local_next() && local_next());
	CHECK_INT(FLIGHT_UNKNOWN, local_echo(3, 4, true, &frame));
	CHECK_INT(FLIGHT_DONE, local_echo(2, 4, true, &frame));
	CHECK_INT(2, frame->body[LOCAL_LEN - 1]);
	CHECK_INT(0, frame->done.stages[0].tries);
	CHECK_INT(4, frame->done.stages[1].tries);
	CHECK(!frame->done.stages[1].changed);
	flight_remove(&local_flight, frame);
	/* mac80211 repeats the frame, at a rate that the agent did not
	 * request. */
	CHECK_INT(FLIGHT_DONE, local_echo(1, 3, false, &frame));
	CHECK_INT(4, frame->done.stages[0].tries);
	CHECK(frame->done.stages[0].changed);
	flight_remove(&local_flight, frame);
	local_end();
}

static unsigned int dequeue_all(void)
{
	unsigned int n = 0;

	while (local_next())
		n++;
	return n;
}

/* Sets the estimated airtime of what is in flight. */
static void set_local_us(uint32_t us)
{
	local_flight.local_us = us;
	local_flight.loads[FLIGHT_AC_BE].local_us = us;
}

static void test_frames_in_flight_fill_aggregates(void)
{
	struct flight_frame *frame;
	unsigned int slow;

	local_begin();
	for (int i = 0; i < 190; i++)
		local_put((uint8_t)i, 4, true);
	/* Frames of 40 octets are short at the lowest rate, too. */
	CHECK_INT(FLIGHT_LOCAL_MAX, dequeue_all());
	CHECK_INT(FLIGHT_DONE, local_echo(0, 7, true, &frame));
	flight_remove(&local_flight, frame);
	CHECK_INT(1, dequeue_all());
	local_end();

	local_begin();
	for (int i = 0; i < 190; i++)
		local_put((uint8_t)i, 4, true);
	for (slow = 0; local_flight.local_us < FLIGHT_LOCAL_US &&
		       slow < FLIGHT_LOCAL_MAX;) {
		CHECK(local_next());
		set_local_us(4000 * ++slow);
	}
	CHECK_INT(FLIGHT_LOCAL_MIN, slow);
	CHECK(!local_next());
	/* As much as these frames of 40 octets have. */
	set_local_us(slow * (LOCAL_LEN * 1231 / 1000));
	local_end();
}

static void test_waiting_frames_become_local(void)
{
	struct flight_frame *frame, *first;

	local_begin();
	local_put(1, 4, false);
	local_put(2, 4, false);
	first = local_next();
	CHECK(first && !local_next());
	CHECK_INT(RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER,
		  first->rt.tx_flags);
	flight_make_local(&local_flight, local_ap, local_station);
	CHECK(!first->local);
	CHECK(local_flight.waiting[FLIGHT_NORMAL].first->local);
	/* Frames that are injected again get new numbers. */
	local_make(first->body, 1, 1);
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags = RADIOTAP_TX_FAIL };
	const struct flight_echo in = { &rt, first->body, LOCAL_LEN };

	CHECK_INT(FLIGHT_RETRY,
		  flight_handle_status(&local_flight, &in, local_now, &frame));
	CHECK(frame == first && frame->local);
	CHECK_INT(0, frame->rt.tx_flags);
	flight_mark_sent(frame);
	CHECK(local_next());
	local_end();
}

static void test_frames_without_status_are_requeued(void)
{
	struct flight_frame *frame;

	local_begin();
	for (uint8_t n = 1; n <= 6; n++)
		local_put(n, 4, true);
	CHECK(local_next() && local_next() && local_next() && local_next());
	CHECK_INT(FLIGHT_DONE, local_echo(2, 7, true, &frame));
	flight_remove(&local_flight, frame);
	flight_requeue(&local_flight, local_station, local_ap, local_now);
	CHECK_INT(3, local_flight.in_flight.n);
	local_now += 7;
	flight_requeue(&local_flight, local_ap, local_station, local_now);
	CHECK_INT(0, local_flight.in_flight.n + local_flight.local);
	CHECK_INT(5, flight_backlog_total(&local_flight));
	/* In their order, with the VAP's number and chain. */
	frame = local_next();
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 1 && !frame->local);
	CHECK(frame->rt.tx_flags & RADIOTAP_TX_NOSEQ);
	CHECK(!local_next());
	CHECK_INT(FLIGHT_DONE, local_echo_injected(1, true, &frame));
	flight_remove(&local_flight, frame);
	CHECK_INT(3, local_next()->body[LOCAL_LEN - 1]);
	/* Frames that were not injected yet are not local either. */
	for (frame = local_flight.waiting[FLIGHT_NORMAL].first; frame;
	     frame = frame->next)
		CHECK(!frame->local);
	local_end();
}

static void test_tids_that_the_radio_may_hold(void)
{
	local_begin();
	local_put(1, 4, true);
	CHECK_INT(0,
		  flight_local_tids(&local_flight, local_ap, local_station));
	CHECK(local_next());
	CHECK_INT(1,
		  flight_local_tids(&local_flight, local_ap, local_station));
	CHECK_INT(0,
		  flight_local_tids(&local_flight, local_station, local_ap));
	local_end();
	local_begin();
	local_put(1, 4, false);
	CHECK(local_next());
	CHECK_INT(0,
		  flight_local_tids(&local_flight, local_ap, local_station));
	local_end();
}

static int failed(void)
{
	struct flight_frame *frame =
		flight_next_failed(&local_flight, local_now);
	int n;

	if (!frame)
		return -1;
	n = frame->body[LOCAL_LEN - 1];
	flight_remove(&local_flight, frame);
	return n;
}

static void test_drained_frames_fail_in_order(void)
{
	struct flight_frame *frame;

	local_begin();
	for (uint8_t n = 1; n <= 3; n++)
		local_put(n, 4, true);
	CHECK(local_next() && local_next());
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK_INT(-1, failed());
	CHECK(!local_next());
	CHECK_INT(local_now + 50, flight_next_deadline(&local_flight));
	/* The status of the first frame arrives, since the radio has sent it.
	 */
	CHECK_INT(FLIGHT_DONE, local_echo(1, 4, true, &frame));
	flight_remove(&local_flight, frame);
	local_put(4, 4, true);
	local_now += 50;
	CHECK_INT(2, failed());
	CHECK_INT(3, failed());
	CHECK_INT(4, failed());
	CHECK_INT(-1, failed());
	/* The drain is over: the agent injects the next frame. */
	local_put(5, 4, false);
	CHECK(local_next());
	local_end();
}

static void test_a_drain_ends_when_the_station_wakes_up(void)
{
	local_begin();
	local_put(1, 4, true);
	local_put(2, 4, true);
	CHECK(local_next());
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	flight_drain_now(&local_flight, local_ap, local_ap);
	CHECK_INT(-1, failed());
	flight_drain_now(&local_flight, local_ap, local_station);
	CHECK_INT(1, failed());
	CHECK_INT(2, failed());
	local_end();

	local_begin();
	local_put(1, 4, true);
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK_INT(1, failed()); /* nothing is in flight */
	local_end();
}

const struct unit_test local_tests[] = {
	UNIT_TEST(test_a_single_rate_is_used_as_given),
	UNIT_TEST(test_echoes_match_by_payload),
	UNIT_TEST(test_frames_in_flight_fill_aggregates),
	UNIT_TEST(test_waiting_frames_become_local),
	UNIT_TEST(test_frames_without_status_are_requeued),
	UNIT_TEST(test_tids_that_the_radio_may_hold),
	UNIT_TEST(test_drained_frames_fail_in_order),
	UNIT_TEST(test_a_drain_ends_when_the_station_wakes_up),
	{ NULL, NULL },
};
