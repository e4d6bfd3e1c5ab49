/* SPDX-License-Identifier: Apache-2.0 */
/* Time on the air by transmitter and receiver address. */
#ifndef ACCOUNTS_H
#define ACCOUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "ieee80211.h"

struct air;

/* Time on the air from one address to another. */
struct air_account {
	uint8_t ta[ADDR_LEN], ra[ADDR_LEN];
	uint64_t tx_ns; /* PPDUs with preambles, of every try, RTS and CTS */
	uint64_t response_ns; /* SIFS and acknowledgements */
	uint64_t tries, frames, acked;
	uint64_t octets; /* of acknowledged MPDUs, with FCS */
};

/* Returns all accounts, in the order of their first frames. */
const struct air_account *air_accounts(const struct air *air, size_t *n);

/* Deletes all accounts. */
void air_forget_accounts(struct air *air);

/* Returns the account of two addresses. Creates it if there is none. The
 * pointer is valid until the next call. */
struct air_account *account_of(struct air *air, const uint8_t *ta,
			       const uint8_t *ra);

#endif
