/* SPDX-License-Identifier: Apache-2.0 */
/* The choice of the kind of radio. Each program compiles this file itself, as
 * only test builds have Ethernet interfaces for radios. */
#include <string.h>

#include "radio_ops.h"

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
