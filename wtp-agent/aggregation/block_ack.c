/* SPDX-License-Identifier: Apache-2.0 */
#include "block_ack.h"

#define REFUSED BLOCK_ACK_STATES

/* The next state, by state and event. */
static const enum block_ack_state
	transitions[BLOCK_ACK_STATES][BLOCK_ACK_EVENTS] = {
	[BLOCK_ACK_FOREIGN] = {
		[BLOCK_ACK_DELBA_SENT] = BLOCK_ACK_FOREIGN_ENDING,
		[BLOCK_ACK_DELBA_ACKED] = BLOCK_ACK_SETTLING,
		[BLOCK_ACK_DELBA_LOST] = REFUSED,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_FOREIGN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
	[BLOCK_ACK_FOREIGN_ENDING] = {
		[BLOCK_ACK_DELBA_SENT] = REFUSED,
		[BLOCK_ACK_DELBA_ACKED] = BLOCK_ACK_SETTLING,
		[BLOCK_ACK_DELBA_LOST] = BLOCK_ACK_FOREIGN,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_FOREIGN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
	[BLOCK_ACK_SETTLING] = {
		[BLOCK_ACK_DELBA_SENT] = REFUSED,
		[BLOCK_ACK_DELBA_ACKED] = REFUSED,
		[BLOCK_ACK_DELBA_LOST] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
	[BLOCK_ACK_OWN] = {
		[BLOCK_ACK_DELBA_SENT] = BLOCK_ACK_OWN_ENDING,
		[BLOCK_ACK_DELBA_ACKED] = BLOCK_ACK_ENDED,
		[BLOCK_ACK_DELBA_LOST] = REFUSED,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
	[BLOCK_ACK_OWN_ENDING] = {
		[BLOCK_ACK_DELBA_SENT] = REFUSED,
		[BLOCK_ACK_DELBA_ACKED] = BLOCK_ACK_ENDED,
		[BLOCK_ACK_DELBA_LOST] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
	[BLOCK_ACK_ENDED] = {
		[BLOCK_ACK_DELBA_SENT] = REFUSED,
		[BLOCK_ACK_DELBA_ACKED] = REFUSED,
		[BLOCK_ACK_DELBA_LOST] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SUSPECTED] = BLOCK_ACK_OWN,
		[BLOCK_ACK_SERVED_ELSEWHERE] = BLOCK_ACK_FOREIGN,
	},
};

bool block_ack_handle(struct block_ack_session *session,
		      enum block_ack_event event, uint64_t now_ms)
{
	enum block_ack_state next = transitions[session->state][event];

	if (next == REFUSED)
		return false;
	session->state = next;
	session->since_ms = now_ms;
	return true;
}

bool block_ack_begin_delba(struct block_ack_session *session, uint64_t now_ms)
{
	if (block_ack_is_ending(session) &&
	    now_ms >= session->since_ms + BLOCK_ACK_DELBA_TIMEOUT_MS)
		block_ack_handle(session, BLOCK_ACK_DELBA_LOST, now_ms);
	return block_ack_handle(session, BLOCK_ACK_DELBA_SENT, now_ms);
}

bool block_ack_is_foreign(const struct block_ack_session *session)
{
	return session->state == BLOCK_ACK_FOREIGN ||
	       session->state == BLOCK_ACK_FOREIGN_ENDING;
}

bool block_ack_is_ending(const struct block_ack_session *session)
{
	return session->state == BLOCK_ACK_FOREIGN_ENDING ||
	       session->state == BLOCK_ACK_OWN_ENDING;
}

bool block_ack_is_settling(const struct block_ack_session *session,
			   uint64_t now_ms)
{
	return session->state == BLOCK_ACK_SETTLING &&
	       now_ms < session->since_ms + BLOCK_ACK_SETTLING_MS;
}
