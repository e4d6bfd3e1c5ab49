/* SPDX-License-Identifier: Apache-2.0 */
/* The methods radio.set and signal.subscribe. */
#include <stdio.h>

#include "methods.h"
#include "signal_report.h"

#define POWER_MAX_DBM 60

/* Fills '*error' with the reason for the failure of radio.set. */
static void explain(struct rpc_error *error, const struct radio_result *result)
{
	const char *what = result->frequency_failed
				   ? "the frequency is not possible"
				   : "the power is not possible";
	char text[REGULATORY_TEXT_MAX];

	methods_kernel_error(error, what, result->err);
	if (result->ruling.verdict != REGULATORY_ALLOWED)
		snprintf(error->data, sizeof(error->data), "%s",
			 regulatory_text(&result->ruling,
					 result->radio->config->phy, text));
}

static void channel_set(void *arg, const struct radio_result *result)
{
	const struct radio *radio = result->radio;
	struct rpc_call *call = arg;
	struct json_object *out = NULL;
	struct rpc_error error = { 0 };

	if (result->err) {
		explain(&error, result);
	} else {
		out = json_object_new_object();
		json_object_object_add(out, "radio",
				       json_object_new_int((int)radio->index));
		json_object_object_add(
			out, "frequency",
			json_object_new_int((int)radio->frequency));
		json_object_object_add(out, "power_dbm",
				       json_object_new_int(radio->power));
	}
	rpc_finish(call, out, &error);
}

void method_radio_set(void *context, struct json_object *params,
		      struct rpc_call *call)
{
	const struct methods_context *in = context;
	int64_t mhz = 0, dbm = CONFIG_POWER_AUTO;
	struct rpc_error error = { 0 };
	struct radio *radio = methods_get_radio(in, params, &error);

	if (!radio ||
	    (json_object_object_get_ex(params, "frequency", NULL) &&
	     !rpc_get_int(params, "frequency", CHANNEL_MHZ_MIN,
			  CHANNEL_MHZ_MAX, &mhz, &error)) ||
	    (json_object_object_get_ex(params, "power_dbm", NULL) &&
	     !rpc_get_int(params, "power_dbm", 0, POWER_MAX_DBM, &dbm,
			  &error))) {
		rpc_finish(call, NULL, &error);
		return;
	}
	/* While an access point runs the kernel refuses another channel. */
	if (mhz)
		aggregation_stop_radio(in->host->aggregation, radio);
	radio_request_channel(radio, (unsigned int)mhz, (int)dbm, channel_set,
			      call);
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
