/* SPDX-License-Identifier: Apache-2.0 */
#include "ssid_request.h"

#include <string.h>

#define SSID_TEXT "an SSID: two hexadecimal digits for each of 0 to 32 octets"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool parse(struct json_object *value, struct ssid_value *ssid)
{
	const char *text;
	size_t len;

	if (!json_object_is_type(value, json_type_string))
		return false;
	text = json_object_get_string(value);
	len = (size_t)json_object_get_string_len(value);
	if (len % 2 || len / 2 > SSID_MAX)
		return false;
	for (size_t i = 0; i < len / 2; i++) {
		int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		ssid->octets[i] = (uint8_t)(high << 4 | low);
	}
	ssid->len = (uint8_t)(len / 2);
	ssid->known = true;
	return true;
}

bool ssid_request_get(struct json_object *params, struct ssid_value *ssid,
		      struct rpc_error *error)
{
	struct json_object *value;

	ssid->known = false;
	if (!json_object_object_get_ex(params, "ssid", &value) ||
	    parse(value, ssid))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS, "'ssid' is not " SSID_TEXT);
	return false;
}

bool ssid_request_get_list(struct json_object *params,
			   struct ssid_value *ssids, size_t n,
			   struct rpc_error *error)
{
	struct json_object *list, *value;

	for (size_t i = 0; i < n; i++)
		ssids[i].known = false;
	if (!json_object_object_get_ex(params, "ssids", &list))
		return true;
	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) != n) {
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "'ssids' is a list as long as 'bssids'");
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		value = json_object_array_get_idx(list, i);
		if (!value || parse(value, &ssids[i]))
			continue;
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "entry %zu of 'ssids' is not " SSID_TEXT, i + 1);
		return false;
	}
	return true;
}
