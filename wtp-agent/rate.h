/* SPDX-License-Identifier: Apache-2.0 */
/* Rates: radiotap's three ways to say one, and the wire format's one way. */
#ifndef RATE_H
#define RATE_H

#include <stdbool.h>

#include "cloudmac_chain.h"
#include "config.h"
#include "radiotap.h"

/* The rate that a header names; of kind CLOUDMAC_RATE_NONE if none. */
struct cloudmac_rate rate_of(const struct radiotap *rt);

/* Make 'rt' name 'rate' and no other. */
void rate_set(struct radiotap *rt, const struct cloudmac_rate *rate);

/* Is it the same rate? Width and guard interval count where there are any. */
bool rate_equal(const struct cloudmac_rate *one,
		const struct cloudmac_rate *other);

/* Make 'rate' no wider than a channel of the configured width: mac80211
 * refuses frames that are, without a TX status. */
void rate_fit(struct cloudmac_rate *rate, enum config_width width);

#endif
