/* SPDX-License-Identifier: Apache-2.0 */
/* The signal strength of each station, in a bounded table: a new station
 * replaces the one that was silent longest. */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define SIGNALS_MAX	1024 /* stations, of all radios together */
#define SIGNALS_BUCKETS 256  /* a power of two */

struct signal {
	uint8_t station[ADDR_LEN];
	uint8_t radio;
	int8_t last;	   /* dBm */
	int32_t ewma;	   /* dBm in units of 1/SIGNALS_SCALE */
	uint64_t frames;   /* with a known signal, since it is in the table */
	uint64_t sequence; /* when it was last heard, in frames of all */
	uint16_t chain;	   /* next of the bucket */
	uint16_t newer, older;
};

#define SIGNALS_SCALE  256
#define SIGNALS_WEIGHT 8 /* a new sample counts for 1/8 */

struct signals {
	struct signal entries[SIGNALS_MAX];
	uint16_t buckets[SIGNALS_BUCKETS];
	uint16_t newest, oldest;
	uint16_t n;
	uint64_t sequence;
};

void signals_init(struct signals *signals);

/* Adds one frame of 'station' that 'radio' received with 'dbm'. The first
 * sample is the average; each later one has the weight 1/SIGNALS_WEIGHT. */
void signals_add(struct signals *signals, const uint8_t *station,
		 uint8_t radio, int8_t dbm);

/* Calls 'visit' for each station heard after 'since' (a value of 'sequence'),
 * the latest first. */
void signals_for_each(const struct signals *signals, uint64_t since,
		      void (*visit)(void *arg, const struct signal *signal),
		      void *arg);

#endif
