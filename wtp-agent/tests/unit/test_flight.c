/* SPDX-License-Identifier: Apache-2.0 */
#include "flights.h"
#include "frame/ieee80211.h"
#include "frame/rate.h"
#include "unit.h"

#define AP "\x02\xaa\xbb\xcc\x00\x01"

static struct flight flight;
static uint64_t now, drops[DROP_MAX];

/* A QoS data frame to station 'station'. */
static void make(uint8_t *frame, uint8_t station, uint8_t tid, uint16_t seq)
{
	memset(frame, 0, 30);
	frame[0] = 0x88;
	frame[1] = 0x02;
	memcpy(frame + 4, "\x02\0\0\0\1", 5);
	frame[9] = station;
	memcpy(frame + 10, AP, 6);
	memcpy(frame + 16, AP, 6);
	frame[22] = (uint8_t)(seq << 4);
	frame[23] = (uint8_t)(seq >> 4);
	frame[24] = tid;
}

/* Sets a chain of the first 'n' of 54, 24 and 6 Mb/s, with two tries each. */
static enum drop_reason put_with(uint8_t priority, uint8_t station,
				 uint8_t tid, uint16_t seq, uint8_t n)
{
	static const uint8_t legacy[] = { 108, 48, 12 };
	struct downlink_frame frame = { .ack = true, .priority = priority };
	uint8_t body[30];

	make(body, station, tid, seq);
	frame.body = body;
	frame.body_len = sizeof(body);
	frame.chain.n = n;
	for (uint8_t i = 0; i < n; i++)
		frame.chain.stages[i] = (struct cloudmac_stage){
			.rate = { .kind = CLOUDMAC_RATE_LEGACY,
				  .legacy = legacy[i] },
			.tries = 2,
		};
	return flight_enqueue(&flight, &frame, now, drops) ? DROP_NONE
							   : DROP_QUEUE_FULL;
}

static enum drop_reason put(uint8_t station, uint8_t tid, uint16_t seq,
			    uint8_t n)
{
	return put_with(0, station, tid, seq, n);
}

static unsigned int seq_of(const struct flight_frame *frame)
{
	return frame->body[22] >> 4 | frame->body[23] << 4;
}

/* Returns the number of the next frame, or -1. */
static int next(void)
{
	struct flight_frame *frame = flight_dequeue(&flight, now);

	if (!frame)
		return -1;
	flight_mark_sent(frame);
	return (int)seq_of(frame);
}

/* Returns the number of the next frame whose failure is reported, or -1. */
static int next_failed(void)
{
	struct flight_frame *frame = flight_next_failed(&flight, now);
	int seq = frame ? (int)seq_of(frame) : -1;

	if (frame)
		flight_remove(&flight, frame);
	return seq;
}

/* Echo a frame as the kernel would: what was injected, and what came of it. */
static enum flight_verdict echo(uint8_t station, uint8_t tid, uint16_t seq,
				uint8_t tries, bool acked, uint8_t legacy,
				struct flight_frame **frame)
{
	const struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS | 1u << RADIOTAP_RETRIES |
			   1u << RADIOTAP_RATE,
		.tx_flags = acked ? 0 : RADIOTAP_TX_FAIL,
		.retries = (uint8_t)(tries - 1),
		.rate = legacy,
	};
	uint8_t body[30];
	const struct flight_echo in = { &rt, body, sizeof(body) };
	enum flight_verdict verdict;

	make(body, station, tid, seq);
	body[1] |= 0x08; /* Retry, perhaps of the hardware */
	verdict = flight_handle_status(&flight, &in, now, frame);
	if (verdict == FLIGHT_RETRY)
		flight_mark_sent(*frame);
	return verdict;
}

static enum flight_verdict fate(uint8_t station, uint16_t seq, bool acked)
{
	struct flight_frame *frame;
	enum flight_verdict verdict =
		echo(station, 0, seq, 2, acked, 108, &frame);

	if (verdict == FLIGHT_DONE)
		flight_remove(&flight, frame);
	return verdict;
}

static void begin(unsigned int limit, unsigned int waiting_max)
{
	flight_init(&flight, limit, waiting_max, WIDTH_20);
	set_flight_airtime(&flight);
	memset(drops, 0, sizeof(drops));
	now = 1000;
}

static void end(void)
{
	end_flight(&flight);
}

