/* SPDX-License-Identifier: Apache-2.0 */
/* The medium: connects the air to the kernel's radios. */
#ifndef MEDIUM_H
#define MEDIUM_H

#include "air.h"
#include "hwsim.h"
#include "trace.h"

#define NETNS_NAME_MAX 64
#define NO_PHY	       -1

/* The kernel's side of a radio. */
struct station {
	uint8_t hardware[ADDR_LEN]; /* hwsim's hardware address: 42:00:... */
	int phy;		    /* number of its phy, or NO_PHY */
	char netns[NETNS_NAME_MAX]; /* namespace of its interfaces, or empty */
};

struct medium {
	struct air *air;
	struct hwsim *hwsim;
	struct trace *trace;
	uint64_t start; /* start of the medium's clock, monotonic time in ns */
	uint64_t seed;
	struct station stations[AIR_MAX_RADIOS];
	uint64_t unknown; /* messages of radios that could not be added */
};

/* Returns the nanoseconds since the medium's start. */
uint64_t medium_now(const struct medium *medium);

/* Returns the number of the radio with hwsim's address 'hardware', or -1. */
int medium_radio(const struct medium *medium, const uint8_t *hardware);

/* Adds a radio. Returns its number, or -1. */
int medium_add(struct medium *medium, const char *name,
	       const uint8_t *hardware);

/* The air's calls: they pass frames and fates to the kernel. */
extern const struct air_ops medium_ops;

/* Runs the air until now and handles all messages of the kernel. */
void medium_run(struct medium *medium);

#endif
