/* SPDX-License-Identifier: Apache-2.0 */
/* Bit and frame error rates. The functions have no state. */
#ifndef LOSS_H
#define LOSS_H

#include <stddef.h>

#include "phy.h"

/* Returns the probability of an error in a frame of 'octets' at 'rate'. 'sinr'
 * is the ratio of signal to white noise and interference in the rate's width
 * (not in dB). */
double loss_frame(const struct phy_rate *rate, size_t octets, double sinr);

/* Converts dB to a ratio, or dBm to mW. */
double loss_from_db(double db);

/* Converts a ratio to dB, or mW to dBm. */
double loss_to_db(double ratio);

#endif
