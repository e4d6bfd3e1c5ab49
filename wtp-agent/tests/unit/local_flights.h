/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of frames of one access point to one station, many of them local,
 * and a clock: what the tests of these share. */
#ifndef LOCAL_FLIGHTS_H
#define LOCAL_FLIGHTS_H

#include "flights.h"

#define LOCAL_LEN 40

extern const uint8_t local_ap[ADDR_LEN], local_station[ADDR_LEN];
extern struct flight local_flight;
extern uint64_t local_now;

void local_begin(void);
void local_end(void);

/* A frame of QoS data, of LOCAL_LEN octets; 'payload' is its last one. */
void local_make(uint8_t *frame, uint16_t seq, uint8_t payload);

/* Returns frame 'n' with a chain of MCS 7 and 'second'. */
void local_put(uint8_t n, uint8_t second, bool local);

/* Returns the next frame, which the kernel accepts, or NULL. */
struct flight_frame *local_next(void);

/* mac80211 sent frame 'n' under another number. */
enum flight_verdict local_echo(uint8_t n, uint8_t mcs, bool acked,
			       struct flight_frame **frame);

/* The echo of frame 'n' as it was injected. */
enum flight_verdict local_echo_injected(uint8_t n, bool acked,
					struct flight_frame **frame);

#endif
