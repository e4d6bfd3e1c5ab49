/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A "radio" that is an Ethernet interface, for benchmarks and tests without
 * mac80211: frames of the local experimental ethertype whose payload is what a
 * monitor interface would deliver or take. Not in a normal build.
 */
#ifndef RADIO_ETHER_H
#define RADIO_ETHER_H

#include "radio_ops.h"

#define RADIO_ETHER_PREFIX "ether:"
#define RADIO_ETHER_TYPE   0x88b5

extern const struct radio_ops radio_ether;

#endif
