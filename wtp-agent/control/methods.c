/* SPDX-License-Identifier: Apache-2.0 */
#include "methods.h"

#include <stdio.h>
#include <string.h>

struct radio *methods_get_radio(const struct methods_context *in,
				struct json_object *params,
				struct rpc_error *error)
{
	int64_t index;

	if (!rpc_get_int(params, "radio", 0, UINT8_MAX, &index, error))
		return NULL;
	if ((size_t)index < in->host->radios_n)
		return &in->host->radios[index];
	rpc_fail(error, RPC_NO_RADIO, "no such radio: %d", (int)index);
	return NULL;
}

const struct radio *methods_check_vaps(const struct radio *radio,
				       struct rpc_error *error)
{
	if (radio->config->stations != STATIONS_FREE)
		return radio;
	rpc_fail(error, RPC_NO_LEASE,
		 "%s serves no VAPs: 'stations' is free, so virtual stations "
		 "determine its channel",
		 radio->config->phy);
	return NULL;
}

struct json_object *methods_bssid_json(const uint8_t *bssid,
				       unsigned int radio)
{
	struct json_object *out = json_object_new_object();
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		out, "bssid",
		json_object_new_string(addr_format(bssid, text)));
	json_object_object_add(out, "radio", json_object_new_int((int)radio));
	return out;
}

struct json_object *methods_kernel_error(struct rpc_error *error,
					 const char *what, int err)
{
	snprintf(error->data, sizeof(error->data), "%s", strerror(err));
	return rpc_fail(error, RPC_KERNEL, "%s", what);
}
