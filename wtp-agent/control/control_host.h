/* SPDX-License-Identifier: Apache-2.0 */
/* What the control protocol reads of the agent, and asks it to do. The agent
 * fills this in, so that this folder need not know the agent. */
#ifndef CONTROL_HOST_H
#define CONTROL_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregation/aggregation.h"
#include "base/base.h"
#include "config/wtp_config.h"
#include "limits/limits.h"
#include "queue/queue.h"
#include "radio/radio.h"
#include "signals.h"
#include "vsta/vsta.h"

/* The end of an action on a lease: 0 or an errno, and whether the lease is new
 * or has ended. */
typedef void control_lease_done(void *arg, int err, bool changed);

/* Actions of the agent. 'arg' is control_host.arg. */
struct control_actions {
	/* Grants or renews a lease for 'ttl_ms'. Calls 'done' once, when the
	 * radio acknowledges: now or later. The error is that of the radio or
	 * of lease_grant(). */
	void (*lease_grant)(void *arg, const uint8_t *bssid,
			    enum lease_role role, unsigned int radio,
			    uint64_t ttl_ms, control_lease_done *done,
			    void *done_arg);
	/* Ends a lease. Calls 'done' once, when the radio has stopped
	 * acknowledging or failed to: now or later. */
	void (*lease_release)(void *arg, const uint8_t *bssid,
			      unsigned int radio, control_lease_done *done,
			      void *done_arg);
	/* Updates counters that the kernel keeps. */
	void (*update_counters)(void *arg);
};

struct control_host {
	struct loop *loop;
	const struct config *config;
	const uint8_t *id;   /* the WTP's, ADDR_LEN octets */
	uint64_t started_ms; /* of the clock */
	const uint8_t *wired_address;
	unsigned int wired_mtu;
	struct radio *radios;
	size_t radios_n;
	const struct counters *counters;
	const struct lease_table *leases;
	struct permit_table *permits;
	struct known_vaps *known_vaps;
	const struct signals *signals;
	const struct stations *stations;
	struct aggregation *aggregation;
	struct vsta *vsta;
	const struct control_actions *actions;
	void *arg; /* of the actions */
};

#endif
