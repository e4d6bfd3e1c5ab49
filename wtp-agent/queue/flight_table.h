/* SPDX-License-Identifier: Apache-2.0 */
/* Finds flows and stations by their addresses. */
#ifndef FLIGHT_TABLE_H
#define FLIGHT_TABLE_H

#include "flight_flows.h"

/* Stations without flows that are remembered; the one without flows for the
 * longest time is forgotten first. */
#define FLIGHT_IDLE_MAX 256

/* Returns the flow of a frame, or NULL. */
struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame);

/* Returns the flow of a frame, a new one if there is none; NULL without
 * memory. */
struct flight_flow *flight_flow_get(struct flight *flight,
				    const struct downlink_frame *frame);

/* Frees a flow that has no frames. */
void flight_flow_free(struct flight *flight, struct flight_flow *flow);

/* Returns the access category of a TID. */
enum flight_ac flight_ac_of(uint8_t tid);

/* Returns the station of the addresses (receiver, transmitter), or NULL. */
struct flight_station *flight_station_find(struct flight *flight,
					   const uint8_t *addresses);

/* Frees all stations. None has a flow. */
void flight_stations_destroy(struct flight *flight);

/* Sets the weight of a VAP or of a station: see airtime_weights_set(). */
bool flight_set_weight(struct flight *flight, const uint8_t *address,
		       uint16_t weight);

/* Returns in 'out' at most 'max' stations, those with flows first, then those
 * that had one last. Returns their number. */
size_t flight_list_stations(const struct flight *flight,
			    const struct flight_station **out, size_t max);

/* Updates the airtime of an octet from the rate of a TX status. */
void flight_station_update_rate(struct flight_station *station,
				const struct radiotap *rt);

#endif
