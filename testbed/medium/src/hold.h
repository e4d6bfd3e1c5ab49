/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses that a radio holds: it acknowledges frames to them. */
#ifndef HOLD_H
#define HOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "ieee80211.h"

struct air;

/* Why a radio holds an address. It can hold one address for several reasons.
 */
enum air_reason {
	AIR_HOLD_CONFIGURED, /* by the command 'hold' */
	AIR_HOLD_KERNEL,     /* by hwsim, for example during a scan */
	AIR_HOLD_INTERFACE,  /* an access point or station has it */
	AIR_HOLD_MONITOR,    /* an active monitor has it: acknowledges only */
};

/* Adds an address. Returns false if there is no memory. */
bool air_hold(struct air *air, unsigned radio, const uint8_t *addr,
	      enum air_reason reason);

void air_release(struct air *air, unsigned radio, const uint8_t *addr,
		 enum air_reason reason);

/* Releases all addresses that the radio holds for that reason. */
void air_release_all(struct air *air, unsigned radio, enum air_reason reason);

/* Checks if the radio holds the address for any reason. */
bool air_holds(const struct air *air, unsigned radio, const uint8_t *addr);

/* Checks if the radio holds the address for that reason. */
bool air_holds_for(const struct air *air, unsigned radio, const uint8_t *addr,
		   enum air_reason reason);

#endif
