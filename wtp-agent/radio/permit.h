/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Permits to announce: of which BSSIDs a radio may transmit beacons and probe
 * responses without a lease, and until when. A radio with a permit
 * acknowledges nothing.
 *
 * State only. A BSSID has at most one permit. Expired permits count as absent;
 * the next grant drops them. Times are milliseconds of the caller's clock.
 */
#ifndef PERMIT_H
#define PERMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define PERMITS_MAX	  1024 /* of all radios; as many VAPs as are known */
#define PERMIT_BUCKETS	  1024 /* a power of two */
#define PERMIT_TTL_MIN_MS 1000
#define PERMIT_TTL_MAX_MS 3600000

struct permit {
	uint8_t bssid[ADDR_LEN];
	unsigned int radio;
	uint64_t expires_ms; /* 0: revoked */
	uint16_t chain;	     /* the next permit of its bucket */
};

struct permit_table {
	struct permit permits[PERMITS_MAX];
	size_t n;			  /* with expired ones */
	uint16_t buckets[PERMIT_BUCKETS]; /* the first permit of each hash */
};

void permit_init(struct permit_table *table);

/* Grants the permits of the 'n' BSSIDs at 'bssids' on 'radio' until
 * 'expires_ms'. Renews those that exist, and moves those of other radios. A
 * BSSID may be in the list more than once. Returns 0; or ENOSPC, with all
 * permits as before. */
int permit_grant(struct permit_table *table, const uint8_t *bssids, size_t n,
		 unsigned int radio, uint64_t expires_ms, uint64_t now_ms);

/* Ends a permit. Returns false if there is none. */
bool permit_revoke(struct permit_table *table, const uint8_t *bssid,
		   uint64_t now_ms);

/* Returns the permit of 'bssid' on any radio, or NULL. */
const struct permit *permit_find(const struct permit_table *table,
				 const uint8_t *bssid, uint64_t now_ms);

/* Returns true if a permit of the table has not expired. */
bool permit_is_valid(const struct permit *permit, uint64_t now_ms);

#endif
