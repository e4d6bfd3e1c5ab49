/* SPDX-License-Identifier: Apache-2.0 */
#include "radio.h"

#include <string.h>

#ifdef WITH_TEST_RADIO
#include "radio_ether.h"
#endif

const struct radio_ops *radio_kind(const char *phy)
{
#ifdef WITH_TEST_RADIO
	if (!strncmp(phy, RADIO_ETHER_PREFIX, strlen(RADIO_ETHER_PREFIX)))
		return &radio_ether;
#else
	(void)phy;
#endif
	return &radio_mac80211;
}

unsigned int radio_max_leases(const struct radio *radio)
{
	return radio->active_monitor ? radio->config->max_leases : 0;
}
