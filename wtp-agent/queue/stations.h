/* SPDX-License-Identifier: Apache-2.0 */
/* The airtime of each station, in a bounded table: a new station replaces the
 * one that was silent longest. Group frames belong to the station
 * ff:ff:ff:ff:ff:ff. */
#ifndef STATIONS_H
#define STATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_chain.h"

#define STATIONS_MAX	 1024 /* of all radios together */
#define STATIONS_BUCKETS 256  /* a power of two */

/* Frames of one direction. frame/airtime.h defines what 'us' includes. */
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

/* The TX statuses of an A-MPDU's frames arrive within this time. */
#define STATIONS_AMPDU_GAP_US 400

/* One PPDU, repeated, or one frame of an A-MPDU. */
struct station_exchange {
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

/* Account a frame that was sent to a station, or received from it. Return its
 * airtime in microseconds. */
uint64_t stations_add_tx(struct stations *stations,
			 const struct station_exchange *use);
uint64_t stations_add_rx(struct stations *stations,
			 const struct station_exchange *use);

/* Returns in 'out' at most 'max' stations, those with the latest frames first.
 * Returns their number. */
size_t stations_latest(const struct stations *stations,
		       const struct station **out, size_t max);

#endif