static void test_the_whole_chain(void)
{
	struct flight_frame *frame;

	begin(8, 16);
	CHECK_INT(DROP_NONE, put(1, 0, 7, 3));
	frame = flight_dequeue(&flight, now);
	flight_mark_sent(frame);
	CHECK_INT(108, frame->rt.rate);
	CHECK_INT(1, frame->rt.retries);
	CHECK(!(frame->body[1] & 0x08));
	CHECK_INT(FLIGHT_RETRY, echo(1, 0, 7, 2, false, 108, &frame));
	CHECK_INT(48, frame->rt.rate);
	CHECK(frame->body[1] & 0x08);
	/* The radio lacks 24 Mb/s: it used 11 and made fewer tries. */
	CHECK_INT(FLIGHT_RETRY, echo(1, 0, 7, 1, false, 22, &frame));
	CHECK_INT(12, frame->rt.rate);
	CHECK_INT(FLIGHT_DONE, echo(1, 0, 7, 2, false, 12, &frame));
	CHECK_INT(3, frame->done.n);
	CHECK_INT(2, frame->done.stages[0].tries);
	CHECK(!frame->done.stages[0].changed);
	CHECK_INT(1, frame->done.stages[1].tries);
	CHECK(frame->done.stages[1].changed);
	CHECK_INT(22, frame->done.stages[1].rate.legacy);
	CHECK_INT(2, frame->done.stages[2].tries);
	flight_remove(&flight, frame);
	CHECK_INT(FLIGHT_UNKNOWN, fate(1, 7, true));
	end();
}

static void test_acknowledged_at_the_second_stage(void)
{
	struct flight_frame *frame;

	begin(8, 16);
	put(1, 0, 7, 3);
	next();
	CHECK_INT(FLIGHT_RETRY, echo(1, 0, 7, 2, false, 108, &frame));
	CHECK_INT(FLIGHT_DONE, echo(1, 0, 7, 1, true, 48, &frame));
	CHECK_INT(1, frame->done.stages[1].tries);
	CHECK_INT(0, frame->done.stages[2].tries);
	CHECK_INT(12, frame->done.stages[2].rate.legacy);
	end();
}

static void test_stages_without_tries_are_skipped(void)
{
	static const uint8_t tries[] = { 0, 3, 0, 1 };
	struct downlink_frame in = { .ack = true, .chain.n = 4 };
	struct flight_frame *frame;
	uint8_t body[30];

	begin(8, 16);
	make(body, 1, 0, 7);
	in.body = body;
	in.body_len = sizeof(body);
	for (int i = 0; i < 4; i++)
		in.chain.stages[i].tries = tries[i];
	flight_enqueue(&flight, &in, now, drops);
	frame = flight_dequeue(&flight, now);
	flight_mark_sent(frame);
	CHECK_INT(2, frame->rt.retries);
	CHECK_INT(FLIGHT_RETRY, echo(1, 0, 7, 3, false, 108, &frame));
	CHECK_INT(0, frame->rt.retries);
	CHECK_INT(FLIGHT_DONE, echo(1, 0, 7, 1, false, 108, &frame));
	CHECK_INT(3, frame->done.stages[1].tries);
	CHECK_INT(1, frame->done.stages[3].tries);
	/* The radio used the requested rate. */
	CHECK(!frame->done.stages[1].changed);
	CHECK_INT(108, frame->done.stages[1].rate.legacy);
	end();
}

static void test_too_wide(void)
{
	struct downlink_frame in = { .ack = true, .chain.n = 1 };
	struct flight_frame *frame;
	uint8_t body[30];

	begin(8, 16);
	make(body, 1, 0, 7);
	in.body = body;
	in.body_len = sizeof(body);
	in.chain.stages[0] = (struct cloudmac_stage){
		.rate = { .kind = CLOUDMAC_RATE_HT,
			  .mcs = 5,
			  .width = CLOUDMAC_WIDTH_40 },
		.tries = 2,
	};
	flight_enqueue(&flight, &in, now, drops);
	frame = flight_dequeue(&flight, now);
	CHECK_INT(CLOUDMAC_WIDTH_20, rate_from_radiotap(&frame->rt).width);
	CHECK_INT(CLOUDMAC_WIDTH_40, frame->chain.stages[0].rate.width);
	end();
}

static void test_waiting_frames_are_sorted(void)
{
	static const uint16_t arrive[] = { 4094, 1, 2, 4095, 0, 3 };
	static const int expected[] = { 4094, 100, 4095, 0,   1, 101,
					2,    102, 103,	 104, 3, 105 };

	begin(16, 32);
	for (size_t i = 0; i < sizeof(arrive) / sizeof(arrive[0]); i++) {
		put(1, 0, arrive[i], 1);
		put(2, 0, (uint16_t)(100 + i), 1);
	}
	for (int i = 0; i < 12; i++)
		CHECK_INT(expected[i], next());
	end();
}

