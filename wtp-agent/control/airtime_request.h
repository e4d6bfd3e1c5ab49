/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of the method airtime.set. */
#ifndef AIRTIME_REQUEST_H
#define AIRTIME_REQUEST_H

#include "base/base.h"
#include "queue/queue.h"
#include "server/server.h"

struct airtime_request {
	bool has_radio, has_scheduler, has_sparse, has_target, has_interval,
		has_weight;
	uint8_t radio;
	bool scheduler, sparse;
	uint32_t target_ms, interval_ms;
	uint8_t address[ADDR_LEN]; /* of a VAP or a station */
	uint16_t weight;
};

/* Reads the request from 'params'. Returns false with '*error' filled if a
 * parameter is invalid, or if there is nothing to set. */
bool airtime_request_parse(struct json_object *params,
			   struct airtime_request *request,
			   struct rpc_error *error);

/* Applies all of the request but the weight to 'settings'. */
void airtime_request_apply(const struct airtime_request *request,
			   struct flight_settings *settings);

#endif
