/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Airtime of frames. This file uses no kernel interface: the unit test compiles
 * it in user space.
 */
#ifndef CLOUDMAC_AIRTIME_H
#define CLOUDMAC_AIRTIME_H

#include "cloudmac_chain.h"

u32 cloudmac_airtime(const struct cloudmac_rate *rate, u32 len);
u32 cloudmac_airtime_of_tries(const struct cloudmac_chain *chain, u32 len);

#endif /* CLOUDMAC_AIRTIME_H */
