/* SPDX-License-Identifier: Apache-2.0 */
#include "bssid_request.h"

#include <string.h>

#define BSSID_TEXT \
	"a unicast address aa:bb:cc:dd:ee:ff that does not end in ff:ff"

static bool parse(struct json_object *value, uint8_t bssid[ADDR_LEN])
{
	const char *text;

	if (!json_object_is_type(value, json_type_string))
		return false;
	text = json_object_get_string(value);
	return strlen(text) == (size_t)json_object_get_string_len(value) &&
	       addr_parse(text, bssid) && addr_is_bssid(bssid);
}

bool bssid_request_get(struct json_object *params, uint8_t bssid[ADDR_LEN],
		       struct rpc_error *error)
{
	struct json_object *value;

	if (json_object_object_get_ex(params, "bssid", &value) &&
	    parse(value, bssid))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS, "'bssid' is " BSSID_TEXT);
	return false;
}

bool bssid_request_get_list(struct json_object *params,
			    struct bssid_list *list, struct rpc_error *error)
{
	struct json_object *value;
	size_t n = 0;

	list->n = 0;
	if (json_object_object_get_ex(params, "bssids", &value) &&
	    json_object_is_type(value, json_type_array))
		n = json_object_array_length(value);
	if (!n || n > PERMITS_MAX) {
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "'bssids' is a list of 1 to %d addresses",
			 PERMITS_MAX);
		return false;
	}
	for (; list->n < n; list->n++) {
		if (parse(json_object_array_get_idx(value, list->n),
			  list->bssids[list->n]))
			continue;
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "entry %zu of 'bssids' is not " BSSID_TEXT,
			 list->n + 1);
		return false;
	}
	return true;
}
