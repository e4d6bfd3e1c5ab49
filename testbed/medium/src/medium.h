/* SPDX-License-Identifier: Apache-2.0 */
/* The medium: the air, the kernel's radios on it, and what is known of them.
 */
#ifndef MEDIUM_H
#define MEDIUM_H

#include "air.h"
#include "hwsim.h"
#include "trace.h"

#define NETNS_NAME_MAX 64
#define NO_PHY	       -1

/* What the medium knows of a radio beside what the air does. */
struct station {
	uint8_t hardware[ADDR_LEN]; /* hwsim's own name of it: 42:00:... */
	int phy;		    /* number of its phy, or NO_PHY */
	char netns[NETNS_NAME_MAX]; /* where its interfaces are, or empty */
};

struct medium {
	struct air *air;
	struct hwsim *hwsim;
	struct trace *trace;
	uint64_t start; /* of the medium's clock, on the monotonic one */
	uint64_t seed;
	struct station stations[AIR_MAX_RADIOS];
	uint64_t unknown; /* frames of radios that nobody told us of */
};

/* Nanoseconds since the medium's start. */
uint64_t medium_now(const struct medium *medium);

/* Return the radio with hwsim's address 'hardware', or -1. */
int medium_radio(const struct medium *medium, const uint8_t *hardware);

/* Add a radio. Return its number, or -1. */
int medium_add(struct medium *medium, const char *name,
	       const uint8_t *hardware);

extern const struct air_ops medium_ops;

/* Let the air go on until now, with all that the kernel has said. */
void medium_run(struct medium *medium);

#endif
