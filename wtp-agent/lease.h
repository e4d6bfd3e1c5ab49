/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACK leases: which BSSIDs the radios acknowledge for, and until when.
 *
 * The state only; what makes a radio acknowledge is behind struct lease_ops.
 * Times are milliseconds of the caller's clock.
 */
#ifndef LEASE_H
#define LEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "addr.h"

#define LEASES_MAX	 64 /* of all radios together */
#define LEASE_FOREVER	 UINT64_MAX
#define LEASE_TTL_MIN_MS 1000
#define LEASE_TTL_MAX_MS 3600000

struct lease {
	uint8_t bssid[ADDR_LEN];
	unsigned int radio;
	unsigned int slot; /* distinct on a radio, the smallest free */
	uint64_t expires_ms;
};

/* Makes radio 'radio' acknowledge frames to 'bssid'; 'slot' names that until
 * it is let go. hold() returns 0 or a positive errno. */
struct lease_ops {
	int (*hold)(void *arg, unsigned int radio, unsigned int slot,
		    const uint8_t *bssid);
	void (*let_go)(void *arg, unsigned int radio, unsigned int slot);
};

struct lease_table {
	struct lease leases[LEASES_MAX];
	size_t n;
	const struct lease_ops *ops;
	void *ops_arg;
};

void lease_init(struct lease_table *table, const struct lease_ops *ops,
		void *ops_arg);

/* Grant 'bssid' on 'radio' until 'expires_ms', or renew it; one that is for
 * ever stays so. 'limit' is how many that radio can hold. '*created' tells
 * which it was. Returns 0, ENOSPC at the limit, EADDRINUSE if another radio
 * has the BSSID, or the errno of hold(). */
int lease_grant(struct lease_table *table, const uint8_t *bssid,
		unsigned int radio, size_t limit, uint64_t expires_ms,
		bool *created);

/* End a lease; false if there is none. */
bool lease_release(struct lease_table *table, const uint8_t *bssid,
		   unsigned int radio);

/* End those that expired by 'now_ms' and return how many. */
size_t lease_expire(struct lease_table *table, uint64_t now_ms);

/* When the next one expires, or LEASE_FOREVER. */
uint64_t lease_next_expiry(const struct lease_table *table);

/* The lease of 'bssid' on any radio, or NULL. */
const struct lease *lease_find(const struct lease_table *table,
			       const uint8_t *bssid);

/* End all. */
void lease_destroy(struct lease_table *table);

#endif
