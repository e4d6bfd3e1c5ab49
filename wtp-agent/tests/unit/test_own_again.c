/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's own frames among those of their flow: when they are sent, and
 * sent again, and that the flow waits. flight.h; their place in the
 * queue is in test_own.c. */
#include "frame/ieee80211.h"
#include "local_flights.h"
#include "unit.h"

static uint64_t drops[DROP_MAX];

static void put_own(uint8_t *delba, enum downlink_own kind)
{
	struct downlink_frame own = { .ack = true,
				      .body = delba,
				      .body_len = IEEE80211_DELBA_LEN,
				      .own = kind };

	ieee80211_make_delba(delba, local_ap, local_station, 0, 7);
	CHECK(flight_enqueue(&local_flight, &own, local_now, drops));
}

static void put_delba(uint8_t *delba, bool insists)
{
	put_own(delba, insists ? DOWNLINK_OWN_RETRIED : DOWNLINK_OWN_ONCE);
}

static enum flight_verdict echo_delba(uint8_t *delba, bool acked,
				      struct flight_frame **frame)
{
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags =
					     acked ? 0 : RADIOTAP_TX_FAIL };
	const struct flight_echo in = { &rt, delba, IEEE80211_DELBA_LEN };

	return flight_handle_status(&local_flight, &in, local_now, frame);
}

/* The agent's own frame goes first, and the others wait for its status. */
static void test_own_frames_hold_up_the_flow(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct downlink_frame own = { .ack = true,
				      .body = delba,
				      .body_len = sizeof(delba),
				      .own = DOWNLINK_OWN_ONCE };
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS };
	const struct flight_echo in = { &rt, delba, sizeof(delba) };
	struct flight_frame *frame;

	local_begin();
	local_put(5, 4, true);
	ieee80211_make_delba(delba, local_ap, local_station, 0, 7);
	CHECK(flight_enqueue(&local_flight, &own, local_now, drops));
	local_put(4, 4, true);
	frame = local_next();
	CHECK(frame->own && !local_next());
	CHECK_INT(FLIGHT_DONE,
		  flight_handle_status(&local_flight, &in, local_now, &frame));
	CHECK(frame->own);
	flight_remove(&local_flight, frame);
	CHECK_INT(4, local_next()->body[LOCAL_LEN - 1]);
	CHECK_INT(5, local_next()->body[LOCAL_LEN - 1]);
	local_end();
}

/* No earlier frame arrives after it. */
static void test_own_frames_wait_for_frames_in_flight(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	local_put(1, 4, true);
	CHECK(local_next());
	put_delba(delba, true);
	local_put(2, 4, true);
	CHECK(!local_next());
	CHECK_INT(FLIGHT_DONE, local_echo(1, 7, true, &frame));
	flight_remove(&local_flight, frame);
	CHECK(local_next()->own);
	local_end();
}

/* Where it is not acknowledged it is sent again, after pauses, and the others
 * go on waiting. */
static void test_own_frames_are_retried(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;
	static const unsigned int pauses[] = { FLIGHT_RETRY_MS,
					       2 * FLIGHT_RETRY_MS,
					       FLIGHT_RETRY_MAX_MS,
					       FLIGHT_RETRY_MAX_MS };

	local_begin();
	put_delba(delba, true);
	local_put(2, 4, true);
	CHECK(local_next()->own);
	for (size_t i = 0; i < sizeof(pauses) / sizeof(*pauses); i++) {
		CHECK_INT(FLIGHT_RETRY_LATER,
			  echo_delba(delba, false, &frame));
		CHECK_INT(local_now + pauses[i],
			  flight_next_deadline(&local_flight));
		local_now += pauses[i] - 1;
		CHECK(!local_next());
		local_now++;
		CHECK(local_next() == frame && !local_next());
	}
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, true, &frame));
	flight_remove(&local_flight, frame);
	CHECK_INT(2, local_next()->body[LOCAL_LEN - 1]);
	local_end();
}

static void test_retries_end(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, false);
	CHECK(local_next()->own);
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_remove(&local_flight, frame);
	put_delba(delba, true);
	CHECK(local_next()->own);
	local_now += FLIGHT_RETRY_LIMIT_MS;
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_remove(&local_flight, frame);
	local_end();
}

/* If a station dozes, the VAP keeps the frames that waited for an own frame.
 */
static void test_frames_behind_a_held_frame_fail(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, true);
	local_put(2, 4, true);
	CHECK(local_next()->own);
	CHECK_INT(FLIGHT_RETRY_LATER, echo_delba(delba, false, &frame));
	flight_drain(&local_flight, local_ap, local_station, local_now);
	local_now += FLIGHT_RETRY_MS;
	CHECK(!local_next());
	frame = flight_next_failed(&local_flight, local_now);
	CHECK(frame && frame->own);
	flight_remove(&local_flight, frame);
	frame = flight_next_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_remove(&local_flight, frame);
	CHECK(!flight_next_failed(&local_flight, local_now));
	local_end();
}

/* Neither a retry nor the next stage of a chain is injected; frames in flight
 * are awaited. */
static void test_frames_to_a_dozing_station_are_not_repeated(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, true);
	CHECK(local_next()->own);
	local_put(2, 4, false);
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK(!flight_next_failed(&local_flight, local_now));
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_remove(&local_flight, frame);
	frame = flight_next_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_remove(&local_flight, frame);
	local_end();

	local_begin();
	local_put(1, 4, false);
	local_put(2, 4, false);
	frame = local_next();
	CHECK(frame && !local_next());
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK(!flight_next_failed(&local_flight, local_now + 49));
	CHECK_INT(FLIGHT_DONE, local_echo_injected(1, false, &frame));
	flight_remove(&local_flight, frame);
	frame = flight_next_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_remove(&local_flight, frame);
	local_end();
}

