/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of the control protocol (CONTROL.md). */
#ifndef METHODS_H
#define METHODS_H

#include "control_host.h"
#include "server/server.h"

struct signal_report;

/* Codes of errors, beside those of JSON-RPC. */
enum methods_error {
	RPC_NO_RADIO = -32001,
	RPC_NO_LEASE = -32002,
	RPC_KERNEL = -32003,
	RPC_NO_WEIGHT = -32004,
	RPC_NO_PERMIT = -32005,
	RPC_OTHER_ROLE = -32006,
};

/* The context of every method: the agent, the session's reports, and the terms
 * of all controllers. */
struct methods_context {
	const struct control_host *host;
	struct signal_report *report;
	const struct terms *terms;
};

/* All methods, in method_table.c. The list ends with a NULL name. */
extern const struct rpc_method methods[];

/* In methods_agent.c, methods_leases.c, methods_permits.c, methods_radio.c,
 * methods_airtime.c, methods_scheduler.c, methods_vsta.c. */
rpc_handler method_agent_info, method_stats, method_ack_list,
	method_announce_permit, method_announce_revoke, method_announce_list,
	method_signal_subscribe, method_stations_airtime, method_airtime_get,
	method_airtime_set, method_vsta_list, method_bss_heard;
rpc_starter method_ack_lease, method_ack_release, method_radio_set;

/* Returns all leases, as ack.list shows them. */
struct json_object *methods_leases(const struct control_host *host);

/* Returns how long a lease lasts. A configured one does not expire: it always
 * has the longest time left. */
int64_t methods_remaining_ms(const struct lease *lease);

/* Returns the radio that 'params' name; NULL with '*error' filled if there is
 * none. */
struct radio *methods_get_radio(const struct methods_context *context,
				struct json_object *params,
				struct rpc_error *error);

/* Fills '*error' and returns NULL if radio and 'stations' of its configuration
 * do not allow VAPs: their leases and permits. Else returns the radio. */
const struct radio *methods_check_vaps(const struct radio *radio,
				       struct rpc_error *error);

/* Returns an object with 'bssid' and 'radio'. */
struct json_object *methods_bssid_json(const uint8_t *bssid,
				       unsigned int radio);

/* Fills '*error' with an errno of the kernel and returns NULL. */
struct json_object *methods_kernel_error(struct rpc_error *error,
					 const char *what, int err);

#endif
