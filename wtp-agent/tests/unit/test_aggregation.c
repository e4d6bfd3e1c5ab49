/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of stations while the radio takes time. */
#include <errno.h>
#include <string.h>

#include "slow_radio.h"
#include "unit.h"

/* Frames to station 0 wait, and its entry is requested. */
static void request_entry(void)
{
	slow_begin();
	slow_put_beacon();
	CHECK_STR("b", slow_on_air());
	slow_put(0, '1');
	CHECK_STR("1", slow_on_air());
	slow_put(0, '2');
	slow_put(0, '3');
	slow_execute();
	CHECK_STR("A", slow_executed);
	slow_put(0, '4');
	CHECK_INT(PEER_ENTRY_ADDING, slow_peer(0)->entry);
	CHECK_INT(1, slow_worker.pending);
}

static void add_entry(void)
{
	request_entry();
	slow_execute();
	CHECK_INT(PEER_ENTRY_PRESENT, slow_peer(0)->entry);
	CHECK(slow_status(0, '1', true));
	CHECK_STR("234", slow_on_air());
	CHECK_INT(3, slow_radio.queue.flight.local);
}

/* mac80211 would drop frames of the radio meanwhile. */
static void test_all_frames_wait_for_an_access_point(void)
{
	slow_begin();
	slow_put_beacon();
	slow_put(0, '1');
	CHECK_STR("b1", slow_on_air());
	slow_put(0, '2');
	slow_put(0, '3');
	CHECK_INT(1, slow_worker.pending);
	CHECK_STR("", slow_executed);
	slow_put(1, 'x');
	slow_put_beacon();
	/* It needs another injection. */
	CHECK(!slow_status(0, '1', false));
	CHECK_STR("", slow_on_air());
	slow_execute();
	/* The last rate of the first frame lets the second one follow. */
	CHECK_STR("b12x", slow_on_air());
	CHECK_INT(0, slow_worker.pending);
	slow_end();
}

static void test_only_frames_of_the_station_wait_for_its_entry(void)
{
	request_entry();
	slow_put(1, 'x');
	slow_put_beacon();
	CHECK_STR("bx", slow_on_air());
	/* The agent does not know whether mac80211 numbers it. */
	CHECK(!slow_status(0, '1', false));
	CHECK_STR("", slow_on_air());
	slow_execute();
	CHECK_STR("AS", slow_executed);
	CHECK_STR("1234", slow_on_air());
	CHECK_INT(4, slow_radio.queue.flight.local);
	slow_end();
}

static void test_a_failed_addition_lets_single_frames_go(void)
{
	request_entry();
	slow_sta_error = EINVAL;
	slow_execute();
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK(slow_status(0, '1', true));
	CHECK_STR("2", slow_on_air());
	CHECK_INT(0, slow_radio.queue.flight.local);
	/* No further attempt for a time. */
	slow_put(0, '5');
	CHECK_INT(0, slow_worker.pending);
	slow_end();
}

/* The radio adds entries of other stations. */
static void test_a_busy_radio_gets_the_entry_soon(void)
{
	slow_begin();
	slow_put_beacon();
	slow_put(0, '1');
	CHECK_STR("b1", slow_on_air());
	slow_put(0, '2');
	slow_put(0, '3');
	slow_execute();
	slow_radio.station_requests = RADIO_STATION_REQUESTS_MAX;
	slow_put(0, '4');
	CHECK_INT(0, slow_worker.pending);
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK_INT(clock_ms() + PEER_BUSY_RETRY_MS,
		  slow_peer(0)->retry_after_ms);
	slow_radio.station_requests = 0;
	/* No attempt for each frame. */
	slow_put(0, '5');
	CHECK_INT(0, slow_worker.pending);
	slow_peer(0)->retry_after_ms = clock_ms();
	slow_put(0, '6');
	CHECK_INT(PEER_ENTRY_ADDING, slow_peer(0)->entry);
	slow_execute();
	CHECK_INT(PEER_ENTRY_PRESENT, slow_peer(0)->entry);
	CHECK_INT(0, slow_radio.station_requests);
	slow_end();
}

static void test_a_removal_ends_the_wait(void)
{
	add_entry();
	slow_doze(0, true);
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	slow_doze(0, false);
	/* The frames that mac80211 had failed. */
	CHECK_INT(0, slow_radio.queue.flight.in_flight.n);
	peer_session(slow_peer(0), 0)->state = BLOCK_ACK_ENDED;
	peer_session(slow_peer(0), 0)->radio_holds_frames = false;
	slow_put(0, '6');
	slow_put(1, 'x');
	CHECK_STR("x", slow_on_air());
	slow_execute();
	CHECK_STR("ASs", slow_executed);
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK_STR("6", slow_on_air());
	CHECK_INT(0, slow_radio.queue.flight.local);
	slow_end();
}

