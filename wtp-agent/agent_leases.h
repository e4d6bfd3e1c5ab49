/* SPDX-License-Identifier: Apache-2.0 */
/* The leases of the agent's radios, on the agent's clock. */
#ifndef AGENT_LEASES_H
#define AGENT_LEASES_H

#include <stdbool.h>
#include <stdint.h>

struct agent;

void agent_leases_init(struct agent *agent);

/* Grants the configured leases. Logs errors and returns false. */
bool agent_leases_grant_configured(struct agent *agent);

/* Grants a lease for 'ttl_ms'; see control_actions.lease_grant. */
int agent_leases_grant(struct agent *agent, const uint8_t *bssid,
		       unsigned int radio, uint64_t ttl_ms, bool *created);

/* Ends a lease. Returns false if there is none. */
bool agent_leases_release(struct agent *agent, const uint8_t *bssid,
			  unsigned int radio);

/* Ends all leases. */
void agent_leases_destroy(struct agent *agent);

#endif
