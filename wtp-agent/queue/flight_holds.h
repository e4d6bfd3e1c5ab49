/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that wait for a change in the radio's mac80211. While it adds or
 * removes the entry of a station, the agent does not know whether it numbers a
 * frame of the station's flows. Management frames do not wait: neither changes
 * them. */
#ifndef FLIGHT_HOLDS_H
#define FLIGHT_HOLDS_H

#include "flight_flows.h"

/* Holds the flows from 'bssid' to 'station', also those that begin later.
 * 'hold' is the caller's and in use until flight_release(). Does nothing if it
 * is in use. */
void flight_hold(struct flight *flight, struct flight_hold *hold,
		 const uint8_t *bssid, const uint8_t *station);
void flight_release(struct flight *flight, struct flight_hold *hold);

/* Returns true if a new flow is held. */
bool flight_holds_flow(const struct flight *flight,
		       const struct flight_flow *flow);

/* Makes all frames wait, or lets them go again. */
void flight_pause(struct flight *flight, bool paused);

/* Returns true if the flow waits for mac80211. */
bool flight_must_hold(const struct flight *flight,
		      const struct flight_flow *flow);

#endif
