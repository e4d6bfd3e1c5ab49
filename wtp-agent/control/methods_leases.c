/* SPDX-License-Identifier: Apache-2.0 */
/* The methods ack.lease, ack.release and ack.list. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bssid_request.h"
#include "methods.h"
#include "ssid_request.h"

static struct json_object *lease_refused(const struct radio *radio, int err,
					 struct rpc_error *error)
{
	switch (err) {
	case ENOSPC:
		if (!radio->active_monitor)
			return rpc_fail(error, RPC_NO_LEASE,
					"%s has no active monitor: it cannot "
					"acknowledge for a VAP",
					radio->config->phy);
		return rpc_fail(error, RPC_NO_LEASE,
				"%s holds all its %u "
				"leases",
				radio->config->phy, radio_max_leases(radio));
	case ENOTUNIQ:
		return rpc_fail(error, RPC_OTHER_ROLE,
				"this address has a lease of the other role");
	case EADDRINUSE:
		return rpc_fail(error, RPC_NO_LEASE,
				"another radio has the lease of this BSSID");
	default:
		return methods_kernel_error(
			error, "no interface with this BSSID", err);
	}
}

/* A call that waits for a radio. The session may end meanwhile, and with it
 * the context of the method. */
struct lease_call {
	struct rpc_call *call;
	const struct radio *radio;
	struct known_vaps *known_vaps;
	struct ssid_value ssid;
	uint8_t bssid[ADDR_LEN];
	enum lease_role role;
	int64_t ttl_ms;
};

static struct json_object *role_json(enum lease_role role)
{
	return json_object_new_string(role == LEASE_STATION ? "station"
							    : "ap");
}

/* Reads the parameter 'role', if there is one. */
static bool get_role(struct json_object *params, enum lease_role *role,
		     struct rpc_error *error)
{
	const char *text;

	*role = LEASE_AP;
	if (!json_object_object_get_ex(params, "role", NULL))
		return true;
	text = rpc_get_string(params, "role", error);
	if (!text)
		return false;
	*role = strcmp(text, "station") ? LEASE_AP : LEASE_STATION;
	if (*role == LEASE_STATION || !strcmp(text, "ap"))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS, "'role' is ap or station");
	return false;
}

/* Checks that the radio serves virtual stations, and that no VAP has the
 * address. A radio without active monitor has no free lease. */
static bool check_station(const struct methods_context *in,
			  const struct lease_call *lease,
			  struct rpc_error *error)
{
	if (lease->radio->config->stations == STATIONS_OFF)
		rpc_fail(error, RPC_NO_LEASE,
			 "%s serves no virtual stations: 'stations' is off",
			 lease->radio->config->phy);
	else if (permit_find(in->host->permits, lease->bssid, clock_ms()))
		rpc_fail(error, RPC_OTHER_ROLE,
			 "this address is the BSSID of a permit");
	else
		return true;
	return false;
}

/* Reads the parameters that only ack.lease has. */
static bool get_grant(const struct methods_context *in,
		      struct json_object *params, struct lease_call *lease,
		      struct rpc_error *error)
{
	if (!rpc_get_int(params, "ttl_ms", LEASE_TTL_MIN_MS, LEASE_TTL_MAX_MS,
			 &lease->ttl_ms, error) ||
	    !get_role(params, &lease->role, error) ||
	    !ssid_request_get(params, &lease->ssid, error))
		return false;
	return lease->role == LEASE_STATION
		       ? check_station(in, lease, error)
		       : methods_check_vaps(lease->radio, error) != NULL;
}

/* Returns the call of a method from its parameters. Returns NULL if they are
 * wrong, with the call ended. */
static struct lease_call *new_lease_call(const struct methods_context *in,
					 struct json_object *params,
					 bool grants, struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	struct lease_call *out = calloc(1, sizeof(*out));

	if (out) {
		out->call = call;
		out->known_vaps = in->host->known_vaps;
		out->radio = methods_get_radio(in, params, &error);
	} else {
		methods_kernel_error(&error, "no memory", ENOMEM);
	}
	if (out && out->radio &&
	    bssid_request_get(params, out->bssid, &error) &&
	    (!grants || get_grant(in, params, out, &error)))
		return out;
	free(out);
	rpc_finish(call, NULL, &error);
	return NULL;
}

static void lease_granted(void *arg, int err, bool created)
{
	struct lease_call *lease = arg;
	struct json_object *out = NULL;
	struct rpc_error error = { 0 };

	if (err) {
		lease_refused(lease->radio, err, &error);
	} else {
		if (lease->role == LEASE_AP && lease->ssid.known)
			known_vaps_add_ssid(lease->known_vaps, lease->bssid,
					    lease->ssid.octets,
					    lease->ssid.len, clock_ms());
		out = methods_bssid_json(lease->bssid, lease->radio->index);
		json_object_object_add(out, "role", role_json(lease->role));
		json_object_object_add(out, "ttl_ms",
				       json_object_new_int64(lease->ttl_ms));
		json_object_object_add(out, "created",
				       json_object_new_boolean(created));
	}
	rpc_finish(lease->call, out, &error);
	free(lease);
}

void method_ack_lease(void *context, struct json_object *params,
		      struct rpc_call *call)
{
	const struct methods_context *in = context;
	struct lease_call *lease = new_lease_call(in, params, true, call);

	if (lease)
		in->host->actions->lease_grant(
			in->host->arg, lease->bssid, lease->role,
			lease->radio->index, (uint64_t)lease->ttl_ms,
			lease_granted, lease);
}

static void lease_released(void *arg, int err, bool released)
{
	struct lease_call *lease = arg;
	struct json_object *out = NULL;
	struct rpc_error error = { 0 };

	if (err) {
		methods_kernel_error(&error, "the lease goes on", err);
	} else {
		out = json_object_new_object();
		json_object_object_add(out, "released",
				       json_object_new_boolean(released));
	}
	rpc_finish(lease->call, out, &error);
	free(lease);
}

void method_ack_release(void *context, struct json_object *params,
			struct rpc_call *call)
{
	const struct methods_context *in = context;
	struct lease_call *lease = new_lease_call(in, params, false, call);

	if (lease)
		in->host->actions->lease_release(in->host->arg, lease->bssid,
						 lease->radio->index,
						 lease_released, lease);
}

int64_t methods_remaining_ms(const struct lease *lease)
{
	uint64_t now = clock_ms();

	if (lease->expires_ms == LEASE_FOREVER)
		return LEASE_TTL_MAX_MS;
	return lease->expires_ms > now ? (int64_t)(lease->expires_ms - now)
				       : 0;
}

struct json_object *methods_leases(const struct control_host *host)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < host->leases->n; i++) {
		const struct lease *lease = &host->leases->leases[i];
		struct json_object *out;

		if (!lease->installed)
			continue;
		out = methods_bssid_json(lease->bssid, lease->radio);
		json_object_object_add(out, "role", role_json(lease->role));
		json_object_object_add(
			out, "remaining_ms",
			json_object_new_int64(methods_remaining_ms(lease)));
		json_object_array_add(list, out);
	}
	return list;
}

struct json_object *method_ack_list(void *context, struct json_object *params,
				    struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct json_object *out = json_object_new_object();

	(void)params;
	(void)error;
	json_object_object_add(out, "leases", methods_leases(in->host));
	return out;
}
