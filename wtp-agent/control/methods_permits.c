/* SPDX-License-Identifier: Apache-2.0 */
/* The methods announce.permit, announce.revoke and announce.list. */
#include "bssid_request.h"
#include "methods.h"
#include "ssid_request.h"

/* An entry has at most 63 octets: all fit into a line of 65536. The index of a
 * radio may have two digits, then so many fit. */
#define LISTED_MANY_RADIOS 1020

/* Returns the first BSSID that has a lease of role station, or NULL. */
static const uint8_t *find_station(const struct lease_table *leases,
				   const struct bssid_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct lease *lease =
			lease_find_any(leases, list->bssids[i]);

		if (lease && lease->role == LEASE_STATION)
			return list->bssids[i];
	}
	return NULL;
}

static void note_ssids(struct known_vaps *vaps, const struct bssid_list *list,
		       const struct ssid_value *ssids, uint64_t now_ms)
{
	for (size_t i = 0; i < list->n; i++)
		if (ssids[i].known)
			known_vaps_add_ssid(vaps, list->bssids[i],
					    ssids[i].octets, ssids[i].len,
					    now_ms);
}

struct json_object *method_announce_permit(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct radio *radio = methods_get_radio(in, params, error);
	const uint8_t *station;
	uint64_t now_ms = clock_ms();
	struct json_object *out;
	struct ssid_value ssids[PERMITS_MAX];
	struct bssid_list list;
	char text[ADDR_TEXTLEN];
	int64_t ttl_ms;

	if (!radio || !methods_check_vaps(radio, error) ||
	    !bssid_request_get_list(params, &list, error) ||
	    !ssid_request_get_list(params, ssids, list.n, error) ||
	    !rpc_get_int(params, "ttl_ms", PERMIT_TTL_MIN_MS,
			 PERMIT_TTL_MAX_MS, &ttl_ms, error))
		return NULL;
	station = find_station(in->host->leases, &list);
	if (station)
		return rpc_fail(error, RPC_OTHER_ROLE,
				"%s is the address of a virtual station",
				addr_format(station, text));
	if (permit_grant(in->host->permits, list.bssids[0], list.n,
			 radio->index, now_ms + (uint64_t)ttl_ms, now_ms))
		return rpc_fail(error, RPC_NO_PERMIT,
				"the agent has at most %d permits: none of "
				"the request is granted",
				PERMITS_MAX);
	note_ssids(in->host->known_vaps, &list, ssids, now_ms);
	out = json_object_new_object();
	json_object_object_add(out, "radio",
			       json_object_new_int((int)radio->index));
	json_object_object_add(out, "permitted",
			       json_object_new_int64((int64_t)list.n));
	return out;
}

struct json_object *method_announce_revoke(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	const struct methods_context *in = context;
	uint64_t now_ms = clock_ms();
	struct json_object *out;
	struct bssid_list list;
	int revoked = 0;

	if (!bssid_request_get_list(params, &list, error))
		return NULL;
	for (size_t i = 0; i < list.n; i++)
		revoked += permit_revoke(in->host->permits, list.bssids[i],
					 now_ms);
	out = json_object_new_object();
	json_object_object_add(out, "revoked", json_object_new_int(revoked));
	return out;
}

static struct json_object *permit_json(const struct permit *permit,
				       uint64_t now_ms)
{
	struct json_object *out =
		methods_bssid_json(permit->bssid, permit->radio);

	json_object_object_add(
		out, "remaining_ms",
		json_object_new_uint64(permit->expires_ms - now_ms));
	return out;
}

struct json_object *method_announce_list(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct permit_table *table = in->host->permits;
	size_t most =
		in->host->radios_n > 10 ? LISTED_MANY_RADIOS : PERMITS_MAX;
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();
	uint64_t now_ms = clock_ms();
	size_t known = 0;

	(void)params;
	(void)error;
	for (size_t i = 0; i < table->n; i++) {
		const struct permit *permit = &table->permits[i];

		if (permit_is_valid(permit, now_ms) && known++ < most)
			json_object_array_add(list,
					      permit_json(permit, now_ms));
	}
	json_object_object_add(out, "known",
			       json_object_new_int64((int64_t)known));
	json_object_object_add(out, "permits", list);
	return out;
}
