/* SPDX-License-Identifier: Apache-2.0 */
/* Rates: converts between radiotap's fields and the wire format. */
#ifndef RATE_H
#define RATE_H

#include <stdbool.h>

#include "cloudmac_chain.h"
#include "config/wtp_config.h"
#include "radiotap.h"

/* Returns the rate of a header, of kind CLOUDMAC_RATE_NONE if it has none. */
struct cloudmac_rate rate_from_radiotap(const struct radiotap *rt);

/* Sets 'rate' as the only rate of 'rt'. */
void rate_to_radiotap(struct radiotap *rt, const struct cloudmac_rate *rate);

/* Returns true for equal rates, with all that belongs to their kind. */
bool rate_equal(const struct cloudmac_rate *one,
		const struct cloudmac_rate *other);

/* Limits 'rate' to the width of the channel: mac80211 drops wider frames
 * without a TX status. */
void rate_limit_width(struct cloudmac_rate *rate, enum config_width width);

#endif
