/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ACK leases: for which BSSIDs the radios acknowledge frames, and until when.
 * A lease of role station names the address of a virtual station instead.
 *
 * State only: lease_expire() decides when a lease ends. The agent's struct
 * lease_ops acts on the radio, which takes time, and its timer calls
 * lease_expire(): both are in agent_leases.c. A new lease is being installed
 * until lease_finish_install(). Only installed ones count for frames. Times
 * are milliseconds of the caller's clock.
 */
#ifndef LEASE_H
#define LEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

#define LEASES_MAX	 64  /* of all radios together */
#define LEASE_BUCKETS	 128 /* a power of two */
#define LEASE_FOREVER	 UINT64_MAX
#define LEASE_TTL_MIN_MS 1000
#define LEASE_TTL_MAX_MS 3600000

enum lease_role {
	LEASE_AP,
	LEASE_STATION,
};

struct lease {
	uint8_t bssid[ADDR_LEN]; /* or a virtual station's address */
	enum lease_role role;
	unsigned int radio;
	unsigned int slot; /* distinct on a radio, the smallest usable */
	bool installed;
	int ack_ifindex; /* interface that acknowledges; 0: unknown */
	uint64_t expires_ms;
	uint8_t chain; /* the next lease of its bucket */
};

/* Acts on radio 'radio', without a wait. 'slot' identifies the lease on the
 * radio.
 *
 * install() makes the radio start to acknowledge frames to 'bssid'; the result
 * goes to lease_finish_install(), before install() returns or later. remove()
 * makes it stop. If the lease is still being installed it does so after that.
 * is_blocked() returns true while an earlier lease of a slot has not ended on
 * the radio. */
struct lease_ops {
	bool (*is_blocked)(void *arg, unsigned int radio, unsigned int slot);
	void (*install)(void *arg, unsigned int radio, unsigned int slot,
			const uint8_t *bssid);
	void (*remove)(void *arg, unsigned int radio, unsigned int slot,
		       const uint8_t *bssid);
};

struct lease_table {
	struct lease leases[LEASES_MAX];
	size_t n;
	uint8_t buckets[LEASE_BUCKETS]; /* the first lease of each hash */
	const struct lease_ops *ops;
	void *ops_arg;
};

void lease_init(struct lease_table *table, const struct lease_ops *ops,
		void *ops_arg);

/* Grants the lease of 'bssid' on 'radio' until 'expires_ms', or renews it; a
 * lease without expiry keeps having none. 'limit' is the number of leases that
 * the radio can hold. Returns in '*created' whether the lease is new. Returns
 * 0, ENOSPC at the limit or without a usable slot, ENOTUNIQ if the address has
 * a lease of the other role, or EADDRINUSE if another radio has it. */
int lease_grant(struct lease_table *table, const uint8_t *bssid,
		enum lease_role role, unsigned int radio, size_t limit,
		uint64_t expires_ms, bool *created);

/* Makes the lease of a slot installed, or removes it if 'err'. Returns false
 * if the lease has ended meanwhile. */
bool lease_finish_install(struct lease_table *table, unsigned int radio,
			  unsigned int slot, int err);

/* Records the interface that acknowledges for an installed lease. */
void lease_set_ack_ifindex(struct lease_table *table, unsigned int radio,
			   unsigned int slot, int ifindex);

/* Returns the index of an interface that acknowledges for any installed lease
 * of a radio; 0 if there is none. */
int lease_ack_ifindex(const struct lease_table *table, unsigned int radio);

/* Ends a lease. Returns false if there is none on that radio. */
bool lease_release(struct lease_table *table, const uint8_t *bssid,
		   unsigned int radio);

/* Ends all leases that expired by 'now_ms'. Returns their number. */
size_t lease_expire(struct lease_table *table, uint64_t now_ms);

/* Returns the earliest expiry, or LEASE_FOREVER. */
uint64_t lease_next_expiry(const struct lease_table *table);

/* Returns the installed lease of 'bssid' on any radio, or NULL. */
const struct lease *lease_find(const struct lease_table *table,
			       const uint8_t *bssid);

/* The same, also while it is being installed. */
const struct lease *lease_find_any(const struct lease_table *table,
				   const uint8_t *bssid);

/* Returns true if the BSSID of an installed lease has this VAP id. */
bool lease_has_vap(const struct lease_table *table, uint16_t vap);

/* Ends all leases. */
void lease_destroy(struct lease_table *table);

#endif
