/* SPDX-License-Identifier: Apache-2.0 */
/* The methods about radios: leases, channel and power, signals. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "agent.h"
#include "aggregation.h"
#include "clock.h"
#include "methods.h"
#include "signal_report.h"

#define POWER_MAX_DBM 60
#define FREQUENCY_MIN 2412
#define FREQUENCY_MAX 7125

static struct radio *get_radio(const struct methods_context *in,
			       struct json_object *params,
			       struct rpc_error *error)
{
	int64_t index;

	if (!rpc_get_int(params, "radio", 0, UINT8_MAX, &index, error))
		return NULL;
	if ((size_t)index < in->agent->radios_n)
		return &in->agent->radios[index];
	rpc_fail(error, RPC_NO_RADIO, "no such radio: %d", (int)index);
	return NULL;
}

static bool get_bssid(struct json_object *params, uint8_t bssid[ADDR_LEN],
		      struct rpc_error *error)
{
	const char *text = rpc_get_string(params, "bssid", error);

	if (!text)
		return false;
	if (addr_parse(text, bssid) && addr_is_bssid(bssid))
		return true;
	rpc_fail(
		error, RPC_INVALID_PARAMS,
		"'bssid' is a unicast address aa:bb:cc:dd:ee:ff that does not "
		"end in ff:ff");
	return false;
}

static struct json_object *kernel_refused(struct rpc_error *error,
					  const char *what, int err)
{
	snprintf(error->data, sizeof(error->data), "%s", strerror(err));
	return rpc_fail(error, RPC_KERNEL, "%s", what);
}

static struct json_object *lease_json(const uint8_t *bssid, unsigned int radio)
{
	struct json_object *out = json_object_new_object();
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		out, "bssid",
		json_object_new_string(addr_format(bssid, text)));
	json_object_object_add(out, "radio", json_object_new_int((int)radio));
	return out;
}

static struct json_object *lease_refused(const struct radio *radio, int err,
					 struct rpc_error *error)
{
	switch (err) {
	case ENOSPC:
		if (!radio->active_monitor)
			return rpc_fail(error, RPC_NO_LEASE,
					"%s has no active monitor: it cannot "
					"acknowledge for a VAP",
					radio->config->phy);
		return rpc_fail(error, RPC_NO_LEASE,
				"%s holds all its %u "
				"leases",
				radio->config->phy, radio_max_leases(radio));
	case EADDRINUSE:
		return rpc_fail(error, RPC_NO_LEASE,
				"another radio has the lease of this BSSID");
	default:
		return kernel_refused(error, "no interface with this BSSID",
				      err);
	}
}

struct json_object *method_ack_lease(void *context, struct json_object *params,
				     struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct radio *radio = get_radio(in, params, error);
	uint8_t bssid[ADDR_LEN];
	struct json_object *out;
	int64_t ttl_ms;
	bool created;
	int err;

	if (!radio || !get_bssid(params, bssid, error) ||
	    !rpc_get_int(params, "ttl_ms", LEASE_TTL_MIN_MS, LEASE_TTL_MAX_MS,
			 &ttl_ms, error))
		return NULL;
	err = agent_lease(in->agent, bssid, radio->index, (uint64_t)ttl_ms,
			  &created);
	if (err)
		return lease_refused(radio, err, error);
	out = lease_json(bssid, radio->index);
	json_object_object_add(out, "ttl_ms", json_object_new_int64(ttl_ms));
	json_object_object_add(out, "created",
			       json_object_new_boolean(created));
	return out;
}

struct json_object *method_ack_release(void *context,
				       struct json_object *params,
				       struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct radio *radio = get_radio(in, params, error);
	uint8_t bssid[ADDR_LEN];
	struct json_object *out;

	if (!radio || !get_bssid(params, bssid, error))
		return NULL;
	out = json_object_new_object();
	json_object_object_add(out, "released",
			       json_object_new_boolean(agent_lease_release(
				       in->agent, bssid, radio->index)));
	return out;
}

/* A configured lease has no end: it always has the longest time left. */
static int64_t remaining_ms(const struct lease *lease, uint64_t now)
{
	if (lease->expires_ms == LEASE_FOREVER)
		return LEASE_TTL_MAX_MS;
	return lease->expires_ms > now ? (int64_t)(lease->expires_ms - now)
				       : 0;
}

struct json_object *methods_leases(const struct agent *agent)
{
	struct json_object *list = json_object_new_array();
	uint64_t now = clock_ms();

	for (size_t i = 0; i < agent->leases.n; i++) {
		const struct lease *lease = &agent->leases.leases[i];
		struct json_object *out =
			lease_json(lease->bssid, lease->radio);

		json_object_object_add(
			out, "remaining_ms",
			json_object_new_int64(remaining_ms(lease, now)));
		json_object_array_add(list, out);
	}
	return list;
}

struct json_object *method_ack_list(void *context, struct json_object *params,
				    struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct json_object *out = json_object_new_object();

	(void)params;
	(void)error;
	json_object_object_add(out, "leases", methods_leases(in->agent));
	return out;
}

/* Set both or neither. */
static struct json_object *set(struct radio *radio, unsigned int mhz, int dbm,
			       struct rpc_error *error)
{
	unsigned int before = radio->frequency;
	int err = 0;

	/* The channel belongs to an access point as long as there is one. */
	if (mhz)
		aggregation_end_all(radio);
	if (mhz)
		err = radio->ops->set_frequency(radio, mhz);
	if (err)
		return kernel_refused(error, "the frequency is not possible",
				      err);
	if (dbm != CONFIG_POWER_AUTO)
		err = radio->ops->set_power(radio, dbm);
	if (!err)
		return json_object_new_object();
	if (mhz && before)
		radio->ops->set_frequency(radio, before);
	return kernel_refused(error, "the power is not possible", err);
}

struct json_object *method_radio_set(void *context, struct json_object *params,
				     struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct radio *radio = get_radio(in, params, error);
	int64_t mhz = 0, dbm = CONFIG_POWER_AUTO;
	struct json_object *out;

	if (!radio)
		return NULL;
	if (json_object_object_get_ex(params, "frequency", NULL) &&
	    !rpc_get_int(params, "frequency", FREQUENCY_MIN, FREQUENCY_MAX,
			 &mhz, error))
		return NULL;
	if (json_object_object_get_ex(params, "power_dbm", NULL) &&
	    !rpc_get_int(params, "power_dbm", 0, POWER_MAX_DBM, &dbm, error))
		return NULL;
	out = set(radio, (unsigned int)mhz, (int)dbm, error);
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
