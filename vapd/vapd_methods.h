/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of the protocol of VAP hosts (CONTROL-VAPD.md). */
#ifndef VAPD_METHODS_H
#define VAPD_METHODS_H

#include "server/server.h"
#include "vaps.h"

/* Codes of errors, beside those of JSON-RPC. */
enum vapd_error {
	VAPD_NO_VAP = -32011,
	VAPD_NO_ANSWER = -32012, /* hostapd does not answer */
	VAPD_REFUSED = -32013,	 /* hostapd refuses the switch */
	VAPD_UNFINISHED = -32014,
	VAPD_BUSY = -32015,
};

#define VAPD_PROTOCOL 1

/* What the methods read. */
struct vapd_host {
	const struct vapd_config *config;
	struct vaps *vaps;
	const struct terms *terms; /* of all controllers */
	uint64_t started_ms;	   /* of the clock */
};

/* The context of every method, one for each session. */
struct vapd_session {
	const struct vapd_host *host;
	struct session *session;
	bool subscribed;
};

/* All methods, in vapd_method_table.c. The list ends with a NULL name. */
extern const struct rpc_method vapd_methods[];

/* In vapd_methods.c and vapd_methods_vap.c. */
rpc_handler vapd_method_host_info, vapd_method_vaps_list,
	vapd_method_vaps_subscribe, vapd_method_vap_stats;
rpc_starter vapd_method_stations_list, vapd_method_channel_switch;

/* Returns a VAP as the protocol shows it. */
struct json_object *vapd_vap_json(const struct vap *vap);

/* Adds an address to 'object'. */
void vapd_add_address(struct json_object *object, const char *key,
		      const uint8_t *address);

#endif
