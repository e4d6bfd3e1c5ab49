/* SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

#include <stddef.h>

/* Channels at equal distances: MHz. */
static const struct {
	unsigned int first, last, step;
} ranges[] = {
	{ 2412, 2472, 5 },  /* 2.4 GHz: 1 to 13 */
	{ 2484, 2484, 5 },  /* 14 */
	{ 5180, 5320, 20 }, /* 5 GHz: 36 to 64 */
	{ 5500, 5720, 20 }, /* 100 to 144 */
	{ 5745, 5885, 20 }, /* 149 to 177 */
	{ 5935, 5935, 20 }, /* 6 GHz: 2, of operating class 136 */
	{ 5955, 7115, 20 }, /* 1 to 233 */
};

bool channel_is_valid(unsigned int mhz)
{
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (mhz >= ranges[i].first && mhz <= ranges[i].last &&
		    (mhz - ranges[i].first) % ranges[i].step == 0)
			return true;
	return false;
}

unsigned int channel_nearest(unsigned int mhz)
{
	for (unsigned int away = 0; away < mhz; away++) {
		if (channel_is_valid(mhz - away))
			return mhz - away;
		if (channel_is_valid(mhz + away))
			return mhz + away;
	}
	return CHANNEL_MHZ_MIN;
}
