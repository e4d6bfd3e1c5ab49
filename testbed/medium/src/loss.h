/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a frame survives: bit and frame error rates. Pure. */
#ifndef LOSS_H
#define LOSS_H

#include <stddef.h>

#include "phy.h"

/* Probability that a frame of 'octets' sent at 'rate' is received with an
 * error in white noise at a ratio 'sinr' (a plain ratio, not dB) of signal to
 * interference and noise in the rate's width. */
double loss_frame(const struct phy_rate *rate, size_t octets, double sinr);

/* Ratios and dB, mW and dBm. */
double loss_from_db(double db);
double loss_to_db(double ratio);

#endif
