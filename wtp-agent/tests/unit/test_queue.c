/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of a radio that is a socket. */
#include "queue/queue.h"

#include <sys/socket.h>
#include <unistd.h>

#include "frame/ieee80211.h"
#include "unit.h"

static const uint8_t ap[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const uint8_t station[] = { 2, 0, 0, 0, 1, 1 };
static const struct config_radio config = { .in_flight = 4,
					    .queue = 16,
					    .queue_memory = 256 };
static struct counters counters;
static struct queue queue;
static int air;

static void begin(void)
{
	int ends[2];

	memset(&counters, 0, sizeof(counters));
	queue_init(&queue, &config, &counters);
	CHECK(!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
	queue.fd = ends[0];
	air = ends[1];
}

static void end(void)
{
	queue_destroy(&queue);
	close(queue.fd);
	close(air);
}

/* QoS data with a chain of two rates. */
static void put(void)
{
	uint8_t body[30] = { 0x88, 0x02 };
	struct downlink_frame frame = { .ack = true,
					.body = body,
					.body_len = sizeof(body),
					.chain.n = 2 };

	memcpy(body + 4, station, 6);
	memcpy(body + 10, ap, 6);
	memcpy(body + 16, ap, 6);
	body[29] = 1;
	frame.chain.stages[0].tries = frame.chain.stages[1].tries = 1;
	CHECK(queue_enqueue(&queue, &frame));
}

static void fail(struct flight_frame *frame)
{
	uint8_t body[30];
	struct uplink_frame status = {
		.rt = { .present = 1u << RADIOTAP_TX_FLAGS,
			.tx_flags = RADIOTAP_TX_FAIL },
		.frame = body,
		.frame_len = sizeof(body),
	};

	memcpy(body, frame->body, sizeof(body));
	CHECK(!queue_handle_status(&queue, &status));
	CHECK_INT(1, queue.batch.n);
}

static unsigned int on_air(void)
{
	uint8_t data[256];
	unsigned int n = 0;

	while (recv(air, data, sizeof(data), MSG_DONTWAIT) > 0)
		n++;
	return n;
}

static void test_a_limit_of_the_batch_sends_each_frame_at_once(void)
{
	uint8_t body[30] = { 0x88, 0x02 };
	struct downlink_frame frame = { .body = body,
					.body_len = sizeof(body),
					.chain.n = 1 };

	begin();
	packet_batch_set_limit(&queue.batch, 1);
	CHECK(!packet_batch_is_full(&queue.batch));
	for (unsigned int i = 0; i < 2; i++)
		CHECK(queue_enqueue(&queue, &frame));
	CHECK(packet_batch_is_full(&queue.batch));
	CHECK_INT(1, on_air());
	queue_flush(&queue);
	CHECK_INT(1, on_air());
	end();
}

/* It needs another injection and has expired. */
static void test_frames_in_the_batch_are_not_freed(void)
{
	struct flight_frame *frame;

	begin();
	put();
	queue_run(&queue);
	CHECK_INT(1, on_air());
	frame = queue.flight.in_flight.first;
	fail(frame);
	frame->since_ms = 0;
	queue_run(&queue);
	CHECK_INT(1, on_air());
	CHECK_INT(0, queue.batch.n + queue.flight.in_flight.n);
	CHECK_INT(1, counters.drops[DROP_STATUS_LOST]);
	end();
}

/* mac80211 had an entry of the station and has removed it. */
static void test_frames_in_the_batch_are_not_requeued(void)
{
	begin();
	put();
	queue_run(&queue);
	flight_make_local(&queue.flight, ap, station);
	fail(queue.flight.in_flight.first);
	queue_requeue(&queue, ap, station);
	CHECK_INT(0, queue.batch.n);
	CHECK_INT(2, on_air());
	queue_run(&queue);
	CHECK_INT(1, on_air());
	end();
}

static void test_own_frames_have_the_priority_of_their_tid(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	begin();
	ieee80211_make_delba(delba, ap, station, 6, 7);
	CHECK(queue_enqueue_own(&queue, delba, sizeof(delba), 6,
				DOWNLINK_OWN_ONCE));
	CHECK_INT(1, queue.flight.waiting[FLIGHT_URGENT].n);
	CHECK(queue_enqueue_own(&queue, delba, sizeof(delba), 5,
				DOWNLINK_OWN_ONCE));
	CHECK_INT(1, queue.flight.waiting[FLIGHT_NORMAL].n);
	for (uint8_t tid = 0; tid < 14; tid++)
		queue_enqueue_own(&queue, delba, sizeof(delba), tid,
				  DOWNLINK_OWN_ONCE);
	CHECK(!queue_enqueue_own(&queue, delba, sizeof(delba), 14,
				 DOWNLINK_OWN_ONCE));
	CHECK_INT(1, counters.drops[DROP_QUEUE_FULL]);
	end();
}

/* An echo with the same addresses, number and first octet whose DS bits make
 * its header longer than the whole frame that the agent sent. */
static void test_an_echo_with_a_longer_header_is_of_another_frame(void)
{
	uint8_t body[24] = { 0x08, 0x02 }, echo[36];
	struct downlink_frame frame = { .ack = true,
					.body = body,
					.body_len = sizeof(body),
					.chain.n = 2 };
	struct uplink_frame status = {
		.rt = { .present = 1u << RADIOTAP_TX_FLAGS },
		.frame = echo,
		.frame_len = sizeof(echo),
	};

	memcpy(body + 4, station, 6);
	memcpy(body + 10, ap, 6);
	memcpy(body + 16, ap, 6);
	frame.chain.stages[0].tries = frame.chain.stages[1].tries = 1;
	begin();
	CHECK(queue_enqueue(&queue, &frame));
	queue_run(&queue);
	memset(echo, 0, sizeof(echo));
	memcpy(echo, body, sizeof(body));
	echo[1] |= IEEE80211_TO_DS;
	CHECK(queue_handle_status(&queue, &status));
	CHECK(status.unknown);
	CHECK_INT(1, queue.flight.in_flight.n);
	/* The header of the report is that of the sent frame. */
	echo[1] = IEEE80211_FROM_DS | IEEE80211_RETRY;
	status.unknown = false;
	CHECK(queue_handle_status(&queue, &status));
	CHECK(!status.unknown);
	CHECK_MEM(body, status.head + status.head_len - sizeof(body),
		  sizeof(body));
	CHECK_INT(0, queue.flight.in_flight.n);
	end();
}

static bool put_group_frame(uint8_t vap, uint8_t payload)
{
	uint8_t body[25] = { 0x08, 0x02 };
	struct downlink_frame frame = { .body = body,
					.body_len = sizeof(body) };
	bool enqueued;

	memset(body + 4, 0xff, 6);
	memcpy(body + 10, ap, 6);
	body[15] = vap;
	body[24] = payload;
	enqueued = queue_enqueue(&queue, &frame);
	queue_run(&queue);
	return enqueued;
}

/* Returns the last octet of the next frame on the air, or -1. */
static int next_on_air(void)
{
	uint8_t data[256];
	ssize_t len = recv(air, data, sizeof(data), MSG_DONTWAIT);

	return len > 0 ? data[len - 1] : -1;
}

static void test_kept_frames_end_with_their_lease(void)
{
	uint8_t other[] = { 2, 0xaa, 0xbb, 0xcc, 0, 2 };

	begin();
	queue_pause(&queue);
	for (uint8_t i = 0; i < QUEUE_KEPT_MAX; i++)
		CHECK(put_group_frame(1 + i % 2, i));
	CHECK(!put_group_frame(2, 99));
	CHECK_INT(-1, next_on_air());
	queue_forget(&queue, other);
	CHECK_INT(QUEUE_KEPT_MAX / 2, counters.drops[DROP_NO_LEASE]);
	/* There is room again, behind the others. */
	CHECK(put_group_frame(2, 100));
	queue_resume(&queue);
	for (uint8_t i = 0; i < QUEUE_KEPT_MAX; i += 2)
		CHECK_INT(i, next_on_air());
	CHECK_INT(100, next_on_air());
	CHECK_INT(-1, next_on_air());
	queue_pause(&queue);
	CHECK(put_group_frame(2, 101));
	queue_forget(&queue, other);
	queue_forget(&queue, other);
	CHECK_INT(QUEUE_KEPT_MAX / 2 + 1, counters.drops[DROP_NO_LEASE]);
	CHECK(put_group_frame(1, 102));
	queue_resume(&queue);
	CHECK_INT(102, next_on_air());
	CHECK_INT(-1, next_on_air());
	end();
}

/* Those of one transmitter, whether they await a TX status or not. */
static void test_waiting_frames_fail(void)
{
	static const uint8_t other[] = { 2, 0xaa, 0xbb, 0xcc, 0, 2 };
	uint8_t body[25] = { 0x08, 0x01 };
	struct downlink_frame frame = { .ack = true,
					.body = body,
					.body_len = sizeof(body),
					.bssid = body + 10,
					.station = body + 4 };
	struct uplink_frame status;

	memcpy(body + 4, station, 6);
	begin();
	queue_pause(&queue);
	for (int i = 0; i < 4; i++) {
		memcpy(body + 10, i % 2 ? other : ap, 6);
		body[22] = (uint8_t)(16 * i);
		CHECK(queue_enqueue(&queue, &frame));
	}
	CHECK(put_group_frame(2, 1));
	CHECK(put_group_frame(1, 2));
	CHECK_INT(3, queue_fail(&queue, other));
	for (int i = 0; i < 2; i++)
		CHECK(queue_next_failed(&queue, -1, &status));
	CHECK(!queue_next_failed(&queue, -1, &status));
	CHECK_INT(2, queue.flight.waiting[FLIGHT_NORMAL].n);
	CHECK_INT(0, queue_fail(&queue, other));
	queue_resume(&queue);
	CHECK_INT(2, next_on_air());
	end();
}

const struct unit_test queue_tests[] = {
	UNIT_TEST(test_waiting_frames_fail),
	UNIT_TEST(test_kept_frames_end_with_their_lease),
	UNIT_TEST(test_an_echo_with_a_longer_header_is_of_another_frame),
	UNIT_TEST(test_a_limit_of_the_batch_sends_each_frame_at_once),
	UNIT_TEST(test_frames_in_the_batch_are_not_freed),
	UNIT_TEST(test_frames_in_the_batch_are_not_requeued),
	UNIT_TEST(test_own_frames_have_the_priority_of_their_tid),
	{ NULL, NULL },
};
