/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's own frames that end the block-ack sessions of a station and
 * start a new series of numbers. */
#ifndef SESSION_FRAMES_H
#define SESSION_FRAMES_H

#include "aggregation_state.h"

/* Ends any session of the TID at the station, also one with another WTP. The
 * sequence number comes from the clock: the station would drop a number that
 * it received recently, from any WTP, as a repetition. */
void send_delba(const struct aggregation *aggregation, struct radio *radio,
		struct peer *peer, uint8_t tid);

/* Sends an empty frame behind what the radio holds of the previous series: its
 * TX status shows that the radio has sent all of that. Older numbers after the
 * start of a new session would move its window ahead. */
void flush_radio(struct radio *radio, struct peer *peer, uint8_t tid);

/* Moves the station's window to the first number of the series. The station
 * acknowledges a DELBA before it acts on it and drops frames as old until
 * then. A block-ack request takes effect at once. */
void move_window(const struct aggregation *aggregation, struct radio *radio,
		 const struct peer *peer, uint8_t tid);

#endif
