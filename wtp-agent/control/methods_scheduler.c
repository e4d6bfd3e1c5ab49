/* SPDX-License-Identifier: Apache-2.0 */
/* The methods airtime.get and airtime.set. */
#include "airtime_request.h"
#include "methods.h"

/* A response with this number of stations fits into a line of 65536 octets. */
#define STATIONS_SHOWN 150

static void add_uint(struct json_object *to, const char *name, uint64_t value)
{
	json_object_object_add(to, name, json_object_new_uint64(value));
}

static void add_address(struct json_object *to, const char *name,
			const uint8_t *address)
{
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		to, name, json_object_new_string(addr_format(address, text)));
}

static struct json_object *station_json(const struct flight_station *station,
					uint64_t now_ms)
{
	struct json_object *out = json_object_new_object();
	struct json_object *drops = json_object_new_object();

	add_address(out, "station", station->addresses);
	add_address(out, "bssid", station->addresses + ADDR_LEN);
	add_uint(out, "weight", station->turns[FLIGHT_AC_BE].entry.weight);
	add_uint(out, "share_permille",
		 flight_share_permille(station, now_ms));
	add_uint(out, "tx_us", station->tx_us);
	add_uint(out, "rx_us", station->rx_us);
	add_uint(out, "frames", station->waiting);
	add_uint(out, "bytes", station->octets);
	add_uint(out, "sojourn_us", station->sojourn_us);
	add_uint(out, "sent", station->sent);
	add_uint(drops, "codel", station->codel_drops);
	add_uint(drops, "full", station->full_drops);
	json_object_object_add(out, "drops", drops);
	return out;
}

static struct json_object *settings_json(const struct radio *radio)
{
	const struct flight *flight = &radio->queue.flight;
	const struct flight_settings *settings = &flight->settings;
	struct json_object *out = json_object_new_object();

	add_uint(out, "radio", radio->index);
	json_object_object_add(out, "scheduler",
			       json_object_new_boolean(settings->airtime));
	json_object_object_add(out, "sparse",
			       json_object_new_boolean(settings->sparse));
	add_uint(out, "target_ms", settings->codel.target_us / 1000);
	add_uint(out, "interval_ms", settings->codel.interval_us / 1000);
	return out;
}

static struct json_object *weights_json(const struct airtime_weights *weights)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < AIRTIME_WEIGHTS_PLACES; i++) {
		const struct airtime_weight *place = &weights->places[i];
		struct json_object *out;

		if (!place->weight || place->weight == AIRTIME_WEIGHT_DEFAULT)
			continue;
		out = json_object_new_object();
		add_address(out, "address", place->address);
		add_uint(out, "weight", place->weight);
		json_object_array_add(list, out);
	}
	return list;
}

struct json_object *method_airtime_get(void *context,
				       struct json_object *params,
				       struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct radio *radio = methods_get_radio(in, params, error);
	const struct flight_station *stations[STATIONS_SHOWN];
	const struct flight *flight;
	struct json_object *out, *list;
	size_t n;

	if (!radio)
		return NULL;
	flight = &radio->queue.flight;
	out = settings_json(radio);
	list = json_object_new_array();
	n = flight_list_stations(flight, stations, STATIONS_SHOWN);
	for (size_t i = 0; i < n; i++)
		json_object_array_add(list,
				      station_json(stations[i], clock_ms()));
	add_uint(out, "memory", flight->memory);
	add_uint(out, "memory_max", flight->settings.memory_max);
	json_object_object_add(out, "weights", weights_json(&flight->weights));
	add_uint(out, "known", flight->active.n + flight->idle.n);
	json_object_object_add(out, "stations", list);
	return out;
}

/* Returns false with '*error' filled if the radio has no room for the
 * requested weight. */
static bool accepts(const struct radio *radio,
		    const struct airtime_request *request,
		    struct rpc_error *error)
{
	if (!request->has_weight ||
	    airtime_weights_accepts(&radio->queue.flight.weights,
				    request->address, request->weight))
		return true;
	rpc_fail(error, RPC_NO_WEIGHT,
		 "radio %u has %d weights of other addresses: give one the "
		 "weight %d",
		 radio->index, AIRTIME_WEIGHTS_MAX, AIRTIME_WEIGHT_DEFAULT);
	return false;
}

/* Applies a request that the radio accepts. */
static void set_radio(struct radio *radio,
		      const struct airtime_request *request)
{
	struct flight *flight = &radio->queue.flight;
	struct flight_settings settings = flight->settings;

	if (request->has_weight)
		flight_set_weight(flight, request->address, request->weight);
	airtime_request_apply(request, &settings);
	flight_set_settings(flight, &settings);
}

static bool concerns(const struct airtime_request *request,
		     const struct radio *radio)
{
	return !request->has_radio || radio->index == request->radio;
}

struct json_object *method_airtime_set(void *context,
				       struct json_object *params,
				       struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct json_object *out, *list;
	struct airtime_request request;

	if (!airtime_request_parse(params, &request, error) ||
	    (request.has_radio && !methods_get_radio(in, params, error)))
		return NULL;
	/* A refused request changes no radio. */
	for (size_t i = 0; i < in->host->radios_n; i++)
		if (concerns(&request, &in->host->radios[i]) &&
		    !accepts(&in->host->radios[i], &request, error))
			return NULL;
	list = json_object_new_array();
	for (size_t i = 0; i < in->host->radios_n; i++) {
		struct radio *radio = &in->host->radios[i];

		if (!concerns(&request, radio))
			continue;
		set_radio(radio, &request);
		json_object_array_add(list, settings_json(radio));
	}
	out = json_object_new_object();
	json_object_object_add(out, "radios", list);
	return out;
}
