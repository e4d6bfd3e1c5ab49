/* SPDX-License-Identifier: Apache-2.0 */
/* Stations in power save. A station sleeps after an acknowledged frame with
 * the power management bit. It then receives from its access point only
 * beacons, group frames that a beacon announced, and one frame for each
 * PS-Poll (IEEE 802.11-2020, 11.2.3). So the simulation exposes an access
 * point that sends to a sleeping station. The functions have no side effects
 * but on 'doze'. */
#ifndef DOZE_H
#define DOZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ieee80211.h"

/* The power save state of one station. */
struct doze {
	bool asleep;
	bool polled; /* awaits the frame that it requested by PS-Poll */
	bool group;  /* awaits group frames that the beacon announced */
	uint8_t bssid[ADDR_LEN];
};

/* Updates the state when the station starts to send a frame. */
void doze_sends(struct doze *doze, const uint8_t *frame, size_t len);

/* Updates the state when a frame of the station was acknowledged. */
void doze_acked(struct doze *doze, const uint8_t *frame, size_t len);

/* Checks if the station misses a frame because it sleeps. */
bool doze_misses(const struct doze *doze, const uint8_t *frame, size_t len);

/* Updates the state when the station received a frame. */
void doze_heard(struct doze *doze, const uint8_t *frame, size_t len);

#endif
