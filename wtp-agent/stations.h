/* SPDX-License-Identifier: Apache-2.0 */
/* What each station takes of the air: a bounded table, the station that was
 * silent for longest making room. Frames to a group are their own "station",
 * ff:ff:ff:ff:ff:ff. */
#ifndef STATIONS_H
#define STATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "addr.h"
#include "cloudmac_chain.h"

#define STATIONS_MAX	 1024 /* of all radios together */
#define STATIONS_BUCKETS 256  /* a power of two */

/* Frames of one direction. What airtime.h says is counted in 'us'. */
struct station_tally {
	uint64_t frames; /* distinct ones; received: each as often as heard */
	uint64_t bytes;	 /* MPDUs with FCS, each frame once */
	uint64_t tries;	 /* PPDUs */
	uint64_t acked;
	uint64_t us;
};

struct station {
	uint8_t address[ADDR_LEN];
	uint8_t radio;
	struct station_tally tx, rx; /* from the WTP, to the WTP */
	uint64_t sequence;     /* when it last had a frame, in frames of all */
	uint64_t aggregate_us; /* when the last status of an A-MPDU came */
	uint16_t chain;	       /* next of the bucket */
};

struct stations {
	struct station entries[STATIONS_MAX];
	uint16_t buckets[STATIONS_BUCKETS];
	uint16_t n;
	uint64_t sequence;
};

/* The statuses of an A-MPDU's frames come so close together. */
#define STATIONS_APART_US 400

/* One PPDU, repeated, or one frame of an A-MPDU. */
struct station_use {
	const uint8_t *station;
	uint8_t radio;
	unsigned int mhz;
	struct cloudmac_rate rate;
	size_t octets; /* of the MPDU, FCS included */
	unsigned int tries;
	bool acked;
	uint64_t aggregated_us; /* of a frame that mac80211 may aggregate: the
				 * time of its status, else 0 */
	bool again; /* injected before: its frame is counted already */
};

void stations_init(struct stations *stations);

/* Account what was sent to a station, or received of it. */
void stations_sent(struct stations *stations, const struct station_use *use);
void stations_received(struct stations *stations,
		       const struct station_use *use);

/* The at most 'max' stations that had frames last, the latest first. Returns
 * how many. */
size_t stations_latest(const struct stations *stations,
		       const struct station **out, size_t max);

#endif
