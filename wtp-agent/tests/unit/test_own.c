/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's own frames among those of VAPs (flight.h): their place in the
 * queue, and the report of each lost one. test_own_again.c tests retries. */
#include "flights.h"
#include "frame/ieee80211.h"
#include "unit.h"

#define LEN	    30
#define WAITING_MAX 16

static const uint8_t ap[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static struct flight flight;
static uint64_t now, drops[DROP_MAX];
static unsigned int lost;

static void count_lost(void *arg, const struct flight_frame *frame)
{
	CHECK(arg == &lost && frame->own);
	lost++;
}

static void begin(void)
{
	flight_init(&flight, 1, WAITING_MAX, WIDTH_20);
	set_flight_airtime(&flight);
	flight.lost = count_lost;
	flight.lost_arg = &lost;
	memset(drops, 0, sizeof(drops));
	lost = 0;
	now = 1000;
}

static void end(void)
{
	end_flight(&flight);
}

/* QoS data of a TID, which is its priority too. */
static bool put(uint8_t station, uint8_t tid, uint8_t number)
{
	uint8_t body[LEN] = { 0x88, 0x02, [4] = 2, [9] = station };
	struct downlink_frame frame = {
		.ack = true, .priority = tid, .body = body, .body_len = LEN
	};

	memcpy(body + 10, ap, 6);
	memcpy(body + 16, ap, 6);
	body[22] = (uint8_t)(number << 4);
	body[23] = (uint8_t)(number >> 4);
	body[24] = tid;
	return flight_enqueue(&flight, &frame, now, drops);
}

static uint8_t delba[IEEE80211_DELBA_LEN];

static bool put_own(uint8_t station, uint8_t tid, uint8_t priority,
		    enum downlink_own kind)
{
	const uint8_t address[] = { 2, 0, 0, 0, 0, station };
	struct downlink_frame own = { .ack = true,
				      .priority = priority,
				      .body = delba,
				      .body_len = sizeof(delba),
				      .own = kind,
				      .own_tid = tid };

	ieee80211_make_delba(delba, ap, address, tid, 7);
	return flight_enqueue(&flight, &own, now, drops);
}

static struct flight_frame *next(void)
{
	struct flight_frame *frame = flight_dequeue(&flight, now);

	if (frame)
		flight_mark_sent(frame);
	return frame;
}

static bool answer(bool acked)
{
	const struct radiotap rt = { .present = 1u << RADIOTAP_TX_FLAGS,
				     .tx_flags =
					     acked ? 0 : RADIOTAP_TX_FAIL };
	const struct flight_echo in = { &rt, delba, sizeof(delba) };
	struct flight_frame *frame;

	if (flight_handle_status(&flight, &in, now, &frame) != FLIGHT_DONE)
		return false;
	flight_remove(&flight, frame);
	return true;
}

/* A download does not delay voice frames that wait for the own frame. */
static void test_an_own_frame_is_as_urgent_as_its_flow(void)
{
	struct flight_frame *frame;

	begin();
	put(1, 0, 1);
	put(2, 6, 1);
	put_own(2, 6, 6, DOWNLINK_OWN_ONCE);
	frame = next();
	CHECK(frame && frame->own);
	end();

	/* The own frame's priority does not matter. */
	begin();
	put(1, 0, 1);
	put(2, 6, 1);
	put_own(2, 6, 0, DOWNLINK_OWN_ONCE);
	frame = next();
	CHECK(frame && frame->own);
	end();

	begin();
	put(1, 0, 1);
	put_own(2, 6, 6, DOWNLINK_OWN_ONCE);
	put(2, 6, 1);
	frame = next();
	CHECK(frame && frame->own && answer(true));
	frame = next();
	CHECK(frame && frame->body[9] == 2);
	end();
}

static void test_an_own_frame_gets_a_place_in_a_full_queue(void)
{
	for (uint8_t tid = 0; tid < 7; tid += 6) {
		begin();
		for (uint8_t number = 0; number < WAITING_MAX / 2; number++)
			CHECK(put(1, tid, number) && put(2, tid, number));
		/* With the scheduler the flow's oldest frame makes room. */
		CHECK_INT(flights_airtime && !tid, put(1, tid, 20));
		CHECK(put_own(1, tid, tid, DOWNLINK_OWN_ONCE));
		CHECK(put_own(3, tid, tid, DOWNLINK_OWN_ONCE));
		CHECK_INT(WAITING_MAX, flight_backlog_total(&flight));
		CHECK_INT(3, drops[DROP_QUEUE_FULL]);
		CHECK_INT(0, lost);
		CHECK(next()->own);
		end();
	}
	/* The number of own frames is limited. */
	begin();
	for (uint8_t tid = 0; tid < 8; tid++)
		CHECK(put_own(1, tid, 0, DOWNLINK_OWN_ONCE) &&
		      put_own(2, tid, 0, DOWNLINK_OWN_ONCE));
	CHECK(!put_own(3, 0, 0, DOWNLINK_OWN_ONCE));
	CHECK_INT(0, lost);
	end();
}

static void test_a_lost_own_frame_is_reported(void)
{
	struct flight_frame *frame;

	/* The frame waits for too long. */
	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	put(1, 0, 1);
	now += FLIGHT_QUEUE_TIMEOUT_MS;
	flight_expire(&flight, now, drops);
	CHECK_INT(0, flight_backlog_total(&flight));
	CHECK_INT(1, lost);
	end();

	/* Its status is lost. */
	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	CHECK(next());
	now += FLIGHT_STATUS_TIMEOUT_MS;
	flight_expire(&flight, now, drops);
	CHECK_INT(1, lost);
	end();

	/* The kernel refuses it. */
	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	flight_handle_refusal(&flight, flight_dequeue(&flight, now), now);
	CHECK_INT(1, lost);
	end();

	/* The station falls asleep, after a first try. */
	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_RETRIED);
	CHECK(next() && !answer(false));
	flight_drain(&flight, ap, delba + 4, now);
	frame = flight_next_failed(&flight, now);
	CHECK(frame);
	flight_remove(&flight, frame);
	CHECK_INT(1, lost);
	end();
}

