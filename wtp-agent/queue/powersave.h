/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which stations started to doze (IEEE Std 802.11-2020, 11.2.3). The VAP
 * learns of it later than the agent, and its frames until then would be
 * repeated in vain. One try is enough: its failure makes the VAP buffer the
 * frame.
 *
 * A station dozes from the data frame whose power management bit is set until
 * its next frame: the VAP's later frames may answer a PS-Poll or a U-APSD
 * trigger. The table has one place for stations of the same hash and keeps the
 * latest one. An unknown station is awake.
 */
#ifndef POWERSAVE_H
#define POWERSAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define POWERSAVE_MAX 1024 /* a power of two */

struct powersave {
	struct powersave_entry {
		uint8_t station[ADDR_LEN];
		bool enabled; /* power management bit of its last data frame */
		bool dozing;
	} places[POWERSAVE_MAX];
};

/* Updates the state from a received frame that has a transmitter. Returns true
 * if the station starts to doze with it. */
bool powersave_update(struct powersave *powersave, const uint8_t *frame);

bool powersave_is_dozing(const struct powersave *powersave,
			 const uint8_t *station);

/* Returns true if the last data frame of the station had the power management
 * bit. */
bool powersave_is_enabled(const struct powersave *powersave,
			  const uint8_t *station);

#endif
