/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The VAPs whose beacons reach this WTP, with a lease or without: their BSSIDs
 * and SSIDs. The controller chooses which VAP's beacons it sends to which WTP.
 * It may bind a station to these WTPs only, so it needs what each of them
 * receives of the VAP's stations.
 *
 * The agent forgets a VAP when its beacons stop. A new VAP replaces the one
 * that was silent longest. Switches pass a host's frames by their VAP id only.
 * So there is one VAP of each id: a host with several BSSIDs cannot replace
 * the VAPs of others. Times are milliseconds of the caller's clock.
 */
#ifndef KNOWN_VAPS_H
#define KNOWN_VAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define KNOWN_VAPS_MAX	   1024	 /* as many as a controller knows */
#define KNOWN_VAPS_BUCKETS 1024	 /* a power of two */
#define KNOWN_VAP_MS	   10000 /* without a beacon */
#define SSID_MAX	   32

struct known_vap {
	uint8_t bssid[ADDR_LEN];
	uint8_t ssid[SSID_MAX];
	uint8_t ssid_len; /* 0: hidden, or none */
	uint64_t seen_ms;
	uint16_t id_chain, ssid_chain; /* the next VAP of its bucket */
};

struct known_vaps {
	struct known_vap places[KNOWN_VAPS_MAX];
	size_t n;
	uint16_t by_id[KNOWN_VAPS_BUCKETS]; /* the first of each hash */
	uint16_t by_ssid[KNOWN_VAPS_BUCKETS];
	uint64_t hidden_until_ms; /* as long as a VAP hides its SSID */
};

void known_vaps_init(struct known_vaps *vaps);

/* Notes a beacon of 'len' octets. Ignores it while another BSSID has its VAP
 * id. */
void known_vaps_add_beacon(struct known_vaps *vaps, const uint8_t *frame,
			   size_t len, uint64_t now_ms);

/* Notes the SSID of a VAP that sends no beacons yet, as from a beacon. Ignores
 * it while the VAP, or another BSSID of its VAP id, is known: beacons are
 * newer. */
void known_vaps_add_ssid(struct known_vaps *vaps, const uint8_t *bssid,
			 const uint8_t *ssid, uint8_t len, uint64_t now_ms);

/* Returns true if 'bssid' sent a beacon recently. */
bool known_vaps_has(const struct known_vaps *vaps, const uint8_t *bssid,
		    uint64_t now_ms);

/* Returns true if a probe request of 'len' octets is to all networks, or to
 * the SSID of a VAP. While a VAP hides its SSID, every SSID may be its own. */
bool known_vaps_wants_probe(const struct known_vaps *vaps,
			    const uint8_t *frame, size_t len, uint64_t now_ms);

#endif
