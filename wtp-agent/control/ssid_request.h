/* SPDX-License-Identifier: Apache-2.0 */
/* SSIDs among the parameters of a method: two hexadecimal digits per octet, as
 * the octets may be no text. */
#ifndef SSID_REQUEST_H
#define SSID_REQUEST_H

#include "base/base.h"
#include "limits/limits.h"
#include "server/server.h"

struct ssid_value {
	bool known;
	uint8_t octets[SSID_MAX];
	uint8_t len; /* 0: hidden */
};

/* Reads the optional parameter 'ssid'. Returns false with '*error' filled if
 * it is invalid. */
bool ssid_request_get(struct json_object *params, struct ssid_value *ssid,
		      struct rpc_error *error);

/* Reads the optional parameter 'ssids', a list of 'n' SSIDs, where null is an
 * unknown one. Returns false with '*error' filled if it is invalid. */
bool ssid_request_get_list(struct json_object *params,
			   struct ssid_value *ssids, size_t n,
			   struct rpc_error *error);

#endif
