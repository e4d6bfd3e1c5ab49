/* SPDX-License-Identifier: Apache-2.0 */
#include "channel_width.h"

#define CHANNEL_14_MHZ 2484

enum config_width channel_width(unsigned int mhz, enum config_width width)
{
	return mhz == CHANNEL_14_MHZ ? WIDTH_20_NOHT : width;
}

const char *channel_width_name(enum config_width width)
{
	static const char *const names[] = {
		[WIDTH_20_NOHT] = "20-noht", [WIDTH_20] = "20",
		[WIDTH_40_ABOVE] = "40+",    [WIDTH_40_BELOW] = "40-",
		[WIDTH_80] = "80",
	};

	return names[width];
}
