/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stations' shares of the air: which frame of class normal goes next, and
 * what each frame costs its station.
 *
 * Each access category has a scheduler (airtime_scheduler.h) of the stations
 * that have waiting frames. The frames of a flow leave in their order. CoDel
 * (codel.h) drops frames of a flow that had to wait for too long.
 *
 * What is in the radio cannot be scheduled any more: mac80211's own queues are
 * first in, first out. So little is in flight, and of a single station less.
 * The limits are estimated airtime, for each access category:
 *
 *			a station	all stations
 *	local frames	8 ms		12 ms
 *	others		4 ms		8 ms
 *
 * A local frame belongs to an aggregate of at most 4 ms. Two of a station keep
 * it busy: one is in the air, and the other one is built meanwhile. A third
 * one, of another station, is ready when the first station has used its share.
 * A slow station holds up a fast one for 8 ms at most. A station that is alone
 * in its access category has the limits of FLIGHT_LOCAL_US and the others'
 * 8 ms, since no station waits for it.
 */
#ifndef FLIGHT_AIRTIME_H
#define FLIGHT_AIRTIME_H

#include "flight_flows.h"

#define FLIGHT_STATION_LOCAL_US	 8000
#define FLIGHT_RADIO_LOCAL_US	 12000
#define FLIGHT_STATION_SINGLE_US 4000
#define FLIGHT_RADIO_SINGLE_US	 8000

/* Local frames in flight without the scheduler, or of a station that is alone:
 * as many as keep the radio busy with some aggregates of 4 ms, within these
 * limits. */
#define FLIGHT_LOCAL_US	 16000
#define FLIGHT_LOCAL_MIN 4
#define FLIGHT_LOCAL_MAX 128

/* CoDel drops no frame if a flow has no more than one aggregate. */
#define FLIGHT_AGGREGATE_US 4000

/* Returns the next frame of class normal to inject, which still waits, or
 * NULL. Frames that CoDel drops fail: see flight_fail(). */
struct flight_frame *flight_airtime_next(struct flight *flight,
					 uint64_t now_ms);

/* Returns when flight_airtime_expire() has work to do, or UINT64_MAX. */
uint64_t flight_airtime_deadline(const struct flight *flight);
void flight_airtime_expire(struct flight *flight, uint64_t now_ms);

/* Changes the settings of the scheduler at any time. */
void flight_set_settings(struct flight *flight,
			 const struct flight_settings *settings);

#endif
