/* SPDX-License-Identifier: Apache-2.0 */
/* A radio that takes time, with the lease of one VAP: the test executes its
 * requests. A socket is the air. Time stands still while nothing is sent. */
#ifndef SLOW_RADIO_H
#define SLOW_RADIO_H

#include "aggregation/aggregation.h"

#define SLOW_STATIONS	  2
#define SLOW_EXECUTED_MAX 64

extern const uint8_t slow_ap[ADDR_LEN];
extern struct worker slow_worker;
extern struct radio slow_radio;
extern struct aggregation slow_aggregation;

/* What the radio executed, by one letter each: A and a start and stop an
 * access point, S and s add and remove an entry. */
extern char slow_executed[SLOW_EXECUTED_MAX];

/* The results of starts and stops of access points, and of additions. */
extern int slow_ap_error, slow_ap_stop_error, slow_sta_error;

/* Counts the stops that the aggregation reported as failed. */
extern unsigned int slow_failed_stops;

void slow_begin(void);
void slow_end(void);

/* Returns the address, and the peer, of station 'n'. */
void slow_station_of(uint8_t address[ADDR_LEN], uint8_t n);
struct peer *slow_peer(uint8_t n);

/* The VAP sends a frame with a chain of two rates to station 'n'. It has one
 * octet, which is its number too. */
void slow_put(uint8_t n, char payload);

/* The VAP sends such a frame as a fragment that others follow. */
void slow_put_fragment(uint8_t n, char payload);

/* The VAP sends such a frame of a TID. */
void slow_put_tid(uint8_t n, char payload, uint8_t tid);

/* The VAP sends a beacon, whose last octet is 'b'. */
void slow_put_beacon(void);

/* Returns the last octets of the frames on the air since the last call. */
const char *slow_on_air(void);

/* The radio reports a frame. Returns true if that goes to the VAP. */
bool slow_status(uint8_t n, char payload, bool acked);

/* The station sends a null frame. */
void slow_doze(uint8_t n, bool saves_power);

/* The radio executes its oldest request. */
void slow_execute(void);

#endif
