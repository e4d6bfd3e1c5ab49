/* SPDX-License-Identifier: Apache-2.0 */
/* What a controller can ask of the agent. */
#ifndef METHODS_H
#define METHODS_H

#include "rpc.h"

struct agent;
struct signal_report;

/* The context of every method: the agent, and what belongs to the session. */
struct methods_context {
	struct agent *agent;
	struct signal_report *report;
};

extern const struct rpc_method methods[];

/* Of methods_radio.c, methods_info.c and methods_airtime.c. */
rpc_handler method_agent_info, method_stats, method_ack_lease,
	method_ack_release, method_ack_list, method_radio_set,
	method_signal_subscribe, method_stations_airtime, method_log_level;

/* Every lease, as ack.list shows it. */
struct json_object *methods_leases(const struct agent *agent);

#endif
