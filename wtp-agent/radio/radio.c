/* SPDX-License-Identifier: Apache-2.0 */
#include "radio.h"

unsigned int radio_max_leases(const struct radio *radio)
{
	return radio->active_monitor ? radio->config->max_leases : 0;
}
