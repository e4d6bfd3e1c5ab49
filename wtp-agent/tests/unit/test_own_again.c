/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's own frames among those of their flow: when they are sent, and
 * sent again, and what waits for them meanwhile. flight.h; their place in the
 * queue is in test_own.c. */
#include "ieee80211.h"
#include "local_flights.h"
#include "unit.h"

static uint64_t drops[DROP_MAX];

static void put_own(uint8_t *delba, bool insists, bool lingers)
{
	struct downlink_frame own = { .ack = true,
				      .body = delba,
				      .body_len = IEEE80211_DELBA_LEN,
				      .own = true,
				      .own_insists = insists,
				      .own_lingers = lingers };

	ieee80211_make_delba(delba, local_ap, local_station, 0, 7);
	CHECK(flight_put(&local_flight, &own, local_now, drops));
}

static void put_delba(uint8_t *delba, bool insists)
{
	put_own(delba, insists, false);
}

static enum flight_verdict echo_delba(uint8_t *delba, bool acked,
				      struct flight_frame **frame)
{
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags =
					     acked ? 0 : RADIOTAP_TX_FAIL };
	const struct flight_echo in = { &rt, delba, IEEE80211_DELBA_LEN };

	return flight_status(&local_flight, &in, local_now, frame);
}

/* The agent's own frame goes first, and the others wait for its status. */
static void test_own_frames_hold_up_the_flow(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct downlink_frame own = { .ack = true,
				      .body = delba,
				      .body_len = sizeof(delba),
				      .own = true };
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS };
	const struct flight_echo in = { &rt, delba, sizeof(delba) };
	struct flight_frame *frame;

	local_begin();
	local_put(5, 4, true);
	ieee80211_make_delba(delba, local_ap, local_station, 0, 7);
	CHECK(flight_put(&local_flight, &own, local_now, drops));
	local_put(4, 4, true);
	frame = local_next();
	CHECK(frame->own && !local_next());
	CHECK_INT(FLIGHT_DONE,
		  flight_status(&local_flight, &in, local_now, &frame));
	CHECK(frame->own);
	flight_forget(&local_flight, frame);
	CHECK_INT(4, local_next()->body[LOCAL_LEN - 1]);
	CHECK_INT(5, local_next()->body[LOCAL_LEN - 1]);
	local_end();
}

/* Nothing that was sent before arrives after it. */
static void test_own_frames_wait_for_what_flies(void)
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
	flight_forget(&local_flight, frame);
	CHECK(local_next()->own);
	local_end();
}

/* Where it is not acknowledged it is sent again, after pauses, and the others
 * go on waiting. */
static void test_own_frames_insist(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;
	static const unsigned int pauses[] = { FLIGHT_AGAIN_MS,
					       2 * FLIGHT_AGAIN_MS,
					       FLIGHT_AGAIN_MAX_MS,
					       FLIGHT_AGAIN_MAX_MS };

	local_begin();
	put_delba(delba, true);
	local_put(2, 4, true);
	CHECK(local_next()->own);
	for (size_t i = 0; i < sizeof(pauses) / sizeof(*pauses); i++) {
		CHECK_INT(FLIGHT_HELD, echo_delba(delba, false, &frame));
		CHECK_INT(local_now + pauses[i], flight_due(&local_flight));
		local_now += pauses[i] - 1;
		CHECK(!local_next());
		local_now++;
		CHECK(local_next() == frame && !local_next());
	}
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, true, &frame));
	flight_forget(&local_flight, frame);
	CHECK_INT(2, local_next()->body[LOCAL_LEN - 1]);
	local_end();
}

static void test_own_frames_do_not_insist_for_ever(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, false);
	CHECK(local_next()->own);
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&local_flight, frame);
	put_delba(delba, true);
	CHECK(local_next()->own);
	local_now += FLIGHT_INSIST_MS;
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&local_flight, frame);
	local_end();
}

/* A station that falls asleep: the VAP keeps what waited for an own frame. */
static void test_what_waits_for_a_held_frame_fails(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, true);
	local_put(2, 4, true);
	CHECK(local_next()->own);
	CHECK_INT(FLIGHT_HELD, echo_delba(delba, false, &frame));
	flight_drain(&local_flight, local_ap, local_station, local_now);
	local_now += FLIGHT_AGAIN_MS;
	CHECK(!local_next());
	frame = flight_failed(&local_flight, local_now);
	CHECK(frame && frame->own);
	flight_forget(&local_flight, frame);
	frame = flight_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_forget(&local_flight, frame);
	CHECK(!flight_failed(&local_flight, local_now));
	local_end();
}