/* Fewer than FLIGHT_DELAY_FEW frames arrive meanwhile, so the frame waits for
 * FLIGHT_DELAY_MS only. */
static void test_an_own_frame_is_delayed(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	local_begin();
	put_own(delba, DOWNLINK_OWN_DELAYED);
	for (uint8_t n = 1; n < FLIGHT_DELAY_FEW; n++)
		local_put(n, 4, true);
	local_now += FLIGHT_DELAY_MS - 1;
	CHECK(!local_next());
	CHECK_INT(local_now + 1, flight_next_deadline(&local_flight));
	local_now++;
	CHECK(local_next()->own && !local_next());
	local_end();
}

static void test_many_frames_extend_the_delay(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint64_t begun;

	local_begin();
	begun = local_now;
	put_own(delba, DOWNLINK_OWN_DELAYED);
	for (uint8_t n = 1; n <= FLIGHT_DELAY_FEW; n++)
		local_put(n, 4, true);
	local_now += FLIGHT_DELAY_MS;
	CHECK(!local_next());
	local_now = begun + FLIGHT_DELAY_MAX_MS - 1;
	CHECK(!local_next());
	CHECK_INT(local_now + 1, flight_next_deadline(&local_flight));
	local_now++;
	CHECK(local_next()->own && !local_next());
	local_end();
}

/* The previous WTP transmits to the station for 20 ms more. The VAP sends no
 * more frames meanwhile. */
static void test_the_previous_wtp_extends_the_delay(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint64_t silent, end;

	local_begin();
	silent = local_now + 20;
	end = silent - OTHER_WTPS_FRAMES + OTHER_WTPS_WINDOW_MS;
	put_own(delba, DOWNLINK_OWN_DELAYED);
	local_put(1, 4, true);
	for (; local_now < end; local_now++) {
		if (local_now < silent)
			other_wtps_add(&local_flight.others,
				       ieee80211_addr2(delba),
				       ieee80211_addr1(delba), local_now);
		CHECK(!local_next());
	}
	local_now += FLIGHT_DELAY_MS;
	CHECK(local_next()->own && !local_next());
	local_end();
}

static void test_the_previous_wtp_does_not_extend_it_for_ever(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint64_t begun;

	local_begin();
	begun = local_now;
	put_own(delba, DOWNLINK_OWN_DELAYED);
	do {
		for (int i = 0; i < OTHER_WTPS_FRAMES; i++)
			other_wtps_add(&local_flight.others,
				       ieee80211_addr2(delba),
				       ieee80211_addr1(delba), local_now);
		local_now++;
	} while (!local_next());
	CHECK(local_now <= begun + FLIGHT_DELAY_MAX_MS);
	CHECK(local_now > begun + FLIGHT_DELAY_MAX_MS - FLIGHT_DELAY_MS);
	local_end();
}

/* Few frames of a light flow, or frames to another station, extend nothing. */
static void test_a_light_flow_extends_no_delay(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	local_begin();
	put_own(delba, DOWNLINK_OWN_DELAYED);
	for (int i = 1; i < OTHER_WTPS_FRAMES; i++)
		other_wtps_add(&local_flight.others, ieee80211_addr2(delba),
			       ieee80211_addr1(delba), local_now);
	for (int i = 0; i < OTHER_WTPS_FRAMES; i++)
		other_wtps_add(&local_flight.others, ieee80211_addr2(delba),
			       ieee80211_addr2(delba), local_now);
	local_now += FLIGHT_DELAY_MS;
	CHECK(local_next()->own && !local_next());
	local_end();
}

/* With a frame in flight no other WTP serves the station. */
static void test_an_own_frame_behind_one_in_flight_is_not_delayed(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	local_put(1, 4, true);
	CHECK(local_next());
	put_own(delba, DOWNLINK_OWN_DELAYED);
	CHECK_INT(FLIGHT_DONE, local_echo(1, 7, true, &frame));
	flight_remove(&local_flight, frame);
	CHECK(local_next()->own);
	local_end();
}

static void test_first_waiting_sequence(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint16_t number;

	local_begin();
	CHECK(!flight_first_sequence(&local_flight, local_ap, local_station, 0,
				     &number));
	put_delba(delba, true);
	CHECK(!flight_first_sequence(&local_flight, local_ap, local_station, 0,
				     &number));
	local_put(9, 4, false);
	local_put(8, 4, false);
	CHECK(flight_first_sequence(&local_flight, local_ap, local_station, 0,
				    &number));
	CHECK_INT(8, number);
	CHECK(!flight_first_sequence(&local_flight, local_ap, local_station, 1,
				     &number));
	CHECK(!flight_first_sequence(&local_flight, local_station, local_ap, 0,
				     &number));
	local_end();
}

const struct unit_test own_again_tests[] = {
	UNIT_TEST(test_own_frames_hold_up_the_flow),
	UNIT_TEST(test_own_frames_wait_for_frames_in_flight),
	UNIT_TEST(test_own_frames_are_retried),
	UNIT_TEST(test_retries_end),
	UNIT_TEST(test_frames_behind_a_held_frame_fail),
	UNIT_TEST(test_an_own_frame_is_delayed),
	UNIT_TEST(test_many_frames_extend_the_delay),
	UNIT_TEST(test_the_previous_wtp_extends_the_delay),
	UNIT_TEST(test_the_previous_wtp_does_not_extend_it_for_ever),
	UNIT_TEST(test_a_light_flow_extends_no_delay),
	UNIT_TEST(test_an_own_frame_behind_one_in_flight_is_not_delayed),
	UNIT_TEST(test_frames_to_a_dozing_station_are_not_repeated),
	UNIT_TEST(test_first_waiting_sequence),
	{ NULL, NULL },
};
