/* SPDX-License-Identifier: Apache-2.0 */
/* What the agent knows for aggregation. */
#ifndef AGGREGATION_STATE_H
#define AGGREGATION_STATE_H

#include <stdint.h>

#include "peers.h"
#include "queue/queue.h"
#include "radio/radio.h"
#include "shadow_ap.h"

struct aggregation {
	struct radio *radios; /* all of the agent, by index */
	const struct lease_table *leases;
	const struct powersave *powersave;
	struct peers peers;
	struct shadow_ap aps[CONFIG_RADIOS_MAX][LEASES_MAX];
	/* By radio: starts and stops of access points that are pending. The
	 * queue is paused meanwhile. */
	unsigned int ap_requests[CONFIG_RADIOS_MAX];
	uint64_t swept_ms;   /* the latest search for idle entries */
	radio_done *stopped; /* of aggregation_watch_stops(), or NULL */
	void *stopped_arg;
};

#endif
