/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the queue of frames in flight share. */
#ifndef FLIGHTS_H
#define FLIGHTS_H

#include "queue/flight.h"
#include "unit.h"

/* Checks that the queue is empty and has released all frames. */
static inline void end_flight(struct flight *flight)
{
	flight_destroy(flight);
	CHECK_INT(0, flight_backlog_total(flight) + flight->in_flight.n);
	for (int i = 0; i < FLIGHT_BUCKETS; i++)
		CHECK(!flight->buckets[i]);
}

#endif
