/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregation/peers.h"
#include "unit.h"

static const uint8_t bssid[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };
static const uint8_t station[] = { 2, 0, 0, 0, 1, 1 };

static struct peers peers;

static struct peer *begin(uint64_t now)
{
	memset(&peers, 0, sizeof(peers));
	return peers_get(&peers, bssid, station, now);
}

static const struct cloudmac_station described = {
	.aid = 1,
	.rates_n = 1,
	.rates = { 12 },
	.has_ht = true,
};

static void test_peers_are_found_by_both_addresses(void)
{
	struct peer *peer = begin(1000);

	CHECK(peer && peers_find(&peers, bssid, station) == peer);
	CHECK(!peers_find(&peers, station, bssid));
}

static void test_an_entry_needs_a_description(void)
{
	struct peer *peer = begin(1000);
	struct cloudmac_station legacy = described;

	CHECK(!peer_needs_entry(peer, 1000));
	legacy.has_ht = false;
	CHECK(!peer_describe(peer, &legacy, 1000));
	CHECK(!peer_needs_entry(peer, 1000));
	CHECK(peer_describe(peer, &described, 1000));
	CHECK(peer_needs_entry(peer, 1000 + PEER_STALE_MS - 1));
	CHECK(!peer_needs_entry(peer, 1000 + PEER_STALE_MS));
	peer->retry_after_ms = 3000;
	CHECK(!peer_needs_entry(peer, 2999));
	CHECK(peer_needs_entry(peer, 3000));
	peer->entry = PEER_ENTRY_PRESENT;
	CHECK(!peer_needs_entry(peer, 3000));
}

static void test_no_entry_for_a_time_after_a_fragment(void)
{
	struct peer *peer = begin(1000);

	peer_describe(peer, &described, 1000);
	peer_note_fragment(peer, 1500);
	peer_describe(peer, &described, 1500 + PEER_FRAGMENT_MS);
	CHECK(!peer_needs_entry(peer, 1500 + PEER_FRAGMENT_MS - 1));
	CHECK(peer_needs_entry(peer, 1500 + PEER_FRAGMENT_MS));
}

static void test_a_repeated_description_changes_nothing(void)
{
	struct peer *peer = begin(1000);
	struct cloudmac_station other = described;

	CHECK(!peer_describe(peer, &described, 1000));
	CHECK(!peer_describe(peer, &described, 9000));
	CHECK(peer_needs_entry(peer, 18999));
	other.ht[3] ^= 1;
	CHECK(peer_describe(peer, &other, 9000));
}

static void test_an_entry_without_description_is_idle(void)
{
	struct peer *peer = begin(1000);

	peer_describe(peer, &described, 1000);
	CHECK(!peer_is_idle(peer, 1000 + PEER_STALE_MS));
	peer->entry = PEER_ENTRY_PRESENT;
	CHECK(!peer_is_idle(peer, 1000 + PEER_STALE_MS - 1));
	CHECK(peer_is_idle(peer, 1000 + PEER_STALE_MS));
}

static bool is_foreign(struct peer *peer, uint8_t tid)
{
	return block_ack_is_foreign(peer_session(peer, tid));
}

static void ack_delba(struct peer *peer, uint8_t tid, uint64_t now)
{
	CHECK(block_ack_handle(peer_session(peer, tid), BLOCK_ACK_DELBA_ACKED,
			       now));
}

static bool begin_delba(struct peer *peer, uint8_t tid, uint64_t now)
{
	return block_ack_begin_delba(peer_session(peer, tid), now);
}

static void test_sessions_are_per_tid(void)
{
	struct peer *peer = begin(1000);
	uint64_t stale;

	CHECK(begin_delba(peer, 0, 1000));
	CHECK(begin_delba(peer, 5, 1000) && peer_has_ending_session(peer));
	ack_delba(peer, 0, 1000);
	CHECK(!is_foreign(peer, 0) && is_foreign(peer, 5));
	ack_delba(peer, 5, 1000);
	CHECK(!peer_has_ending_session(peer));
	/* The peer stays known while frames arrive. */
	peer = peers_get(&peers, bssid, station, 999 + PEER_STALE_MS);
	CHECK(!begin_delba(peer, 0, 999 + PEER_STALE_MS));
	/* After a long pause, it may have been with another WTP. */
	stale = 999 + 2 * PEER_STALE_MS;
	peer = peers_get(&peers, bssid, station, stale);
	CHECK(is_foreign(peer, 0) && begin_delba(peer, 0, stale));
	peer_handle_all(peer, BLOCK_ACK_SUSPECTED, stale);
	CHECK(!peer_has_ending_session(peer));
}

static void test_held_frames_are_taken_once(void)
{
	struct peer *peer = begin(1000);

	peer_session(peer, 5)->radio_holds_frames = true;
	CHECK(!peer_take_held_frames(peer, 0));
	CHECK(peer_take_held_frames(peer, 5));
	CHECK(!peer_take_held_frames(peer, 5));
}

