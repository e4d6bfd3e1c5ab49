/* SPDX-License-Identifier: Apache-2.0 */
/* The methods agent.info, stats and log.level. */
#include <stdio.h>

#include "base/base.h"
#include "cloudmac_announce.h"
#include "methods.h"
#include "signal_report.h"
#include "version.h"

#define PROTOCOL 1

static struct json_object *address_json(const uint8_t *address)
{
	char text[ADDR_TEXTLEN];

	return json_object_new_string(addr_format(address, text));
}

static struct json_object *bands_json(uint8_t bands)
{
	static const struct {
		uint8_t bit;
		const char *name;
	} names[] = {
		{ CLOUDMAC_BAND_2GHZ, "2.4" },
		{ CLOUDMAC_BAND_5GHZ, "5" },
		{ CLOUDMAC_BAND_6GHZ, "6" },
	};
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (bands & names[i].bit)
			json_object_array_add(
				list, json_object_new_string(names[i].name));
	return list;
}

static struct json_object *radio_json(const struct radio *radio)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "index",
			       json_object_new_int((int)radio->index));
	json_object_object_add(out, "phy",
			       json_object_new_string(radio->config->phy));
	json_object_object_add(out, "address", address_json(radio->address));
	json_object_object_add(out, "frequency",
			       json_object_new_int((int)radio->frequency));
	json_object_object_add(out, "width",
			       json_object_new_string(channel_width_name(
				       radio_width(radio))));
	json_object_object_add(out, "power_dbm",
			       json_object_new_int(radio->power));
	json_object_object_add(out, "max_power_dbm",
			       json_object_new_int(radio->max_power));
	json_object_object_add(out, "active_monitor",
			       json_object_new_boolean(radio->active_monitor));
	json_object_object_add(
		out, "max_leases",
		json_object_new_int((int)radio_max_leases(radio)));
	json_object_object_add(out, "rate_per_frame",
			       json_object_new_boolean(radio->abilities.rate));
	json_object_object_add(
		out, "power_per_frame",
		json_object_new_boolean(radio->abilities.power));
	json_object_object_add(out, "bands", bands_json(radio->bands));
	json_object_object_add(out, "stations",
			       json_object_new_string(config_stations_name(
				       radio->config->stations)));
	return out;
}

static struct json_object *wired_json(const struct control_host *host)
{
	struct json_object *list = json_object_new_array();
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "ifname",
			       json_object_new_string(host->config->wired));
	json_object_object_add(out, "address",
			       address_json(host->wired_address));
	json_object_object_add(out, "mtu",
			       json_object_new_int((int)host->wired_mtu));
	json_object_array_add(list, out);
	return list;
}

struct json_object *method_agent_info(void *context,
				      struct json_object *params,
				      struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct control_host *host = in->host;
	struct json_object *out = json_object_new_object();
	struct json_object *radios = json_object_new_array();

	(void)params;
	(void)error;
	for (size_t i = 0; i < host->radios_n; i++)
		json_object_array_add(radios, radio_json(&host->radios[i]));
	json_object_object_add(out, "wtp", address_json(host->id));
	json_object_object_add(out, "name",
			       json_object_new_string(host->config->name));
	json_object_object_add(out, "version",
			       json_object_new_string(VERSION));
	json_object_object_add(out, "protocol", json_object_new_int(PROTOCOL));
	json_object_object_add(
		out, "uptime_ms",
		json_object_new_uint64(clock_ms() - host->started_ms));
	json_object_object_add(out, "term",
			       json_object_new_int64(in->terms->greatest));
	json_object_object_add(out, "wired", wired_json(host));
	json_object_object_add(out, "radios", radios);
	json_object_object_add(out, "leases", methods_leases(host));
	return out;
}

static struct json_object *tally_json(const struct tally *tally)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "frames",
			       json_object_new_uint64(tally->frames));
	json_object_object_add(out, "bytes",
			       json_object_new_uint64(tally->bytes));
	return out;
}

struct json_object *method_stats(void *context, struct json_object *params,
				 struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct counters *counters = in->host->counters;
	struct json_object *out = json_object_new_object();
	struct json_object *drops = json_object_new_object();

	(void)params;
	(void)error;
	in->host->actions->update_counters(in->host->arg);
	for (unsigned int i = DROP_NONE + 1; i < DROP_MAX; i++)
		json_object_object_add(
			drops, drop_reason_name((enum drop_reason)i),
			json_object_new_uint64(counters->drops[i]));
	json_object_object_add(out, "up", tally_json(&counters->up));
	json_object_object_add(out, "down", tally_json(&counters->down));
	json_object_object_add(out, "again", tally_json(&counters->again));
	json_object_object_add(out, "neighbours",
			       tally_json(&counters->neighbours));
	json_object_object_add(out, "surveys", tally_json(&counters->surveys));
	json_object_object_add(
		out, "tx_status",
		json_object_new_uint64(counters->tx_status.frames));
	json_object_object_add(
		out, "announcements",
		json_object_new_uint64(counters->announcements.frames));
	json_object_object_add(
		out, "failed_removals",
		json_object_new_uint64(counters->failed_removals));
	json_object_object_add(
		out, "pending_removals",
		json_object_new_uint64(counters->pending_removals));
	json_object_object_add(out, "refused_orders",
			       json_object_new_uint64(in->terms->refused));
	json_object_object_add(out, "drops", drops);
	return out;
}
