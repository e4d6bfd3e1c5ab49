/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of the host and of all VAPs. */
#include "vapd_methods.h"

#include <string.h>

#include "version.h"

/* Octets of a list, so that the line stays below RPC_LINE_MAX. */
#define LIST_MAX 60000

void vapd_add_address(struct json_object *object, const char *key,
		      const uint8_t *address)
{
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		object, key,
		json_object_new_string(addr_format(address, text)));
}

struct json_object *vapd_vap_json(const struct vap *vap)
{
	struct json_object *out = json_object_new_object();

	vapd_add_address(out, "bssid", vap->status.bssid);
	json_object_object_add(out, "ssid",
			       json_object_new_string(vap->status.ssid));
	json_object_object_add(out, "ssid_hex",
			       json_object_new_string(vap->status.ssid_hex));
	json_object_object_add(
		out, "frequency",
		json_object_new_int((int)vap->status.frequency));
	json_object_object_add(out, "lower",
			       json_object_new_string(vap->radio.lower));
	json_object_object_add(out, "vlan",
			       json_object_new_int((int)vap->radio.vlan));
	json_object_object_add(out, "radio",
			       json_object_new_string(vap->radio.name));
	json_object_object_add(
		out, "stations",
		json_object_new_int64((int64_t)vap->stations.n));
	return out;
}

struct json_object *vapd_method_host_info(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct vapd_session *in = context;
	struct json_object *out = json_object_new_object();

	(void)params;
	(void)error;
	json_object_object_add(out, "host",
			       json_object_new_string(in->host->config->name));
	json_object_object_add(out, "version",
			       json_object_new_string(VERSION));
	json_object_object_add(out, "protocol",
			       json_object_new_int(VAPD_PROTOCOL));
	json_object_object_add(
		out, "uptime_ms",
		json_object_new_uint64(clock_ms() - in->host->started_ms));
	json_object_object_add(
		out, "term", json_object_new_int64(in->host->terms->greatest));
	return out;
}

/* Lists the VAPs above the BSSID 'after', or all if that is NULL, as far as
 * they fit into a line. */
static struct json_object *list(const struct vapd_host *host,
				const uint8_t *after)
{
	struct json_object *out = json_object_new_object();
	struct json_object *shown = json_object_new_array();
	struct vap *vap = vaps_next(host->vaps, after);
	size_t octets = 0;

	for (; vap; vap = vaps_next(host->vaps, vap->status.bssid)) {
		struct json_object *one = vapd_vap_json(vap);

		octets += strlen(json_object_to_json_string_ext(
				  one, JSON_C_TO_STRING_PLAIN)) +
			  1;
		if (octets > LIST_MAX) {
			json_object_put(one);
			break;
		}
		json_object_array_add(shown, one);
	}
	json_object_object_add(out, "vaps", shown);
	json_object_object_add(out, "more",
			       json_object_new_boolean(vap != NULL));
	return out;
}

struct json_object *vapd_method_vaps_list(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct vapd_session *in = context;
	uint8_t after[ADDR_LEN];
	const char *text;

	if (!json_object_object_get_ex(params, "after", NULL))
		return list(in->host, NULL);
	text = rpc_get_string(params, "after", error);
	if (!text)
		return NULL;
	if (!addr_parse(text, after))
		return rpc_fail(error, RPC_INVALID_PARAMS,
				"'after' is an address aa:bb:cc:dd:ee:ff");
	return list(in->host, after);
}

struct json_object *vapd_method_vaps_subscribe(void *context,
					       struct json_object *params,
					       struct rpc_error *error)
{
	struct vapd_session *in = context;
	struct json_object *out;

	if (!rpc_get_bool(params, "enabled", &in->subscribed, error))
		return NULL;
	out = json_object_new_object();
	json_object_object_add(out, "enabled",
			       json_object_new_boolean(in->subscribed));
	return out;
}
