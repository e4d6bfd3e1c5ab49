/* SPDX-License-Identifier: Apache-2.0 */
#include "config_settings.h"

const char *config_stations_name(enum config_stations stations)
{
	static const char *const names[] = {
		[STATIONS_OFF] = "off",
		[STATIONS_PINNED] = "pinned",
		[STATIONS_FREE] = "free",
	};

	return names[stations];
}
