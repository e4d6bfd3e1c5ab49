/* SPDX-License-Identifier: Apache-2.0 */
#include "aggregation/block_ack.h"
#include "unit.h"

#define NOW 1000

#define FOREIGN	       BLOCK_ACK_FOREIGN
#define FOREIGN_ENDING BLOCK_ACK_FOREIGN_ENDING
#define SETTLING       BLOCK_ACK_SETTLING
#define OWN	       BLOCK_ACK_OWN
#define OWN_ENDING     BLOCK_ACK_OWN_ENDING
#define ENDED	       BLOCK_ACK_ENDED
#define REFUSED	       BLOCK_ACK_STATES

/* Checks one transition: the next state and its time, or no change. */
static void check(enum block_ack_state from, enum block_ack_event event,
		  enum block_ack_state to)
{
	struct block_ack_session session = { .state = from,
					     .since_ms = NOW - 1 };
	bool allowed = block_ack_handle(&session, event, NOW);

	CHECK(allowed == (to != REFUSED));
	CHECK_INT(allowed ? to : from, session.state);
	CHECK_INT(allowed ? NOW : NOW - 1, session.since_ms);
	CHECK(!session.radio_holds_frames);
}

static void test_delba_sent(void)
{
	check(FOREIGN, BLOCK_ACK_DELBA_SENT, FOREIGN_ENDING);
	check(FOREIGN_ENDING, BLOCK_ACK_DELBA_SENT, REFUSED);
	check(SETTLING, BLOCK_ACK_DELBA_SENT, REFUSED);
	check(OWN, BLOCK_ACK_DELBA_SENT, OWN_ENDING);
	check(OWN_ENDING, BLOCK_ACK_DELBA_SENT, REFUSED);
	check(ENDED, BLOCK_ACK_DELBA_SENT, REFUSED);
}

/* A status can arrive after the session was suspected. */
static void test_delba_acked(void)
{
	check(FOREIGN, BLOCK_ACK_DELBA_ACKED, SETTLING);
	check(FOREIGN_ENDING, BLOCK_ACK_DELBA_ACKED, SETTLING);
	check(SETTLING, BLOCK_ACK_DELBA_ACKED, REFUSED);
	check(OWN, BLOCK_ACK_DELBA_ACKED, ENDED);
	check(OWN_ENDING, BLOCK_ACK_DELBA_ACKED, ENDED);
	check(ENDED, BLOCK_ACK_DELBA_ACKED, REFUSED);
}

static void test_delba_lost(void)
{
	check(FOREIGN, BLOCK_ACK_DELBA_LOST, REFUSED);
	check(FOREIGN_ENDING, BLOCK_ACK_DELBA_LOST, FOREIGN);
	check(SETTLING, BLOCK_ACK_DELBA_LOST, OWN);
	check(OWN, BLOCK_ACK_DELBA_LOST, REFUSED);
	check(OWN_ENDING, BLOCK_ACK_DELBA_LOST, OWN);
	check(ENDED, BLOCK_ACK_DELBA_LOST, OWN);
}

static void test_suspected(void)
{
	check(FOREIGN, BLOCK_ACK_SUSPECTED, FOREIGN);
	check(FOREIGN_ENDING, BLOCK_ACK_SUSPECTED, FOREIGN);
	check(SETTLING, BLOCK_ACK_SUSPECTED, OWN);
	check(OWN, BLOCK_ACK_SUSPECTED, OWN);
	check(OWN_ENDING, BLOCK_ACK_SUSPECTED, OWN);
	check(ENDED, BLOCK_ACK_SUSPECTED, OWN);
}

static void test_served_elsewhere(void)
{
	for (int from = 0; from < BLOCK_ACK_STATES; from++)
		check((enum block_ack_state)from, BLOCK_ACK_SERVED_ELSEWHERE,
		      FOREIGN);
}

static void test_predicates_by_state(void)
{
	static const struct {
		bool foreign, ending, settling;
	} expected[BLOCK_ACK_STATES] = {
		[FOREIGN] = { true, false, false },
		[FOREIGN_ENDING] = { true, true, false },
		[SETTLING] = { false, false, true },
		[OWN_ENDING] = { false, true, false },
	};

	for (int state = 0; state < BLOCK_ACK_STATES; state++) {
		const struct block_ack_session session = {
			.state = (enum block_ack_state)state, .since_ms = NOW
		};

		CHECK(block_ack_is_foreign(&session) ==
		      expected[state].foreign);
		CHECK(block_ack_is_ending(&session) == expected[state].ending);
		CHECK(block_ack_is_settling(&session, NOW) ==
		      expected[state].settling);
	}
}

static void test_a_new_session_is_foreign(void)
{
	const struct block_ack_session session = { 0 };

	CHECK_INT(FOREIGN, session.state);
}

/* A DELBA goes before the first frame, and again without a result. */
static void test_begin_delba(void)
{
	struct block_ack_session session = { 0 };
	uint64_t late = NOW + BLOCK_ACK_DELBA_TIMEOUT_MS;

	CHECK(block_ack_begin_delba(&session, NOW));
	CHECK(!block_ack_begin_delba(&session, late - 1));
	CHECK(block_ack_begin_delba(&session, late));
	CHECK_INT(FOREIGN_ENDING, session.state);
	CHECK(!block_ack_begin_delba(&session, late));
	CHECK(block_ack_handle(&session, BLOCK_ACK_DELBA_ACKED, late));
	CHECK(!block_ack_begin_delba(&session,
				     late + BLOCK_ACK_DELBA_TIMEOUT_MS));
}

static void test_settling_ends(void)
{
	const struct block_ack_session session = { .state = SETTLING,
						   .since_ms = NOW };

	CHECK(block_ack_is_settling(&session,
				    NOW + BLOCK_ACK_SETTLING_MS - 1));
	CHECK(!block_ack_is_settling(&session, NOW + BLOCK_ACK_SETTLING_MS));
}

const struct unit_test block_ack_tests[] = {
	UNIT_TEST(test_delba_sent),
	UNIT_TEST(test_delba_acked),
	UNIT_TEST(test_delba_lost),
	UNIT_TEST(test_suspected),
	UNIT_TEST(test_served_elsewhere),
	UNIT_TEST(test_predicates_by_state),
	UNIT_TEST(test_a_new_session_is_foreign),
	UNIT_TEST(test_begin_delba),
	UNIT_TEST(test_settling_ends),
	{ NULL, NULL },
};
