/* SPDX-License-Identifier: Apache-2.0 */
#include "trigger_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const metrics[TRIGGER_METRICS] = {
	[TRIGGER_CPU_UTIL] = "cpu_util",
	[TRIGGER_MEM_UTIL] = "mem_util",
	[TRIGGER_PACKETS] = "packets",
	[TRIGGER_OCTETS] = "octets",
	[TRIGGER_PACKET_RATE] = "packet_rate",
	[TRIGGER_OCTET_RATE] = "octet_rate",
};

static const char *const relations[TRIGGER_RELATIONS] = {
	[TRIGGER_LT] = "LT",
	[TRIGGER_EQ] = "EQ",
	[TRIGGER_GT] = "GT",
};

/* --- reading ------------------------------------------------------------- */

/* Returns a string without zeros in it, or NULL. */
static const char *get_text(struct json_object *params, const char *key)
{
	struct json_object *value = NULL;
	const char *text;

	if (!json_object_object_get_ex(params, key, &value) ||
	    !json_object_is_type(value, json_type_string))
		return NULL;
	text = json_object_get_string(value);
	return strlen(text) == (size_t)json_object_get_string_len(value)
		       ? text
		       : NULL;
}

/* Returns the index of a text in a list, or -1. */
static int index_of(const char *text, const char *const *list, int n)
{
	for (int i = 0; text && i < n; i++)
		if (!strcmp(text, list[i]))
			return i;
	return -1;
}

/* Reads a name, or the begin of names and '*'. */
static bool get_lvnf(struct json_object *params, struct trigger *trigger)
{
	const char *text = get_text(params, "lvnf");
	size_t len = text ? strlen(text) : 0;

	if (!len || len > NAME_MAX_LEN + 1)
		return false;
	trigger->is_begin = text[len - 1] == '*';
	len -= trigger->is_begin;
	if (len > NAME_MAX_LEN)
		return false;
	memcpy(trigger->lvnf, text, len);
	return name_is_valid(trigger->lvnf) || (!len && trigger->is_begin);
}

static bool get_value(struct json_object *params, uint64_t *value)
{
	struct json_object *given = NULL;
	const double max = (double)TRIGGER_VALUE_MAX / TRIGGER_UNIT;
	double number;

	if (!json_object_object_get_ex(params, "value", &given) ||
	    (!json_object_is_type(given, json_type_int) &&
	     !json_object_is_type(given, json_type_double)))
		return false;
	number = json_object_get_double(given);
	if (!(number >= 0 && number <= max))
		return false;
	*value = (uint64_t)(number * TRIGGER_UNIT + 0.5);
	return true;
}

static bool get_port(struct json_object *params, int *port)
{
	struct json_object *given = NULL;
	int64_t number;

	*port = TRIGGER_ALL_PORTS;
	if (!json_object_object_get_ex(params, "port", &given))
		return true;
	if (!json_object_is_type(given, json_type_int))
		return false;
	number = json_object_get_int64(given);
	*port = (int)number;
	return number >= 0 && number < GATE_PORTS_MAX;
}

bool trigger_from_json(struct json_object *params, struct trigger *trigger,
		       struct node_error *error)
{
	const char *name = get_text(params, "trigger");
	const int metric =
		index_of(get_text(params, "metric"), metrics, TRIGGER_METRICS);
	const int relation = index_of(get_text(params, "relation"), relations,
				      TRIGGER_RELATIONS);

	memset(trigger, 0, sizeof(*trigger));
	if (!name || !name_is_valid(name))
		return node_fail(error, NODE_INVALID,
				 "'trigger' is 1 to %d letters, digits, "
				 "hyphens and underscores",
				 NAME_MAX_LEN);
	if (!get_lvnf(params, trigger))
		return node_fail(error, NODE_INVALID,
				 "'lvnf' is a name, or the begin of names "
				 "followed by '*'");
	if (metric < 0)
		return node_fail(error, NODE_INVALID,
				 "'metric' is cpu_util, mem_util, packets, "
				 "octets, packet_rate or octet_rate");
	if (relation < 0)
		return node_fail(error, NODE_INVALID,
				 "'relation' is LT, EQ or GT");
	if (!get_value(params, &trigger->value))
		return node_fail(error, NODE_INVALID,
				 "'value' is a number from 0 to 10^12");
	if (!get_port(params, &trigger->port))
		return node_fail(error, NODE_INVALID,
				 "'port' is an integer from 0 to %d",
				 GATE_PORTS_MAX - 1);
	if (trigger->port != TRIGGER_ALL_PORTS && metric <= TRIGGER_MEM_UTIL)
		return node_fail(error, NODE_INVALID,
				 "%s has no 'port': it is of the whole LVNF",
				 metrics[metric]);
	memcpy(trigger->name, name, strlen(name) + 1);
	trigger->metric = (enum trigger_metric)metric;
	trigger->relation = (enum trigger_relation)relation;
	return true;
}

/* --- writing ------------------------------------------------------------- */

/* Returns thousandths as a number. */
static struct json_object *number(uint64_t value)
{
	const uint64_t whole = value / TRIGGER_UNIT,
		       rest = value % TRIGGER_UNIT;
	char text[32];

	if (!rest)
		return json_object_new_uint64(whole);
	snprintf(text, sizeof(text), "%" PRIu64 ".%03" PRIu64, whole, rest);
	return json_object_new_double_s((double)value / TRIGGER_UNIT, text);
}

static void add_text(struct json_object *out, const char *key,
		     const char *text)
{
	json_object_object_add(out, key, json_object_new_string(text));
}

struct json_object *trigger_to_json(const struct trigger *trigger)
{
	struct json_object *out = json_object_new_object();
	char lvnf[NAME_MAX_LEN + 2];

	snprintf(lvnf, sizeof(lvnf), "%s%s", trigger->lvnf,
		 trigger->is_begin ? "*" : "");
	add_text(out, "trigger", trigger->name);
	add_text(out, "lvnf", lvnf);
	add_text(out, "metric", metrics[trigger->metric]);
	add_text(out, "relation", relations[trigger->relation]);
	json_object_object_add(out, "value", number(trigger->value));
	if (trigger->port != TRIGGER_ALL_PORTS)
		json_object_object_add(out, "port",
				       json_object_new_int(trigger->port));
	return out;
}

struct json_object *trigger_event_to_json(const struct trigger_event *event)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "number",
			       json_object_new_uint64(event->number));
	add_text(out, "trigger", event->trigger);
	add_text(out, "lvnf", event->lvnf);
	json_object_object_add(out, "value", number(event->value));
	json_object_object_add(out, "time_us",
			       json_object_new_uint64(event->time_us));
	return out;
}
