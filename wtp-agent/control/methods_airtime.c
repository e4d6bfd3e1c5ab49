/* SPDX-License-Identifier: Apache-2.0 */
/* The method stations.airtime. */
#include "base/base.h"
#include "methods.h"

/* A response with this number of stations fits into a line of 65536 octets. */
#define STATIONS_SHOWN 150

static struct json_object *
station_tally_json(const struct station_tally *tally)
{
	const struct {
		const char *name;
		uint64_t value;
	} members[] = {
		{ "frames", tally->frames }, { "bytes", tally->bytes },
		{ "tries", tally->tries },   { "acked", tally->acked },
		{ "us", tally->us },
	};
	struct json_object *out = json_object_new_object();

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		json_object_object_add(
			out, members[i].name,
			json_object_new_uint64(members[i].value));
	return out;
}

static struct json_object *station_json(const struct station *station)
{
	struct json_object *out = json_object_new_object();
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		out, "station",
		json_object_new_string(addr_format(station->address, text)));
	json_object_object_add(out, "radio",
			       json_object_new_int(station->radio));
	json_object_object_add(out, "tx", station_tally_json(&station->tx));
	json_object_object_add(out, "rx", station_tally_json(&station->rx));
	return out;
}

struct json_object *method_stations_airtime(void *context,
					    struct json_object *params,
					    struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct station *latest[STATIONS_SHOWN];
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t n = stations_latest(in->host->stations, latest, STATIONS_SHOWN);

	(void)params;
	(void)error;
	for (size_t i = 0; i < n; i++)
		json_object_array_add(list, station_json(latest[i]));
	json_object_object_add(
		out, "uptime_ms",
		json_object_new_uint64(clock_ms() - in->host->started_ms));
	json_object_object_add(out, "known",
			       json_object_new_int(in->host->stations->n));
	json_object_object_add(out, "stations", list);
	return out;
}
