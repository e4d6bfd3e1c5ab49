/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that the radio's mac80211 numbers and aggregates: flight.h. */
#include "flights.h"
#include "ieee80211.h"
#include "rate.h"
#include "unit.h"

#define LEN 40

static const uint8_t ap[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const uint8_t station[] = { 2, 0, 0, 0, 1, 1 };
static struct flight flight;
static uint64_t now, drops[DROP_MAX];

static void make(uint8_t *frame, uint16_t seq, uint8_t payload)
{
	memset(frame, 0, LEN);
	frame[0] = 0x88;
	frame[1] = 0x02;
	memcpy(frame + 4, station, 6);
	memcpy(frame + 10, ap, 6);
	memcpy(frame + 16, ap, 6);
	frame[22] = (uint8_t)(seq << 4);
	frame[23] = (uint8_t)(seq >> 4);
	frame[LEN - 1] = payload;
}

static void ht(struct cloudmac_stage *stage, uint8_t mcs, uint8_t tries)
{
	*stage = (struct cloudmac_stage){
		.rate = { .kind = CLOUDMAC_RATE_HT, .mcs = mcs },
		.tries = tries,
	};
}

/* Frame 'n', whose chain is of MCS 7 and of 'second'. */
static void put(uint8_t n, uint8_t second, bool local)
{
	struct downlink_frame frame = { .ack = true, .local = local };
	uint8_t body[LEN];

	make(body, n, n);
	frame.body = body;
	frame.body_len = sizeof(body);
	frame.rt.present = 1u << RADIOTAP_TX_FLAGS;
	frame.rt.tx_flags = RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER;
	frame.chain.n = 2;
	ht(&frame.chain.stages[0], 7, 2);
	ht(&frame.chain.stages[1], second, 3);
	CHECK(flight_put(&flight, &frame, now, drops));
}

static struct flight_frame *next(void)
{
	struct flight_frame *frame = flight_next(&flight, now);

	if (frame)
		flight_sent(frame);
	return frame;
}

/* mac80211 sent frame 'n' under another number. */
static enum flight_verdict echo(uint8_t n, uint8_t mcs, bool acked,
				struct flight_frame **frame)
{
	struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS | 1u << RADIOTAP_RETRIES,
		.tx_flags = acked ? 0 : RADIOTAP_TX_FAIL,
		.retries = 3,
	};
	const struct cloudmac_rate rate = { .kind = CLOUDMAC_RATE_HT,
					    .mcs = mcs };
	uint8_t body[LEN];
	const struct flight_echo in = { &rt, body, sizeof(body) };

	make(body, (uint16_t)(n + 1000), n);
	body[2] = 44; /* duration */
	rate_set(&rt, &rate);
	return flight_status(&flight, &in, now, frame);
}

/* The echo of frame 'n' as it was injected. */
static enum flight_verdict echo_injected(uint8_t n, bool acked,
					 struct flight_frame **frame)
{
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags =
					     acked ? 0 : RADIOTAP_TX_FAIL };
	uint8_t body[LEN];
	const struct flight_echo in = { &rt, body, sizeof(body) };

	make(body, n, n);
	return flight_status(&flight, &in, now, frame);
}

static void begin(void)
{
	flight_init(&flight, 4, 400, WIDTH_20);
	now = 1000;
}

static void end(void)
{
	end_flight(&flight);
	CHECK_INT(0, flight.local + flight.local_us + flight.draining);
}

static void test_one_rate_is_an_order(void)
{
	struct flight_frame *frame;

	begin();
	put(1, 7, true);
	put(2, 4, true);
	frame = next();
	CHECK_INT(0, frame->rt.tx_flags);
	CHECK(RADIOTAP_HAS(&frame->rt, RADIOTAP_MCS));
	CHECK_INT(7, frame->rt.mcs[2]);
	CHECK_INT(4, frame->rt.retries);
	/* Of a choice of rates mac80211 makes its own. */
	frame = next();
	CHECK_INT(1u << RADIOTAP_TX_FLAGS, frame->rt.present);
	end();
}

static void test_known_by_the_payload(void)
{
	struct flight_frame *frame;

	begin();
	put(1, 4, true);
	put(2, 4, true);
	CHECK(next() && next());
	CHECK_INT(FLIGHT_UNKNOWN, echo(3, 4, true, &frame));
	CHECK_INT(FLIGHT_DONE, echo(2, 4, true, &frame));
	CHECK_INT(2, frame->body[LEN - 1]);
	CHECK_INT(0, frame->done.stages[0].tries);
	CHECK_INT(4, frame->done.stages[1].tries);
	CHECK(!frame->done.stages[1].changed);
	flight_forget(&flight, frame);
	/* It is mac80211's to try again, at a rate that nobody asked for. */
	CHECK_INT(FLIGHT_DONE, echo(1, 3, false, &frame));
	CHECK_INT(4, frame->done.stages[0].tries);
	CHECK(frame->done.stages[0].changed);
	flight_forget(&flight, frame);
	end();
}

