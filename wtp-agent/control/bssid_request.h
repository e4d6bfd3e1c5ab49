/* SPDX-License-Identifier: Apache-2.0 */
/* BSSIDs among the parameters of a method. */
#ifndef BSSID_REQUEST_H
#define BSSID_REQUEST_H

#include "base/base.h"
#include "radio/radio.h"
#include "server/server.h"

struct bssid_list {
	uint8_t bssids[PERMITS_MAX][ADDR_LEN];
	size_t n;
};

/* Read the parameter 'bssid', an address, or 'bssids', a list of 1 to
 * PERMITS_MAX of them. Return false with '*error' filled if it is missing or
 * invalid. */
bool bssid_request_get(struct json_object *params, uint8_t bssid[ADDR_LEN],
		       struct rpc_error *error);
bool bssid_request_get_list(struct json_object *params,
			    struct bssid_list *list, struct rpc_error *error);

#endif
