/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of limits/: which frames of unknown stations go to the wire.
 *
 *	known_vaps.h	the VAPs whose beacons reach this WTP
 *	newcomers.h	limits how many new transmitters send frames
 *	probe_limit.h	limits the probe requests of each station
 */
#ifndef LIMITS_H
#define LIMITS_H

#include "known_vaps.h"
#include "newcomers.h"
#include "probe_limit.h"

#endif
