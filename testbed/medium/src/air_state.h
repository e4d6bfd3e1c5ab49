/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the air, private to the files of the simulation. */
#ifndef AIR_STATE_H
#define AIR_STATE_H

#include "aggregate.h"
#include "air.h"
#include "contend.h"
#include "doze.h"
#include "exchange.h"
#include "random.h"

struct held {
	uint8_t addr[ADDR_LEN];
	enum air_reason reason;
};

struct radio {
	char name[AIR_NAME_MAX];
	double power_dbm;
	bool monitor;
	struct walk walk;
	struct contention contention[AC_N];
	struct exchange exchange;
	unsigned mhz; /* channel of its frames; 0 before the first */
	struct held *held;
	unsigned held_n;
	struct doze doze;

	/* The medium is busy until the latest of these times: by signals, by
	 * reservation, by EIFS and by its own transmission. */
	uint64_t busy_until, nav_until, extra_until;
	uint64_t sends_until;

	unsigned queued;
	struct air_counters counters;
};

struct air {
	struct air_model model;
	const struct air_ops *ops;
	void *arg;
	struct random random;
	uint64_t now;
	struct radio *radio[AIR_MAX_RADIOS];
	unsigned radios;
	/* Of each pair of radios: configured extra loss, and shadowing. */
	double *extra_db, *shadow_db;
	struct signal *signals;
	struct session *sessions;
	unsigned sessions_n;
	struct air_account *accounts;
	size_t accounts_n;
};

static inline uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

#endif
