/* SPDX-License-Identifier: Apache-2.0 */
/* The turns of stations under the schedulers, and what their frames cost: the
 * estimate while a frame is in flight, the measured airtime afterwards. */
#ifndef FLIGHT_TURNS_H
#define FLIGHT_TURNS_H

#include "flight_flows.h"

/* The share of a station is that of the last full period. */
#define FLIGHT_PERIOD_US 1000000

/* Adds a flow that has waiting frames of class normal to its station's turn,
 * and removes one that has none any more. */
void flight_turn_add(struct flight *flight, struct flight_flow *flow);
void flight_turn_remove(struct flight_flow *flow);

/* Moves the first flow of a turn to its end. */
void flight_turn_rotate(struct flight_turn *turn);

/* Notes that something may have changed for a flow: its station is asked
 * again. */
void flight_turn_wake(struct flight *flight, const struct flight_flow *flow);

/* Deducts the estimate for a frame that is in flight from now on, and adds it
 * again at the end of its flight. */
void flight_turn_start_tx(struct flight *flight, struct flight_frame *frame,
			  uint64_t now_ms);
void flight_turn_end_tx(struct flight *flight, struct flight_frame *frame);

/* Deducts the estimate for a frame in flight whose status is lost. */
void flight_turn_charge_lost(struct flight_frame *frame);

/* Charges the measured airtime of a frame to its receiver, and of a received
 * frame to its transmitter, if the station is known. A sent frame of unknown
 * rate, of 0 us, is charged at the latest rate. */
void flight_charge_tx(struct flight *flight, const uint8_t *frame, size_t len,
		      uint64_t us, uint64_t now_ms);
void flight_charge_rx(struct flight *flight, const uint8_t *frame, size_t len,
		      uint64_t us, uint64_t now_ms);

/* Returns the share of the air of a station, in thousandths. */
unsigned int flight_share_permille(const struct flight_station *station,
				   uint64_t now_ms);

#endif