static unsigned int fly(void)
{
	unsigned int n = 0;

	while (next())
		n++;
	return n;
}

static void test_as_many_fly_as_fill_aggregates(void)
{
	struct flight_frame *frame;
	unsigned int slow;

	begin();
	for (int i = 0; i < 190; i++)
		put((uint8_t)i, 4, true);
	/* Frames of 40 octets are short at the lowest rate, too. */
	CHECK_INT(FLIGHT_LOCAL_MAX, fly());
	CHECK_INT(FLIGHT_DONE, echo(0, 7, true, &frame));
	flight_forget(&flight, frame);
	CHECK_INT(1, fly());
	end();

	begin();
	for (int i = 0; i < 190; i++)
		put((uint8_t)i, 4, true);
	flight.local_us = 0;
	slow = 0;
	while (flight.local_us < FLIGHT_LOCAL_US && slow < FLIGHT_LOCAL_MAX) {
		frame = next();
		flight.local_us += 4000;
		slow++;
	}
	CHECK_INT(FLIGHT_LOCAL_MIN, slow);
	CHECK(!next());
	flight.local_us -= 4000u * slow;
	end();
}

static void test_an_entry_is_for_what_waits_too(void)
{
	struct flight_frame *frame, *first;

	begin();
	put(1, 4, false);
	put(2, 4, false);
	first = next();
	CHECK(first && !next());
	CHECK_INT(RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER,
		  first->rt.tx_flags);
	flight_localise(&flight, ap, station);
	CHECK(!first->local);
	CHECK(flight.waiting[FLIGHT_NORMAL].first->local);
	/* What has to be injected again goes with the new numbers. */
	make(first->body, 1, 1);
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags = RADIOTAP_TX_FAIL };
	const struct flight_echo in = { &rt, first->body, LEN };

	CHECK_INT(FLIGHT_AGAIN, flight_status(&flight, &in, now, &frame));
	CHECK(frame == first && frame->local);
	CHECK_INT(0, frame->rt.tx_flags);
	flight_sent(frame);
	CHECK(next());
	end();
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

	begin();
	put(5, 4, true);
	ieee80211_make_delba(delba, ap, station, 0, 7);
	CHECK(flight_put(&flight, &own, now, drops));
	put(4, 4, true);
	frame = next();
	CHECK(frame->own && !next());
	CHECK_INT(FLIGHT_DONE, flight_status(&flight, &in, now, &frame));
	CHECK(frame->own);
	flight_forget(&flight, frame);
	CHECK_INT(4, next()->body[LEN - 1]);
	CHECK_INT(5, next()->body[LEN - 1]);
	end();
}

static void put_own(uint8_t *delba, bool insists, bool lingers)
{
	struct downlink_frame own = { .ack = true,
				      .body = delba,
				      .body_len = IEEE80211_DELBA_LEN,
				      .own = true,
				      .own_insists = insists,
				      .own_lingers = lingers };

	ieee80211_make_delba(delba, ap, station, 0, 7);
	CHECK(flight_put(&flight, &own, now, drops));
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

	return flight_status(&flight, &in, now, frame);
}

/* Nothing that was sent before arrives after it. */
static void test_own_frames_wait_for_what_flies(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	begin();
	put(1, 4, true);
	CHECK(next());
	put_delba(delba, true);
	put(2, 4, true);
	CHECK(!next());
	CHECK_INT(FLIGHT_DONE, echo(1, 7, true, &frame));
	flight_forget(&flight, frame);
	CHECK(next()->own);
	end();
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

	begin();
	put_delba(delba, true);
	put(2, 4, true);
	CHECK(next()->own);
	for (size_t i = 0; i < sizeof(pauses) / sizeof(*pauses); i++) {
		CHECK_INT(FLIGHT_HELD, echo_delba(delba, false, &frame));
		CHECK_INT(now + pauses[i], flight_due(&flight));
		now += pauses[i] - 1;
		CHECK(!next());
		now++;
		CHECK(next() == frame && !next());
	}
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, true, &frame));
	flight_forget(&flight, frame);
	CHECK_INT(2, next()->body[LEN - 1]);
	end();
}

