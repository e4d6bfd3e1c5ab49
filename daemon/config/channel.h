/* SPDX-License-Identifier: Apache-2.0 */
/* The channels of IEEE Std 802.11-2020, annex E, by centre frequency. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>

#define CHANNEL_MHZ_MIN 2412
#define CHANNEL_MHZ_MAX 7125

/* Returns true if a channel of 20 MHz has its centre at 'mhz'. */
bool channel_is_valid(unsigned int mhz);

/* Returns the valid centre next to 'mhz', the lower of two. */
unsigned int channel_nearest(unsigned int mhz);

#endif
