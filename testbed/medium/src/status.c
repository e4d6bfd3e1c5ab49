/* SPDX-License-Identifier: Apache-2.0 */
#include "status.h"

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANNEL_6 2437 /* MHz; the signals are those on this channel */

static void add(struct json_object *to, const char *key,
		struct json_object *value)
{
	json_object_object_add(to, key, value);
}

static void add_count(struct json_object *to, const char *key, uint64_t value)
{
	add(to, key, json_object_new_uint64(value));
}

static struct json_object *rounded(double value)
{
	return json_object_new_double(round(value * 100) / 100);
}

static char *text_of(struct json_object *object)
{
	char *text = strdup(json_object_to_json_string_ext(
		object, JSON_C_TO_STRING_PLAIN));

	json_object_put(object);
	if (!text)
		abort();
	return text;
}

static struct json_object *signals_at(struct medium *medium, unsigned to)
{
	struct json_object *object = json_object_new_object();

	for (unsigned from = 0; from < air_radios(medium->air); from++) {
		double dbm;

		if (from == to)
			continue;
		dbm = air_signal(medium->air, from, to, CHANNEL_6);
		add(object, air_name(medium->air, from),
		    isfinite(dbm) ? rounded(dbm) : NULL);
	}
	return object;
}

static struct json_object *radio_json(struct medium *medium, unsigned i)
{
	const struct air_counters *c = air_counters(medium->air, i);
	struct position at = air_position(medium->air, i);
	struct json_object *object = json_object_new_object();
	struct json_object *place = json_object_new_array();

	json_object_array_add(place, rounded(at.x));
	json_object_array_add(place, rounded(at.y));
	json_object_array_add(place, rounded(at.z));
	add(object, "name", json_object_new_string(air_name(medium->air, i)));
	add(object, "position", place);
	add_count(object, "queued", air_queued(medium->air, i));
	add_count(object, "frames", c->frames);
	add_count(object, "acked", c->acked);
	add_count(object, "failed", c->failed);
	add_count(object, "dropped", c->dropped);
	add_count(object, "tries", c->tries);
	add_count(object, "unanswered", c->collisions);
	add(object, "air_us", rounded((double)c->air_ns / 1e3));
	add(object, "signal_dbm", signals_at(medium, i));
	return object;
}

char *status_json(struct medium *medium)
{
	struct json_object *object = json_object_new_object();
	struct json_object *radios = json_object_new_array();

	add(object, "time_s", rounded((double)medium_now(medium) / 1e9));
	add_count(object, "unknown", medium->unknown);
	for (unsigned i = 0; i < air_radios(medium->air); i++)
		json_object_array_add(radios, radio_json(medium, i));
	add(object, "radios", radios);
	return text_of(object);
}

static struct json_object *address_json(const uint8_t *addr)
{
	char text[18];

	snprintf(text, sizeof(text), "%02x:%02x:%02x:%02x:%02x:%02x", addr[0],
		 addr[1], addr[2], addr[3], addr[4], addr[5]);
	return json_object_new_string(text);
}

char *status_airtime_json(const struct medium *medium)
{
	struct json_object *list = json_object_new_array();
	const struct air_account *accounts;
	size_t n;

	accounts = air_accounts(medium->air, &n);
	for (size_t i = 0; i < n; i++) {
		const struct air_account *a = &accounts[i];
		struct json_object *object = json_object_new_object();

		add(object, "ta", address_json(a->ta));
		add(object, "ra", address_json(a->ra));
		add(object, "tx_us", rounded((double)a->tx_ns / 1e3));
		add(object, "response_us",
		    rounded((double)a->response_ns / 1e3));
		add_count(object, "tries", a->tries);
		add_count(object, "frames", a->frames);
		add_count(object, "acked", a->acked);
		add_count(object, "octets", a->octets);
		json_object_array_add(list, object);
	}
	return text_of(list);
}
