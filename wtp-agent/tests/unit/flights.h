/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the queue of frames in flight share. */
#ifndef FLIGHTS_H
#define FLIGHTS_H

#include "queue/flight.h"
#include "unit.h"

/* Whether the tests use the airtime scheduler. Tests that do not depend on the
 * order between stations run with and without it. */
extern bool flights_airtime;

/* Applies flights_airtime to a queue. */
static inline void set_flight_airtime(struct flight *flight)
{
	struct flight_settings settings = flight->settings;

	settings.airtime = flights_airtime;
	flight_set_settings(flight, &settings);
}

/* Checks that the queue is empty and has released all frames. */
static inline void end_flight(struct flight *flight)
{
	flight_destroy(flight);
	CHECK_INT(0, flight_backlog_total(flight) + flight->in_flight.n);
	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		CHECK(!flight->buckets[i] && !flight->station_buckets[i]);
	CHECK_INT(0, flight->memory);
}

#endif
