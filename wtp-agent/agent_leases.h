/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The leases of the agent's radios, on the agent's clock. A radio takes time
 * to start and to stop acknowledging for a BSSID:
 *
 *	installing	frames to the BSSID are dropped (no_lease)
 *	installed
 *	ended		the slot is not used again until the radio has stopped
 *
 * A release during an installation takes effect after it. A removal that
 * failed is repeated each second.
 */
#ifndef AGENT_LEASES_H
#define AGENT_LEASES_H

#include <stdbool.h>
#include <stdint.h>

#include "control/control.h"

struct agent;

void agent_leases_init(struct agent *agent);

/* Grants the configured leases, before the worker starts. Logs errors and
 * returns false. */
bool agent_leases_grant_configured(struct agent *agent);

/* See control_actions.lease_grant and .lease_release. */
void agent_leases_grant(struct agent *agent, const uint8_t *bssid,
			enum lease_role role, unsigned int radio,
			uint64_t ttl_ms, control_lease_done *done, void *arg);
void agent_leases_release(struct agent *agent, const uint8_t *bssid,
			  unsigned int radio, control_lease_done *done,
			  void *arg);

/* Ends all leases, after the worker has stopped. */
void agent_leases_destroy(struct agent *agent);

#endif
