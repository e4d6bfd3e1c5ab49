/* SPDX-License-Identifier: Apache-2.0 */
/* The channels of IEEE Std 802.11-2020, annex E, by centre frequency. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>

#include "config_settings.h"

#define CHANNEL_MHZ_MIN 2412
#define CHANNEL_MHZ_MAX 7125

/* Returns true if a channel of 20 MHz has its centre at 'mhz'. */
bool channel_is_valid(unsigned int mhz);

/* Returns the width of the channel at 'mhz' of a radio of 'width'. Channel 14
 * is for DSSS and CCK only (IEEE Std 802.11-2020, E.1), so the kernel takes it
 * with 20 MHz without HT and no other width. */
enum config_width channel_width(unsigned int mhz, enum config_width width);

/* Returns the name of a width, as in the option 'width'. */
const char *channel_width_name(enum config_width width);

/* Returns the valid centre next to 'mhz', the lower of two. */
unsigned int channel_nearest(unsigned int mhz);

#endif
