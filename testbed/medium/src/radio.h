/* SPDX-License-Identifier: Apache-2.0 */
/* The radios of the air: place, transmit power, links, EDCA parameters. */
#ifndef RADIO_H
#define RADIO_H

#include <stdbool.h>
#include <stdint.h>

#include "ieee80211.h"
#include "place.h"
#include "walk.h"

#define AIR_NAME_MAX   32
#define AIR_MAX_RADIOS 256

struct air;

/* Parameters of one access category (IEEE 802.11-2020, 9.4.2.28). */
struct air_edca {
	uint8_t aifsn;
	uint16_t cw_min, cw_max; /* slots */
	uint64_t txop;		 /* ns; 0: one exchange */
};

/* Frames of one radio by their fate, and its tries. */
struct air_counters {
	uint64_t frames, acked, failed, dropped, tries, collisions;
	uint64_t air_ns; /* of its PPDUs and their acknowledgements */
};

/* Adds a radio. Returns its number, or -1 if there are AIR_MAX_RADIOS or no
 * memory. */
int air_add_radio(struct air *air, const char *name, double power_dbm);

/* Returns the number of radios. */
unsigned air_radios(const struct air *air);

const char *air_name(const struct air *air, unsigned radio);

/* Returns the number of the radio with that name, or -1. */
int air_find(const struct air *air, const char *name);

/* Returns the motion of a radio, for the caller to change. */
struct walk *air_walk(struct air *air, unsigned radio);

/* Returns the present position of a radio. */
struct position air_position(struct air *air, unsigned radio);

void air_set_power(struct air *air, unsigned radio, double dbm);

/* A monitor receives every frame that reaches it, whatever its address. */
void air_set_monitor(struct air *air, unsigned radio, bool monitor);

/* Returns the EDCA parameters of a radio, for the caller to change. */
struct air_edca *air_edca(struct air *air, unsigned radio, enum ac ac);

/* Sets the extra loss in dB between two radios, in both directions. INFINITY
 * cuts the link. */
void air_set_link(struct air *air, unsigned a, unsigned b, double extra_db);

/* Returns the signal of 'from' at 'to' in dBm. */
double air_signal(struct air *air, unsigned from, unsigned to, unsigned mhz);

const struct air_counters *air_counters(const struct air *air, unsigned radio);

/* Returns the number of frames of a radio that await their fate. */
unsigned air_queued(const struct air *air, unsigned radio);

#endif
