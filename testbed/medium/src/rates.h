/* SPDX-License-Identifier: Apache-2.0 */
/* Conversion of mac80211_hwsim's rate numbers. The functions have no state. */
#ifndef RATES_H
#define RATES_H

#include "air.h"
#include "hwsim_abi.h"

/* Converts the two tables that hwsim sends with a frame to stages. The first
 * rate that does not exist ends the chain. Returns the number of stages. */
unsigned rates_to_stages(const struct hwsim_tx_rate *rates,
			 const struct hwsim_tx_rate_flag *flags, unsigned mhz,
			 struct air_stage *stages);

/* Converts the tries of a frame to hwsim's table. */
void rates_from_stages(const struct air_frame *frame,
		       struct hwsim_tx_rate *rates);

/* Returns hwsim's number of a received rate. hwsim reports only legacy rates.
 * For HT and VHT it is the fastest legacy rate that is not faster. */
uint32_t rates_received(const struct phy_rate *rate, unsigned mhz);

#endif
