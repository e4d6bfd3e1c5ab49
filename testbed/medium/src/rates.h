/* SPDX-License-Identifier: Apache-2.0 */
/* mac80211_hwsim's numbers of rates to and from rates. Pure. */
#ifndef RATES_H
#define RATES_H

#include "air.h"
#include "hwsim_abi.h"

/* The stages of a frame from the two tables that hwsim sends with it. Rates
 * that do not exist end the chain. Return the number of stages. */
unsigned rates_to_stages(const struct hwsim_tx_rate *rates,
			 const struct hwsim_tx_rate_flag *flags, unsigned mhz,
			 struct air_stage *stages);

/* What was tried, for hwsim. */
void rates_from_stages(const struct air_frame *frame,
		       struct hwsim_tx_rate *rates);

/* The rate that a receiver is told: hwsim knows only legacy rates there, so of
 * others the fastest that is not faster. */
uint32_t rates_received(const struct phy_rate *rate, unsigned mhz);

#endif