static void test_null_frames_have_no_number(void)
{
	uint8_t null[30], data[30];

	make(null, 1, 0, 0);
	null[0] = 0xc8;
	make(data, 1, 0, 7);
	CHECK(!ieee80211_precedes(null, 30, data, 30));
	CHECK(!ieee80211_precedes(data, 30, null, 30));
	make(null, 1, 0, 0);
	CHECK(ieee80211_precedes(null, 30, data, 30));
	CHECK(!ieee80211_precedes(null, 23, data, 30));
	CHECK(!ieee80211_precedes(data, 30, data, 30));
}

static void test_later_frames_wait_for_a_chain(void)
{
	begin(8, 16);
	put(1, 0, 1, 2);
	put(1, 0, 2, 2);
	put(2, 0, 3, 2); /* another station */
	put(1, 5, 4, 2); /* another TID */
	put(1, 0, 5, 2);
	CHECK_INT(1, next());
	CHECK_INT(3, next());
	CHECK_INT(4, next());
	CHECK_INT(-1, next());
	/* With its last stage in the air, it can be followed, in order. */
	CHECK_INT(FLIGHT_RETRY, fate(1, 1, false));
	CHECK_INT(2, next());
	CHECK_INT(-1, next());
	CHECK_INT(FLIGHT_DONE, fate(1, 1, false));
	CHECK_INT(-1, next());
	CHECK_INT(FLIGHT_DONE, fate(1, 2, true));
	CHECK_INT(5, next());
	end();
}

static void test_single_stages_do_not_wait(void)
{
	begin(3, 16);
	for (uint16_t seq = 0; seq < 4; seq++)
		put(1, 0, seq, seq % 2); /* none, or one stage */
	for (int seq = 0; seq < 3; seq++)
		CHECK_INT(seq, next());
	CHECK_INT(-1, next()); /* the limit */
	CHECK_INT(FLIGHT_DONE, fate(1, 1, false));
	CHECK_INT(3, next());
	end();
}

static void test_urgent_frames_go_first(void)
{
	begin(1, 16);
	put(1, 0, 1, 1);
	put(1, 0, 2, 1);
	put_with(7, 2, 0, 3, 1);
	put_with(6, 1, 0, 4, 1); /* not before those of its flow */
	put_with(6, 3, 0, 5, 1);
	put(3, 0, 6, 1);
	for (int i = 0; i < 6; i++) {
		static const uint8_t order[][2] = { { 2, 3 }, { 3, 5 },
						    { 1, 1 }, { 1, 2 },
						    { 1, 4 }, { 3, 6 } };

		CHECK_INT(order[i][1], next());
		CHECK_INT(FLIGHT_DONE, fate(order[i][0], order[i][1], true));
	}
	end();
}

static void test_the_queue_is_bounded(void)
{
	begin(2, 8);
	for (uint16_t seq = 0; seq < 6; seq++)
		CHECK_INT(seq < 4 ? DROP_NONE : DROP_QUEUE_FULL,
			  put(1, 0, seq, 1));
	for (uint16_t seq = 0; seq < 5; seq++)
		CHECK_INT(seq < 4 ? DROP_NONE : DROP_QUEUE_FULL,
			  put((uint8_t)(seq + 2), 0, seq, 1));
	next();
	next();
	CHECK_INT(DROP_NONE, put(1, 0, 9, 1));
	end();
}

/* Two downloads fill the queue. An urgent frame displaces the newest frame of
 * the longest flow. */
static void test_downloads_make_room_for_urgent_frames(void)
{
	begin(1, 16);
	for (uint16_t seq = 1; seq <= 8; seq++)
		CHECK_INT(DROP_NONE, put(1, 0, seq, 1));
	for (uint16_t seq = 11; seq <= 18; seq++)
		CHECK_INT(DROP_NONE, put(2, 0, seq, 1));
	CHECK_INT(DROP_QUEUE_FULL, put(3, 0, 30, 1));
	CHECK_INT(1, drops[DROP_QUEUE_FULL]);
	CHECK_INT(DROP_NONE, put_with(7, 3, 1, 31, 1));
	CHECK_INT(DROP_NONE, put_with(6, 4, 6, 32, 1));
	CHECK_INT(DROP_NONE, put_with(7, 5, 1, 33, 1));
	CHECK_INT(4, drops[DROP_QUEUE_FULL]);
	CHECK_INT(16, flight_backlog_total(&flight));
	for (size_t i = 0; i < 16; i++) {
		static const uint8_t order[][3] = {
			{ 3, 1, 31 }, { 4, 6, 32 }, { 5, 1, 33 }, { 1, 0, 1 },
			{ 1, 0, 2 },  { 1, 0, 3 },  { 1, 0, 4 },  { 1, 0, 5 },
			{ 1, 0, 6 },  { 1, 0, 7 },  { 2, 0, 11 }, { 2, 0, 12 },
			{ 2, 0, 13 }, { 2, 0, 14 }, { 2, 0, 15 }, { 2, 0, 16 },
		};
		struct flight_frame *frame;

		CHECK_INT(order[i][2], next());
		CHECK_INT(FLIGHT_DONE,
			  echo(order[i][0], order[i][1], order[i][2], 1, true,
			       108, &frame));
		flight_remove(&flight, frame);
	}
	CHECK_INT(-1, next());
	end();
}

