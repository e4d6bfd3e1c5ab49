/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of a radio that is a socket. */
#include "queue.h"

#include <sys/socket.h>
#include <unistd.h>

#include "ieee80211.h"
#include "unit.h"

static const uint8_t ap[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const uint8_t station[] = { 2, 0, 0, 0, 1, 1 };
static const struct config_radio config = { .in_flight = 4, .queue = 16 };
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

static void test_own_frames_have_the_priority_of_their_tid(void)
{
	uint8_t delba[IEEE80211_DELBA_LEN];

	begin();
	ieee80211_make_delba(delba, ap, station, 6, 7);
	CHECK(queue_put_own(&queue, delba, sizeof(delba), 6, false, false));
	CHECK_INT(1, queue.flight.waiting[FLIGHT_URGENT].n);
	CHECK(queue_put_own(&queue, delba, sizeof(delba), 5, false, false));
	CHECK_INT(1, queue.flight.waiting[FLIGHT_NORMAL].n);
	for (uint8_t tid = 0; tid < 14; tid++)
		queue_put_own(&queue, delba, sizeof(delba), tid, false, false);
	CHECK(!queue_put_own(&queue, delba, sizeof(delba), 14, false, false));
	CHECK_INT(1, counters.drops[DROP_QUEUE_FULL]);
	end();
}

const struct unit_test queue_tests[] = {
	UNIT_TEST(test_own_frames_have_the_priority_of_their_tid),
	{ NULL, NULL },
};
