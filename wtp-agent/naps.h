/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which stations have just fallen asleep. The VAP learns that later than we
 * do, and what it has sent until then would be tried again and again in vain:
 * one try is enough to find out, and its failure makes the VAP keep the frame.
 *
 * Asleep is who said so and has sent nothing since: after that, what comes for
 * it may be what it has asked for (PS-Poll, U-APSD). Of stations that share a
 * place in the table the last one is known; one that is not known is awake.
 */
#ifndef NAPS_H
#define NAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "addr.h"

#define NAPS_PLACES 1024 /* a power of two */

struct naps {
	struct nap {
		uint8_t station[ADDR_LEN];
		bool power_save; /* what its last data frame said */
		bool asleep;
	} places[NAPS_PLACES];
};

/* A frame of a station, with a transmitter, was received. True if with it the
 * station falls asleep. */
bool naps_heard(struct naps *naps, const uint8_t *frame);

bool naps_asleep(const struct naps *naps, const uint8_t *station);

/* Did the last data frame of a station say that it saves power? */
bool naps_saves_power(const struct naps *naps, const uint8_t *station);

#endif