static void test_a_removal_during_the_addition(void)
{
	request_entry();
	slow_doze(0, true);
	slow_doze(0, false);
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	CHECK_INT(2, slow_worker.pending);
	slow_execute();
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	peer_session(slow_peer(0), 0)->state = BLOCK_ACK_ENDED;
	slow_put(0, '6');
	CHECK_STR("", slow_on_air());
	slow_execute();
	CHECK_STR("ASs", slow_executed);
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK_STR("6", slow_on_air());
	slow_end();
}

/* A new association, or a peer that makes room. */
static void test_a_station_is_forgotten_during_the_addition(void)
{
	uint8_t deauth[26] = { 0xc0 };
	struct downlink_frame frame = {
		.ack = true,
		.body = deauth,
		.body_len = sizeof(deauth),
		.bssid = deauth + 10,
		.station = deauth + 4,
	};

	request_entry();
	slow_station_of(deauth + 4, 0);
	memcpy(deauth + 10, slow_ap, ADDR_LEN);
	memcpy(deauth + 16, slow_ap, ADDR_LEN);
	aggregation_downlink(&slow_aggregation, &slow_radio, &frame);
	CHECK_INT(2, slow_worker.pending);
	CHECK(!slow_peer(0)->described.aid);
	slow_execute();
	slow_execute();
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK(!slow_radio.queue.flight.holds.first);
	slow_end();
}

/* mac80211 may send its frames until the entry is gone. */
static void test_frames_are_requeued_after_the_removal(void)
{
	uint8_t addba[33] = { 0xd0 };

	add_entry();
	slow_station_of(addba + 4, 0);
	memcpy(addba + 10, slow_ap, ADDR_LEN);
	memcpy(addba + 16, slow_ap, ADDR_LEN);
	addba[24] = 3; /* block ack: ADDBA request */
	aggregation_kernel_frame_failed(&slow_aggregation, &slow_radio, addba,
					sizeof(addba));
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	CHECK(slow_status(0, '2', true));
	CHECK_INT(2, slow_radio.queue.flight.in_flight.n);
	CHECK_STR("", slow_on_air());
	slow_execute();
	CHECK_INT(0, slow_radio.queue.flight.in_flight.n);
	CHECK_STR("3", slow_on_air());
	CHECK_INT(0, slow_radio.queue.flight.local);
	slow_end();
}

/* With an entry, mac80211 would number each fragment as a frame. */
static void test_a_fragment_ends_the_entry(void)
{
	const struct flight *flight = &slow_radio.queue.flight;

	add_entry();
	CHECK(slow_status(0, '2', true));
	slow_put_fragment(0, '5');
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	slow_execute();
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	/* What mac80211 had, and the fragment, wait as single frames until a
	 * null frame and a DELBA have a status. */
	CHECK_INT(0, flight->local);
	CHECK_INT(2 + 3, flight->waiting[FLIGHT_NORMAL].n);
	CHECK(!strpbrk(slow_on_air(), "345"));
	CHECK(!queue_next_failed(&slow_radio.queue, -1,
				 &(struct uplink_frame){ 0 }));
	/* No new entry for a time. */
	slow_put(0, '6');
	slow_put(0, '7');
	CHECK_INT(0, slow_worker.pending);
	slow_end();
}

/* Their frames have the VAP's numbers afterwards. */
static void test_a_fragment_ends_the_sessions_of_all_tids(void)
{
	struct block_ack_session *busy, *idle;

	add_entry();
	busy = peer_session(slow_peer(0), 5);
	idle = peer_session(slow_peer(0), 6);
	busy->state = idle->state = BLOCK_ACK_ENDED;
	slow_put_tid(0, 'v', 5);
	CHECK(!block_ack_is_ending(busy));
	slow_put_fragment(0, '5');
	CHECK(block_ack_is_ending(busy));
	CHECK(!block_ack_is_ending(idle));
	slow_end();
}

static void test_a_fragment_ends_the_addition(void)
{
	request_entry();
	slow_put_fragment(0, '5');
	CHECK_INT(PEER_ENTRY_REMOVING, slow_peer(0)->entry);
	slow_execute();
	slow_execute();
	CHECK_STR("ASs", slow_executed);
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	CHECK_INT(0, slow_radio.queue.flight.local);
	slow_end();
}

static void test_a_refused_access_point(void)
{
	slow_begin();
	slow_put_beacon();
	slow_put(0, '1');
	CHECK_STR("b1", slow_on_air());
	slow_put(0, '2');
	slow_put(0, '3');
	slow_ap_error = EBUSY;
	slow_execute();
	/* The start may have left an interface. */
	CHECK_INT(1, slow_worker.pending);
	slow_execute();
	CHECK_STR("Aa", slow_executed);
	CHECK_INT(0, slow_worker.pending);
	slow_put_beacon();
	slow_put(1, 'x');
	slow_put(0, '4');
	CHECK_STR("bx", slow_on_air());
	CHECK_INT(0, slow_worker.pending);
	slow_end();
}

