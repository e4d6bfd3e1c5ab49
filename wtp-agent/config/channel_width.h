/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHANNEL_WIDTH_H
#define CHANNEL_WIDTH_H

#include "config_settings.h"

/* Returns the width of the channel at 'mhz' of a radio of 'width'. Channel 14
 * is for DSSS and CCK only (IEEE Std 802.11-2020, E.1), so the kernel takes it
 * with 20 MHz without HT and no other width. */
enum config_width channel_width(unsigned int mhz, enum config_width width);

/* Returns the name of a width, as in the option 'width'. */
const char *channel_width_name(enum config_width width);

#endif