/* A station without QoS has one flow for all, and a download may be marked as
 * urgent. */
static void test_frames_that_make_room_for_urgent_ones(void)
{
	begin(1, 16);
	for (uint16_t seq = 1; seq <= 8; seq++)
		put(1, 0, seq, 1);
	CHECK_INT(DROP_QUEUE_FULL, put(1, 0, 9, 1));
	CHECK_INT(DROP_NONE, put_with(7, 1, 0, 10, 1));
	CHECK_INT(8, flight_backlog_total(&flight));
	CHECK_INT(7, seq_of(flight.waiting[FLIGHT_NORMAL].last->before));
	CHECK_INT(10, seq_of(flight.waiting[FLIGHT_NORMAL].last));
	end();

	begin(1, 16);
	for (uint16_t seq = 1; seq <= 8; seq++) {
		put_with(6, 1, 6, seq, 1);
		put_with(6, 2, 6, seq, 1);
	}
	/* Both flows have the same rank and the same length. */
	CHECK_INT(DROP_QUEUE_FULL, put_with(6, 1, 6, 9, 1));
	CHECK_INT(DROP_NONE, put_with(7, 3, 1, 31, 1));
	CHECK_INT(16, flight_backlog_total(&flight));
	end();

	/* An urgent frame does not displace the only frame of another flow if
	 * that has the same rank. */
	begin(1, 16);
	for (uint8_t station = 0; station < 16; station++)
		put_with(7, station, 0, 1, 1);
	CHECK_INT(DROP_QUEUE_FULL, put_with(7, 16, 0, 1, 1));
	end();

	/* The only frame of its flow makes room for another one of the flow.
	 */
	begin(1, 16);
	for (uint8_t station = 0; station < 16; station++)
		put(station, 0, 1, 1);
	CHECK_INT(DROP_NONE, put_with(7, 15, 0, 2, 1));
	CHECK_INT(16, flight_backlog_total(&flight));
	CHECK_INT(2, seq_of(flight.waiting[FLIGHT_URGENT].first));
	end();
}

static void test_frames_expire(void)
{
	begin(1, 16);
	CHECK(flight_next_deadline(&flight) == FLIGHT_NEVER);
	put(1, 0, 1, 2);
	put(1, 0, 2, 2);
	now += 10;
	CHECK_INT(1, next());
	CHECK_INT(1250,
		  flight_next_deadline(&flight)); /* the one that waits */
	now = 1249;
	flight_expire(&flight, now, drops);
	CHECK_INT(1, flight_backlog_total(&flight));
	now = 1250;
	flight_expire(&flight, now, drops);
	CHECK_INT(0, flight_backlog_total(&flight));
	CHECK_INT(1, drops[DROP_QUEUE_OLD]);
	/* The VAP gets the status of the one that waited. */
	CHECK_INT(2, next_failed());
	CHECK_INT(-1, next_failed());
	CHECK_INT(1510, flight_next_deadline(&flight));
	now = 1509;
	put(1, 0, 3, 2);
	CHECK_INT(-1, next());
	now = 1510;
	flight_expire(&flight, now, drops);
	CHECK_INT(1, drops[DROP_STATUS_LOST]);
	/* A status that arrives now matches no frame, and later frames may go.
	 */
	CHECK_INT(FLIGHT_UNKNOWN, fate(1, 1, true));
	CHECK_INT(3, next());
	end();
}

static void test_only_sent_frames_have_a_status(void)
{
	struct flight_frame *frame, *other;

	begin(8, 16);
	put(1, 0, 1, 2);
	put(2, 0, 2, 2);
	frame = flight_dequeue(&flight, now);
	CHECK_INT(FLIGHT_UNKNOWN, echo(1, 0, 1, 2, true, 108, &other));
	CHECK(!other);
	flight_remove(&flight, frame); /* the kernel refused it */
	CHECK_INT(2, next());
	CHECK_INT(FLIGHT_UNKNOWN, echo(2, 0, 1, 2, true, 108, &other));
	CHECK_INT(FLIGHT_UNKNOWN, echo(1, 0, 2, 2, true, 108, &other));
	CHECK_INT(FLIGHT_DONE, fate(2, 2, true));
	end();
}

