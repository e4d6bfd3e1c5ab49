/* SPDX-License-Identifier: Apache-2.0 */
#include "session_frames.h"

/* A block-ack request moves the window of the station forward by less than
 * half of all numbers. One of so many requests does that wherever the window
 * was, and the last one leaves it at the first number of the series. */
#define WINDOW_STEPS 3

void send_delba(const struct aggregation *aggregation, struct radio *radio,
		struct peer *peer, uint8_t tid)
{
	struct block_ack_session *session = peer_session(peer, tid);
	bool saves_power =
		powersave_is_enabled(aggregation->powersave, peer->station);
	enum downlink_own own = DOWNLINK_OWN_ONCE;
	uint8_t frame[IEEE80211_DELBA_LEN];

	ieee80211_make_delba(frame, peer->bssid, peer->station, tid,
			     (uint16_t)clock_ms());
	/* A station that polled for one frame has to poll again. */
	if (saves_power)
		frame[1] |= IEEE80211_MORE_DATA;
	else if (block_ack_is_foreign(session))
		own = DOWNLINK_OWN_DELAYED;
	if (!queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid, own))
		block_ack_handle(session, BLOCK_ACK_DELBA_LOST, clock_ms());
}

void flush_radio(struct radio *radio, struct peer *peer, uint8_t tid)
{
	uint8_t frame[IEEE80211_QOS_NULL_LEN];

	ieee80211_make_qos_null(frame, peer->bssid, peer->station, tid);
	if (!queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid,
			       DOWNLINK_OWN_ONCE))
		peer_session(peer, tid)->radio_holds_frames = true;
}

void move_window(const struct aggregation *aggregation, struct radio *radio,
		 const struct peer *peer, uint8_t tid)
{
	uint8_t frame[IEEE80211_BAR_LEN];
	uint16_t first = 0; /* of mac80211's numbers */

	/* The end of the addition moves it, to mac80211's or the VAP's. During
	 * a removal frames of both series may follow. */
	if (peer->entry == PEER_ENTRY_ADDING ||
	    peer->entry == PEER_ENTRY_REMOVING)
		return;
	if (powersave_is_enabled(aggregation->powersave, peer->station) ||
	    (peer->entry == PEER_ENTRY_NONE &&
	     !flight_first_sequence(&radio->queue.flight, peer->bssid,
				    peer->station, tid, &first)))
		return;
	/* An own frame goes before the one that was enqueued last. */
	for (unsigned int i = WINDOW_STEPS; i; i--) {
		ieee80211_make_bar(frame, peer->bssid, peer->station, tid,
				   (uint16_t)((first + i * IEEE80211_NUMBERS /
							       WINDOW_STEPS) %
					      IEEE80211_NUMBERS));
		queue_enqueue_own(&radio->queue, frame, sizeof(frame), tid,
				  DOWNLINK_OWN_ONCE);
	}
}