static void test_missing_numbers_show_an_absence(void)
{
	struct peer *peer = begin(1000);

	CHECK(!peer_detect_absence(peer, 0, 4094, 1000));
	CHECK(!peer_detect_absence(peer, 0, 4095, 5000));
	CHECK(!peer_detect_absence(peer, 0, 0, 9000));
	CHECK(!peer_detect_absence(peer, 0, 0, 9500));
	/* Each TID has its own numbers. */
	CHECK(!peer_detect_absence(peer, 3, 77, 9500));
	/* The frames were lost on the way to this WTP. */
	CHECK(!peer_detect_absence(peer, 0, 9, 9499 + PEER_AWAY_MS));
	ack_delba(peer, 0, 9500);
	CHECK(!is_foreign(peer, 0));
	CHECK(peer_detect_absence(peer, 0, 11, 9499 + 2 * PEER_AWAY_MS));
	CHECK(is_foreign(peer, 0));
	CHECK(!peer_detect_absence(peer, 0, 12, 9999));
	/* The VAP may have buffered some frames. */
	peer_forget_sequences(peer);
	CHECK(!peer_detect_absence(peer, 0, 12, 15000));
	/* Buffered frames arrive late and do not change the highest number. */
	CHECK(!peer_detect_absence(peer, 0, 5, 20000));
	CHECK(!peer_detect_absence(peer, 0, 13, 25000));
	/* Nearly all numbers are missing. */
	CHECK(peer_detect_absence(peer, 0, 4095 - PEER_BUFFERED, 30000));
}

static struct peer *get_nth(unsigned int n, uint64_t now)
{
	const uint8_t address[ADDR_LEN] = {
		2, 0, 0, 1, (uint8_t)(n >> 8), (uint8_t)n
	};

	return peers_get(&peers, bssid, address, now);
}

/* A new station does not displace the state of an idle one while a place is
 * free. */
static void test_each_peer_has_its_own_place(void)
{
	struct peer *peer = begin(1000);

	ack_delba(peer, 0, 1000);
	for (unsigned int n = 1; n < PEERS_MAX; n++) {
		struct peer *other = get_nth(n, 1000 + PEER_STALE_MS);

		CHECK(other && other != peer && is_foreign(other, 0));
		ack_delba(other, 0, 1000);
	}
	CHECK(peers_find(&peers, bssid, station) == peer);
	CHECK(!is_foreign(peer, 0));
	for (unsigned int n = 1; n < PEERS_MAX; n++)
		CHECK(!is_foreign(get_nth(n, 1000 + PEER_STALE_MS), 0));
}

static void test_the_least_recent_peer_is_replaced(void)
{
	struct peer *peer = begin(1000), *second, *third;

	for (unsigned int n = 1; n < PEERS_MAX; n++)
		get_nth(n, 1000 + n);
	second = get_nth(1, 1001);
	third = get_nth(2, 1002);
	/* A peer with an entry keeps its place. */
	peer->entry = PEER_ENTRY_PRESENT;
	CHECK(peers_least_recent(&peers) == second);
	CHECK(get_nth(5000, 3000) == second);
	CHECK(peers_find(&peers, bssid, station) == peer);
	CHECK_INT(3000, second->used_ms);
	CHECK(second->entry == PEER_ENTRY_NONE && is_foreign(second, 0));
	/* A station that returned is no longer the least recent one. */
	CHECK(get_nth(2, 4000) == third);
	CHECK(get_nth(5001, 4000) != third);
	/* The place of a forgotten peer is used first. */
	peers_forget(&peers, third);
	CHECK(get_nth(5002, 4000) == third);
	CHECK(get_nth(5002, 4000) == third);
	for (unsigned int n = 0; n < PEERS_MAX; n++)
		peers.places[n].entry = PEER_ENTRY_PRESENT;
	CHECK(!get_nth(5003, 5000));
	CHECK(peers_least_recent(&peers) == peer);
	peer->entry = PEER_ENTRY_NONE;
	CHECK(get_nth(5003, 5000) == peer);
	CHECK(!peers_find(&peers, bssid, station));
}

static void test_a_removed_peer_is_unknown(void)
{
	struct peer *peer = begin(1000);

	ack_delba(peer, 0, 1000);
	peers_forget(&peers, peer);
	CHECK(!peers_find(&peers, bssid, station));
	peer = peers_get(&peers, bssid, station, 1000);
	CHECK(peer && is_foreign(peer, 0));
}

/* The result of a request must find it. */
static void test_a_peer_with_a_request_stays(void)
{
	struct peer *peer = begin(1000);

	ack_delba(peer, 0, 1000);
	peer_describe(peer, &described, 1000);
	peer->entry = PEER_ENTRY_REMOVING;
	peer->requests = 1;
	peers_forget(&peers, peer);
	CHECK(peers_find(&peers, bssid, station) == peer);
	CHECK(is_foreign(peer, 0) && !peer->described.aid);
	CHECK(peers_get(&peers, bssid, station, 1000 + 2 * PEER_STALE_MS) ==
	      peer);
	CHECK_INT(PEER_ENTRY_REMOVING, peer->entry);
	CHECK(!peer_needs_entry(peer, 1000) && !peer_wants_entry(peer));
	peer->entry = PEER_ENTRY_NONE;
	peer->requests = 0;
	peers_forget(&peers, peer);
	CHECK(!peers_find(&peers, bssid, station));
}

const struct unit_test peers_tests[] = {
	UNIT_TEST(test_peers_are_found_by_both_addresses),
	UNIT_TEST(test_an_entry_needs_a_description),
	UNIT_TEST(test_no_entry_for_a_time_after_a_fragment),
	UNIT_TEST(test_a_repeated_description_changes_nothing),
	UNIT_TEST(test_an_entry_without_description_is_idle),
	UNIT_TEST(test_sessions_are_per_tid),
	UNIT_TEST(test_held_frames_are_taken_once),
	UNIT_TEST(test_missing_numbers_show_an_absence),
	UNIT_TEST(test_each_peer_has_its_own_place),
	UNIT_TEST(test_the_least_recent_peer_is_replaced),
	UNIT_TEST(test_a_removed_peer_is_unknown),
	UNIT_TEST(test_a_peer_with_a_request_stays),
	{ NULL, NULL },
};
