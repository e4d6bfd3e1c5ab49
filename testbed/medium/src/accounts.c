/* SPDX-License-Identifier: Apache-2.0 */
#include "accounts.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"

struct air_account *account_of(struct air *air, const uint8_t *ta,
			       const uint8_t *ra)
{
	struct air_account *more;

	for (size_t i = 0; i < air->accounts_n; i++)
		if (!memcmp(air->accounts[i].ta, ta, ADDR_LEN) &&
		    !memcmp(air->accounts[i].ra, ra, ADDR_LEN))
			return &air->accounts[i];
	more = realloc(air->accounts, (air->accounts_n + 1) * sizeof(*more));
	if (!more)
		abort();
	air->accounts = more;
	more += air->accounts_n++;
	memset(more, 0, sizeof(*more));
	memcpy(more->ta, ta, ADDR_LEN);
	memcpy(more->ra, ra, ADDR_LEN);
	return more;
}

const struct air_account *air_accounts(const struct air *air, size_t *n)
{
	*n = air->accounts_n;
	return air->accounts;
}

void air_forget_accounts(struct air *air)
{
	free(air->accounts);
	air->accounts = NULL;
	air->accounts_n = 0;
}