static void test_own_frames_do_not_insist_for_ever(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	begin();
	put_delba(delba, false);
	CHECK(next()->own);
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&flight, frame);
	put_delba(delba, true);
	CHECK(next()->own);
	now += FLIGHT_INSIST_MS;
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&flight, frame);
	end();
}

/* A station that falls asleep: the VAP keeps what waited for an own frame. */
static void test_what_waits_for_a_held_frame_fails(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	begin();
	put_delba(delba, true);
	put(2, 4, true);
	CHECK(next()->own);
	CHECK_INT(FLIGHT_HELD, echo_delba(delba, false, &frame));
	flight_drain(&flight, ap, station, now);
	now += FLIGHT_AGAIN_MS;
	CHECK(!next());
	frame = flight_failed(&flight, now);
	CHECK(frame && frame->own);
	flight_forget(&flight, frame);
	frame = flight_failed(&flight, now);
	CHECK(frame && frame->body[LEN - 1] == 2);
	flight_forget(&flight, frame);
	CHECK(!flight_failed(&flight, now));
	end();
}

/* It is not injected once more, neither because it insists nor because its
 * chain goes on, and what flies is waited for. */
static void test_what_flies_to_who_sleeps_is_not_repeated(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	begin();
	put_delba(delba, true);
	CHECK(next()->own);
	put(2, 4, false);
	flight_drain(&flight, ap, station, now + 50);
	CHECK(!flight_failed(&flight, now));
	CHECK_INT(FLIGHT_DONE, echo_delba(delba, false, &frame));
	flight_forget(&flight, frame);
	frame = flight_failed(&flight, now);
	CHECK(frame && frame->body[LEN - 1] == 2);
	flight_forget(&flight, frame);
	end();

	begin();
	put(1, 4, false);
	put(2, 4, false);
	frame = next();
	CHECK(frame && !next());
	flight_drain(&flight, ap, station, now + 50);
	CHECK(!flight_failed(&flight, now + 49));
	CHECK_INT(FLIGHT_DONE, echo_injected(1, false, &frame));
	flight_forget(&flight, frame);
	frame = flight_failed(&flight, now);
	CHECK(frame && frame->body[LEN - 1] == 2);
	flight_forget(&flight, frame);
	end();
}

static void test_what_has_no_status_waits_once_more(void)
{
	struct flight_frame *frame;

	begin();
	for (uint8_t n = 1; n <= 6; n++)
		put(n, 4, true);
	CHECK(next() && next() && next() && next());
	CHECK_INT(FLIGHT_DONE, echo(2, 7, true, &frame));
	flight_forget(&flight, frame);
	flight_requeue(&flight, station, ap, now);
	CHECK_INT(3, flight.flying.n);
	now += 7;
	flight_requeue(&flight, ap, station, now);
	CHECK_INT(0, flight.flying.n + flight.local);
	CHECK_INT(5, flight_waiting(&flight));
	/* In their order, with the VAP's number and chain. */
	frame = next();
	CHECK(frame && frame->body[LEN - 1] == 1 && !frame->local);
	CHECK(frame->rt.tx_flags & RADIOTAP_TX_NOSEQ);
	CHECK(!next());
	CHECK_INT(FLIGHT_DONE, echo_injected(1, true, &frame));
	flight_forget(&flight, frame);
	CHECK_INT(3, next()->body[LEN - 1]);
	/* Nor is what had not been injected yet. */
	for (frame = flight.waiting[FLIGHT_NORMAL].first; frame;
	     frame = frame->next)
		CHECK(!frame->local);
	end();
}

static void test_what_the_radio_may_have(void)
{
	begin();
	put(1, 4, true);
	CHECK_INT(0, flight_local_tids(&flight, ap, station));
	CHECK(next());
	CHECK_INT(1, flight_local_tids(&flight, ap, station));
	CHECK_INT(0, flight_local_tids(&flight, station, ap));
	end();
	begin();
	put(1, 4, false);
	CHECK(next());
	CHECK_INT(0, flight_local_tids(&flight, ap, station));
	end();
}

/* Hardly anything comes meanwhile: it goes soon. */
static void test_an_own_frame_lingers(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	begin();
	put_own(delba, false, true);
	for (uint8_t n = 1; n < FLIGHT_LINGER_FEW; n++)
		put(n, 4, true);
	now += FLIGHT_LINGER_MS - 1;
	CHECK(!next());
	CHECK_INT(now + 1, flight_due(&flight));
	now++;
	CHECK(next()->own && !next());
	end();
}