static void test_a_stop_during_the_start(void)
{
	slow_begin();
	slow_put_beacon();
	slow_put(0, '1');
	slow_on_air();
	slow_put(0, '2');
	slow_put(0, '3');
	aggregation_stop_radio(&slow_aggregation, &slow_radio);
	aggregation_stop_radio(&slow_aggregation, &slow_radio);
	CHECK_INT(2, slow_worker.pending);
	slow_put(1, 'x');
	slow_execute();
	CHECK_STR("", slow_on_air());
	slow_execute();
	CHECK_STR("Aa", slow_executed);
	CHECK_STR("x", slow_on_air());
	/* The next start needs the VAP's next beacon. */
	slow_put(0, '4');
	CHECK_INT(0, slow_worker.pending);
	slow_put_beacon();
	slow_put(0, '5');
	CHECK_INT(1, slow_worker.pending);
	slow_end();
}

/* Their TX status does not come; the VAP learns of it at the end. */
static void test_a_stop_fails_frames_of_entries(void)
{
	struct uplink_frame out;
	unsigned int failed = 0;

	add_entry();
	aggregation_stop(&slow_aggregation, &slow_radio, 0);
	CHECK(slow_status(0, '2', true));
	CHECK(!queue_next_failed(&slow_radio.queue, -1, &out));
	slow_execute();
	CHECK_STR("ASa", slow_executed);
	while (queue_next_failed(&slow_radio.queue, -1, &out))
		failed++;
	CHECK_INT(2, failed);
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	slow_end();
}

/* With a request of its entry. */
static void test_a_stop_during_the_addition(void)
{
	request_entry();
	aggregation_stop(&slow_aggregation, &slow_radio, 0);
	CHECK_INT(2, slow_worker.pending);
	slow_execute();
	CHECK_INT(PEER_ENTRY_NONE, slow_peer(0)->entry);
	slow_execute();
	CHECK_STR("ASa", slow_executed);
	CHECK(!slow_radio.queue.flight.holds.first &&
	      !slow_radio.queue.flight.paused);
	slow_end();
}

/* Frames go on meanwhile, and no access point starts beside the one that
 * remains. */
static void test_a_failed_stop(void)
{
	add_entry();
	slow_ap_stop_error = EBUSY;
	aggregation_stop(&slow_aggregation, &slow_radio, 0);
	slow_execute();
	CHECK_INT(1, slow_failed_stops);
	slow_put_beacon();
	slow_put(1, 'x');
	slow_put(1, 'y');
	CHECK_STR("bx", slow_on_air());
	CHECK_INT(0, slow_worker.pending);
	aggregation_remove_ap(&slow_aggregation, &slow_radio, 0);
	aggregation_remove_ap(&slow_aggregation, &slow_radio, 0);
	slow_execute();
	CHECK_INT(2, slow_failed_stops);
	CHECK_STR("ASaa", slow_executed);
	aggregation_remove_ap(&slow_aggregation, &slow_radio, 0);
	slow_put_beacon();
	CHECK_STR("b", slow_on_air());
	slow_execute();
	CHECK_INT(3, slow_failed_stops);
	CHECK_INT(0, slow_worker.pending);
	slow_ap_stop_error = 0;
	aggregation_remove_ap(&slow_aggregation, &slow_radio, 0);
	slow_execute();
	CHECK_INT(3, slow_failed_stops);
	slow_put(1, '0');
	slow_execute();
	CHECK_STR("ASaaaaA", slow_executed);
	slow_end();
}

static void test_no_start_during_a_change_of_the_channel(void)
{
	slow_begin();
	slow_put_beacon();
	slow_put(0, '1');
	slow_on_air();
	slow_radio.channel_requests = 1;
	slow_put(0, '2');
	slow_put(0, '3');
	CHECK_INT(0, slow_worker.pending);
	slow_radio.channel_requests = 0;
	slow_put(0, '4');
	CHECK_INT(1, slow_worker.pending);
	slow_end();
}

const struct unit_test aggregation_tests[] = {
	UNIT_TEST(test_all_frames_wait_for_an_access_point),
	UNIT_TEST(test_only_frames_of_the_station_wait_for_its_entry),
	UNIT_TEST(test_a_failed_addition_lets_single_frames_go),
	UNIT_TEST(test_a_busy_radio_gets_the_entry_soon),
	UNIT_TEST(test_a_removal_ends_the_wait),
	UNIT_TEST(test_a_removal_during_the_addition),
	UNIT_TEST(test_a_station_is_forgotten_during_the_addition),
	UNIT_TEST(test_frames_are_requeued_after_the_removal),
	UNIT_TEST(test_a_fragment_ends_the_entry),
	UNIT_TEST(test_a_fragment_ends_the_sessions_of_all_tids),
	UNIT_TEST(test_a_fragment_ends_the_addition),
	UNIT_TEST(test_a_refused_access_point),
	UNIT_TEST(test_a_stop_during_the_start),
	UNIT_TEST(test_a_stop_fails_frames_of_entries),
	UNIT_TEST(test_a_stop_during_the_addition),
	UNIT_TEST(test_a_failed_stop),
	UNIT_TEST(test_no_start_during_a_change_of_the_channel),
	{ NULL, NULL },
};
