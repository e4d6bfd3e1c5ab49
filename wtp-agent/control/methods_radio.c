/* SPDX-License-Identifier: Apache-2.0 */
/* The methods radio.set and signal.subscribe. */
#include "methods.h"
#include "signal_report.h"

#define POWER_MAX_DBM 60

/* Sets both frequency and power, or neither. */
static struct json_object *set_channel(struct aggregation *aggregation,
				       struct radio *radio, unsigned int mhz,
				       int dbm, struct rpc_error *error)
{
	unsigned int before = radio->frequency;
	int err = 0;

	/* While an access point runs the kernel refuses another channel. */
	if (mhz) {
		aggregation_stop_radio(aggregation, radio);
		err = radio->ops->set_frequency(radio, mhz);
	}
	if (err)
		return methods_kernel_error(
			error, "the frequency is not possible", err);
	if (dbm != CONFIG_POWER_AUTO)
		err = radio->ops->set_power(radio, dbm);
	if (!err)
		return json_object_new_object();
	if (mhz && before)
		radio->ops->set_frequency(radio, before);
	return methods_kernel_error(error, "the power is not possible", err);
}

struct json_object *method_radio_set(void *context, struct json_object *params,
				     struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct radio *radio = methods_get_radio(in, params, error);
	int64_t mhz = 0, dbm = CONFIG_POWER_AUTO;
	struct json_object *out;

	if (!radio)
		return NULL;
	if (json_object_object_get_ex(params, "frequency", NULL) &&
	    !rpc_get_int(params, "frequency", CHANNEL_MHZ_MIN, CHANNEL_MHZ_MAX,
			 &mhz, error))
		return NULL;
	if (json_object_object_get_ex(params, "power_dbm", NULL) &&
	    !rpc_get_int(params, "power_dbm", 0, POWER_MAX_DBM, &dbm, error))
		return NULL;
	out = set_channel(in->host->aggregation, radio, (unsigned int)mhz,
			  (int)dbm, error);
	if (!out)
		return NULL;
	json_object_object_add(out, "radio",
			       json_object_new_int((int)radio->index));
	json_object_object_add(out, "frequency",
			       json_object_new_int((int)radio->frequency));
	json_object_object_add(out, "power_dbm",
			       json_object_new_int(radio->power));
	return out;
}

struct json_object *method_signal_subscribe(void *context,
					    struct json_object *params,
					    struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct json_object *out;
	int64_t interval_ms;

	if (!rpc_get_int(params, "interval_ms", 0, SIGNAL_REPORT_MAX_MS,
			 &interval_ms, error))
		return NULL;
	if (interval_ms && interval_ms < SIGNAL_REPORT_MIN_MS)
		return rpc_fail(error, RPC_INVALID_PARAMS,
				"'interval_ms' is 0 or %d to %d",
				SIGNAL_REPORT_MIN_MS, SIGNAL_REPORT_MAX_MS);
	signal_report_set(in->report, (unsigned int)interval_ms);
	out = json_object_new_object();
	json_object_object_add(out, "interval_ms",
			       json_object_new_int64(interval_ms));
	return out;
}
