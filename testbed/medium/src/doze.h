/* SPDX-License-Identifier: Apache-2.0 */
/* What a station in power save does not hear. Its last acknowledged frame with
 * the power management bit told its access point that it sleeps; it then hears
 * no more than beacons, group frames that a beacon has announced, and the one
 * frame that it has asked for by PS-Poll (IEEE 802.11-2020 11.2.3). So an
 * access point that sends to a sleeping station is found out. Pure. */
#ifndef DOZE_H
#define DOZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ieee80211.h"

struct doze {
	bool asleep;
	bool polled; /* awaits the frame that it has asked for */
	bool group;  /* awaits group frames: the beacon said so */
	uint8_t bssid[ADDR_LEN];
};

/* It begins to send a frame. */
void doze_sends(struct doze *doze, const uint8_t *frame, size_t len);

/* A frame that it sent was acknowledged. */
void doze_acked(struct doze *doze, const uint8_t *frame, size_t len);

/* Whether it sleeps through a frame that would reach it. */
bool doze_misses(const struct doze *doze, const uint8_t *frame, size_t len);

/* It received a frame. */
void doze_heard(struct doze *doze, const uint8_t *frame, size_t len);

#endif