static void test_the_oldest_of_equal_frames_matches(void)
{
	struct flight_frame *frame;

	begin(8, 16);
	put(1, 0, 0, 1);
	put(1, 0, 0, 1);
	next();
	now += 3;
	next();
	CHECK_INT(FLIGHT_DONE, echo(1, 0, 0, 1, true, 108, &frame));
	CHECK_INT(1000, frame->since_ms);
	flight_remove(&flight, frame);
	CHECK_INT(FLIGHT_DONE, echo(1, 0, 0, 1, true, 108, &frame));
	CHECK_INT(1003, frame->since_ms);
	end();
}

/* Random chains, losses and arrivals: a station gets each flow in order. */
static void test_order(void)
{
	uint16_t put_seq[4] = { 0 }, heard[4] = { 0 };
	struct flight_frame *frame;
	uint32_t random = 1;
	unsigned int sent = 0;

	begin(6, 64);
	for (int step = 0; step < 20000; step++) {
		random = random * 1664525u + 1013904223u;
		uint8_t station = random >> 28 & 3;

		now += random >> 16 & 3;
		if (random & 1 << 20) {
			if (!put_with(random >> 21 & 7, station, 0,
				      put_seq[station] + 1, random >> 24 & 3))
				put_seq[station]++;
			while (next() >= 0)
				sent++;
			continue;
		}
		/* The radio sends in the order of injection. */
		frame = flight.in_flight.first;
		if (!frame)
			continue;
		station = frame->body[9];
		const bool acked = random >> 27 & 1;
		const uint16_t seq = (uint16_t)seq_of(frame);

		if (acked) {
			CHECK(seq > heard[station]);
			heard[station] = seq;
		}
		fate(station, seq, acked);
		if (seq >= 4000)
			break; /* sequence numbers would begin anew */
	}
	CHECK(sent > 5000);
	end();
}

/* What the airtime scheduler changes: the order of different flows, and which
 * frame a full queue drops. */
const struct unit_test flight_arrival_tests[] = {
	UNIT_TEST(test_waiting_frames_are_sorted),
	UNIT_TEST(test_later_frames_wait_for_a_chain),
	UNIT_TEST(test_the_queue_is_bounded),
	UNIT_TEST(test_downloads_make_room_for_urgent_frames),
	UNIT_TEST(test_frames_that_make_room_for_urgent_ones),
	{ NULL, NULL },
};

/* More than flight_next_failed() keeps at a time. */
static void test_all_expired_frames_are_reported(void)
{
	unsigned int total = 2 * FLIGHT_FAILED_MAX + 10, reported = 0, rounds;

	begin(1, 2 * total);
	for (unsigned int i = 0; i < total; i++)
		CHECK_INT(DROP_NONE, put(1, 0, (uint16_t)i, 1));
	now += FLIGHT_QUEUE_TIMEOUT_MS;
	for (rounds = 0; flight_next_deadline(&flight) <= now; rounds++) {
		unsigned int before = reported;

		flight_expire(&flight, now, drops);
		while (next_failed() == (int)reported)
			reported++;
		/* The next call has work: it does not spin. */
		CHECK(reported > before);
		if (reported == before)
			break;
	}
	CHECK_INT(3, rounds);
	CHECK_INT(total, reported);
	CHECK_INT(total, drops[DROP_QUEUE_OLD]);
	CHECK_INT(0, flight_backlog_total(&flight));
	end();
}

const struct unit_test flight_tests[] = {
	UNIT_TEST(test_the_whole_chain),
	UNIT_TEST(test_acknowledged_at_the_second_stage),
	UNIT_TEST(test_stages_without_tries_are_skipped),
	UNIT_TEST(test_too_wide),
	UNIT_TEST(test_null_frames_have_no_number),
	UNIT_TEST(test_single_stages_do_not_wait),
	UNIT_TEST(test_urgent_frames_go_first),
	UNIT_TEST(test_frames_expire),
	UNIT_TEST(test_all_expired_frames_are_reported),
	UNIT_TEST(test_only_sent_frames_have_a_status),
	UNIT_TEST(test_the_oldest_of_equal_frames_matches),
	UNIT_TEST(test_order),
	{ NULL, NULL },
};