static void test_no_other_frame_is_reported(void)
{
	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	CHECK(next() && answer(true));
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	CHECK(next() && answer(false));
	put(1, 0, 1);
	flight_handle_refusal(&flight, flight_dequeue(&flight, now), now);
	CHECK_INT(0, flight.in_flight.n);
	/* The callback's owner may no longer exist. */
	put_own(1, 0, 0, DOWNLINK_OWN_ONCE);
	end();
	CHECK_INT(0, lost);
}

/* Frames behind a refused own frame wait until it is injected. */
static void test_a_refused_own_frame_is_retried(void)
{
	struct flight_frame *frame;

	begin();
	put_own(1, 0, 0, DOWNLINK_OWN_RETRIED);
	put(1, 0, 1);
	flight_handle_refusal(&flight, flight_dequeue(&flight, now), now);
	CHECK(!next());
	CHECK_INT(now + FLIGHT_RETRY_MS, flight_next_deadline(&flight));
	now += FLIGHT_RETRY_MS;
	frame = next();
	CHECK(frame && frame->own && answer(true));
	CHECK(next());
	CHECK_INT(0, lost);
	end();
}

const struct unit_test own_tests[] = {
	UNIT_TEST(test_an_own_frame_is_as_urgent_as_its_flow),
	UNIT_TEST(test_an_own_frame_gets_a_place_in_a_full_queue),
	UNIT_TEST(test_a_lost_own_frame_is_reported),
	UNIT_TEST(test_no_other_frame_is_reported),
	UNIT_TEST(test_a_refused_own_frame_is_retried),
	{ NULL, NULL },
};
