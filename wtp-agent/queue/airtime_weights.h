/* SPDX-License-Identifier: Apache-2.0 */
/* The weights of VAPs and stations for the airtime scheduler, by address. An
 * address without an entry has the default weight. All zeros is an empty
 * table. */
#ifndef AIRTIME_WEIGHTS_H
#define AIRTIME_WEIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

#define AIRTIME_WEIGHTS_MAX    256
#define AIRTIME_WEIGHTS_PLACES 512 /* a power of two */

struct airtime_weights {
	struct airtime_weight {
		uint8_t address[ADDR_LEN];
		uint16_t weight; /* 0: a free place */
	} places[AIRTIME_WEIGHTS_PLACES];
	unsigned int n;
};

/* Returns the weight of a VAP or a station. */
uint16_t airtime_weights_get(const struct airtime_weights *weights,
			     const uint8_t *address);

/* Returns the weight of a station of a VAP: the product of both weights,
 * relative to the default and within AIRTIME_WEIGHT_MIN and
 * AIRTIME_WEIGHT_MAX. */
uint16_t airtime_weights_of_station(const struct airtime_weights *weights,
				    const uint8_t *bssid,
				    const uint8_t *station);

/* Sets a weight within AIRTIME_WEIGHT_MIN and AIRTIME_WEIGHT_MAX. Returns
 * false if AIRTIME_WEIGHTS_MAX other addresses have one. */
bool airtime_weights_set(struct airtime_weights *weights,
			 const uint8_t *address, uint16_t weight);

#endif
