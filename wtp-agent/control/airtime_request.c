/* SPDX-License-Identifier: Apache-2.0 */
#include "airtime_request.h"

#include <string.h>

#include "cloudmac.h"
#include "config/wtp_config.h"

/* Read an optional parameter; '*has' is whether there is one. Return false if
 * it is invalid. */
static bool get_int(struct json_object *params, const char *key, int64_t min,
		    int64_t max, bool *has, int64_t *out,
		    struct rpc_error *error)
{
	*has = json_object_object_get_ex(params, key, NULL);
	return !*has || rpc_get_int(params, key, min, max, out, error);
}

static bool get_bool(struct json_object *params, const char *key, bool *has,
		     bool *out, struct rpc_error *error)
{
	*has = json_object_object_get_ex(params, key, NULL);
	return !*has || rpc_get_bool(params, key, out, error);
}

static bool get_address(struct json_object *params, uint8_t *out,
			struct rpc_error *error)
{
	const char *text = rpc_get_string(params, "address", error);

	if (!text)
		return false;
	if (addr_parse(text, out) && !cloudmac_addr_is_group(out) &&
	    !cloudmac_addr_is_null(out))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "'address' is a unicast address aa:bb:cc:dd:ee:ff, of a VAP "
		 "or a station");
	return false;
}

/* Reads address and weight: both or none. */
static bool get_weight(struct json_object *params,
		       struct airtime_request *request,
		       struct rpc_error *error)
{
	int64_t weight = 0;

	if (!get_int(params, "weight", AIRTIME_WEIGHT_MIN, AIRTIME_WEIGHT_MAX,
		     &request->has_weight, &weight, error))
		return false;
	request->weight = (uint16_t)weight;
	if (request->has_weight)
		return get_address(params, request->address, error);
	if (!json_object_object_get_ex(params, "address", NULL))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS, "'address' needs a 'weight'");
	return false;
}

bool airtime_request_parse(struct json_object *params,
			   struct airtime_request *request,
			   struct rpc_error *error)
{
	int64_t radio = 0, target = 0, interval = 0;

	memset(request, 0, sizeof(*request));
	if (!get_int(params, "radio", 0, UINT8_MAX, &request->has_radio,
		     &radio, error) ||
	    !get_bool(params, "scheduler", &request->has_scheduler,
		      &request->scheduler, error) ||
	    !get_bool(params, "sparse", &request->has_sparse, &request->sparse,
		      error) ||
	    !get_int(params, "target_ms", 1, CONFIG_CODEL_TARGET_MAX,
		     &request->has_target, &target, error) ||
	    !get_int(params, "interval_ms", CONFIG_CODEL_INTERVAL_MIN,
		     CONFIG_CODEL_INTERVAL_MAX, &request->has_interval,
		     &interval, error) ||
	    !get_weight(params, request, error))
		return false;
	request->radio = (uint8_t)radio;
	request->target_ms = (uint32_t)target;
	request->interval_ms = (uint32_t)interval;
	if (request->has_scheduler || request->has_sparse ||
	    request->has_target || request->has_interval ||
	    request->has_weight)
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "nothing to set: 'scheduler', 'sparse', 'target_ms', "
		 "'interval_ms', or 'address' and 'weight'");
	return false;
}

void airtime_request_apply(const struct airtime_request *request,
			   struct flight_settings *settings)
{
	if (request->has_scheduler)
		settings->airtime = request->scheduler;
	if (request->has_sparse)
		settings->sparse = request->sparse;
	if (request->has_target)
		settings->codel.target_us = request->target_ms * 1000;
	if (request->has_interval)
		settings->codel.interval_us = request->interval_ms * 1000;
}