/* It is not injected once more, neither because it insists nor because its
 * chain goes on, and what flies is waited for. */
static void test_what_flies_to_who_sleeps_is_not_repeated(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	put_delba(delba, true);
	CHECK(local_next()->own);
	local_put(2, 4, false);
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK(!flight_failed(&local_flight, local_now));
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&local_flight, frame);
	frame = flight_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_forget(&local_flight, frame);
	local_end();

	local_begin();
	local_put(1, 4, false);
	local_put(2, 4, false);
	frame = local_next();
	CHECK(frame && !local_next());
	flight_drain(&local_flight, local_ap, local_station, local_now + 50);
	CHECK(!flight_failed(&local_flight, local_now + 49));
	CHECK_INT(FLIGHT_DONE, local_echo_injected(1, false, &frame));
	flight_forget(&local_flight, frame);
	frame = flight_failed(&local_flight, local_now);
	CHECK(frame && frame->body[LOCAL_LEN - 1] == 2);
	flight_forget(&local_flight, frame);
	local_end();
}

/* Hardly anything comes meanwhile: it goes soon. */
static void test_an_own_frame_lingers(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	local_begin();
	put_own(delba, false, true);
	for (uint8_t n = 1; n < FLIGHT_LINGER_FEW; n++)
		local_put(n, 4, true);
	local_now += FLIGHT_LINGER_MS - 1;
	CHECK(!local_next());
	CHECK_INT(local_now + 1, flight_due(&local_flight));
	local_now++;
	CHECK(local_next()->own && !local_next());
	local_end();
}

static void test_an_own_frame_lingers_on_before_many(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint64_t begun;

	local_begin();
	begun = local_now;
	put_own(delba, false, true);
	for (uint8_t n = 1; n <= FLIGHT_LINGER_FEW; n++)
		local_put(n, 4, true);
	local_now += FLIGHT_LINGER_MS;
	CHECK(!local_next());
	local_now = begun + FLIGHT_LINGER_MAX_MS - 1;
	CHECK(!local_next());
	CHECK_INT(local_now + 1, flight_due(&local_flight));
	local_now++;
	CHECK(local_next()->own && !local_next());
	local_end();
}

/* Nobody else has the station while something flies. */
static void test_no_own_frame_lingers_behind_what_flies(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	local_begin();
	local_put(1, 4, true);
	CHECK(local_next());
	put_own(delba, false, true);
	CHECK_INT(FLIGHT_DONE, local_echo(1, 7, true, &frame));
	flight_forget(&local_flight, frame);
	CHECK(local_next()->own);
	local_end();
}

static void test_first_of_what_waits(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint16_t number;

	local_begin();
	CHECK(!flight_first(&local_flight, local_ap, local_station, 0,
			    &number));
	put_delba(delba, true);
	CHECK(!flight_first(&local_flight, local_ap, local_station, 0,
			    &number));
	local_put(9, 4, false);
	local_put(8, 4, false);
	CHECK(flight_first(&local_flight, local_ap, local_station, 0,
			   &number));
	CHECK_INT(8, number);
	CHECK(!flight_first(&local_flight, local_ap, local_station, 1,
			    &number));
	CHECK(!flight_first(&local_flight, local_station, local_ap, 0,
			    &number));
	local_end();
}

const struct unit_test own_again_tests[] = {
	UNIT_TEST(test_own_frames_hold_up_the_flow),
	UNIT_TEST(test_own_frames_wait_for_what_flies),
	UNIT_TEST(test_own_frames_insist),
	UNIT_TEST(test_own_frames_do_not_insist_for_ever),
	UNIT_TEST(test_what_waits_for_a_held_frame_fails),
	UNIT_TEST(test_an_own_frame_lingers),
	UNIT_TEST(test_an_own_frame_lingers_on_before_many),
	UNIT_TEST(test_no_own_frame_lingers_behind_what_flies),
	UNIT_TEST(test_what_flies_to_who_sleeps_is_not_repeated),
	UNIT_TEST(test_first_of_what_waits),
	{ NULL, NULL },
};