static void test_an_own_frame_lingers_on_before_many(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint64_t begun;

	begin();
	begun = now;
	put_own(delba, false, true);
	for (uint8_t n = 1; n <= FLIGHT_LINGER_FEW; n++)
		put(n, 4, true);
	now += FLIGHT_LINGER_MS;
	CHECK(!next());
	now = begun + FLIGHT_LINGER_MAX_MS - 1;
	CHECK(!next());
	CHECK_INT(now + 1, flight_due(&flight));
	now++;
	CHECK(next()->own && !next());
	end();
}

/* Nobody else has the station while something flies. */
static void test_no_own_frame_lingers_behind_what_flies(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	struct flight_frame *frame;

	begin();
	put(1, 4, true);
	CHECK(next());
	put_own(delba, false, true);
	CHECK_INT(FLIGHT_DONE, echo(1, 7, true, &frame));
	flight_forget(&flight, frame);
	CHECK(next()->own);
	end();
}

static void test_first_of_what_waits(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];
	uint16_t number;

	begin();
	CHECK(!flight_first(&flight, ap, station, 0, &number));
	put_delba(delba, true);
	CHECK(!flight_first(&flight, ap, station, 0, &number));
	put(9, 4, false);
	put(8, 4, false);
	CHECK(flight_first(&flight, ap, station, 0, &number));
	CHECK_INT(8, number);
	CHECK(!flight_first(&flight, ap, station, 1, &number));
	CHECK(!flight_first(&flight, station, ap, 0, &number));
	end();
}

static int failed(void)
{
	struct flight_frame *frame = flight_failed(&flight, now);
	int n;

	if (!frame)
		return -1;
	n = frame->body[LEN - 1];
	flight_forget(&flight, frame);
	return n;
}

static void test_what_mac80211_had_has_failed_in_order(void)
{
	struct flight_frame *frame;

	begin();
	for (uint8_t n = 1; n <= 3; n++)
		put(n, 4, true);
	CHECK(next() && next());
	flight_drain(&flight, ap, station, now + 50);
	CHECK_INT(-1, failed());
	CHECK(!next());
	CHECK_INT(now + 50, flight_due(&flight));
	/* The radio had the first one: its status comes. */
	CHECK_INT(FLIGHT_DONE, echo(1, 4, true, &frame));
	flight_forget(&flight, frame);
	put(4, 4, true);
	now += 50;
	CHECK_INT(2, failed());
	CHECK_INT(3, failed());
	CHECK_INT(4, failed());
	CHECK_INT(-1, failed());
	/* That was that: what comes now goes again. */
	put(5, 4, false);
	CHECK(next());
	end();
}

static void test_a_station_that_wakes_waits_for_nothing(void)
{
	begin();
	put(1, 4, true);
	put(2, 4, true);
	CHECK(next());
	flight_drain(&flight, ap, station, now + 50);
	flight_hurry(&flight, ap, ap);
	CHECK_INT(-1, failed());
	flight_hurry(&flight, ap, station);
	CHECK_INT(1, failed());
	CHECK_INT(2, failed());
	end();

	begin();
	put(1, 4, true);
	flight_drain(&flight, ap, station, now + 50);
	CHECK_INT(1, failed()); /* nothing flies */
	end();
}

const struct unit_test local_tests[] = {
	UNIT_TEST(test_one_rate_is_an_order),
	UNIT_TEST(test_known_by_the_payload),
	UNIT_TEST(test_as_many_fly_as_fill_aggregates),
	UNIT_TEST(test_an_entry_is_for_what_waits_too),
	UNIT_TEST(test_own_frames_hold_up_the_flow),
	UNIT_TEST(test_own_frames_wait_for_what_flies),
	UNIT_TEST(test_own_frames_insist),
	UNIT_TEST(test_own_frames_do_not_insist_for_ever),
	UNIT_TEST(test_what_waits_for_a_held_frame_fails),
	UNIT_TEST(test_an_own_frame_lingers),
	UNIT_TEST(test_an_own_frame_lingers_on_before_many),
	UNIT_TEST(test_no_own_frame_lingers_behind_what_flies),
	UNIT_TEST(test_what_flies_to_who_sleeps_is_not_repeated),
	UNIT_TEST(test_what_has_no_status_waits_once_more),
	UNIT_TEST(test_what_the_radio_may_have),
	UNIT_TEST(test_first_of_what_waits),
	UNIT_TEST(test_what_mac80211_had_has_failed_in_order),
	UNIT_TEST(test_a_station_that_wakes_waits_for_nothing),
	{ NULL, NULL },
};
