// SPDX-License-Identifier: GPL-2.0-only
/* The output of cloudmac-vap: as text or as JSON (json-c). */
#include "show.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "cloudmac_uapi.h"

/* The document that --json prints; NULL without --json. */
static json_object *result;

/**
 * show_begin - starts the output
 * @json: prints JSON at the end, instead of text at once
 * @what: a list of radios, or the counters of one
 */
void show_begin(bool json, enum show_what what)
{
	if (json)
		result = what == SHOW_LIST ? json_object_new_array() :
					     json_object_new_object();
	else if (what == SHOW_LIST)
		printf("%-4s %-10s %-7s %-17s %-15s %4s %8s %7s\n", "id",
		       "name", "role", "address", "lower", "vlan", "channels",
		       "pending");
}

/**
 * show_end - ends the output
 * @print: false discards the JSON, after an error
 */
void show_end(bool print)
{
	if (!result)
		return;
	if (print)
		puts(json_object_to_json_string_ext(result,
						    JSON_C_TO_STRING_PRETTY));
	json_object_put(result);
	result = NULL;
}

static const char *string_of(struct nlattr *attr, const char *absent)
{
	return attr ? nla_get_string(attr) : absent;
}

static uint32_t u32_of(struct nlattr *attr)
{
	return attr && nla_len(attr) >= 4 ? nla_get_u32(attr) : 0;
}

static uint8_t u8_of(struct nlattr *attr)
{
	return attr && nla_len(attr) >= 1 ? nla_get_u8(attr) : 0;
}

static const char *role_of(struct nlattr *attr)
{
	return u8_of(attr) == CLOUDMAC_ROLE_STATION ? "station" : "ap";
}

static const char *address_of(struct nlattr *attr, char *text, size_t size)
{
	const unsigned char *a;

	*text = '\0';
	if (attr && nla_len(attr) == 6) {
		a = nla_data(attr);
		snprintf(text, size, "%02x:%02x:%02x:%02x:%02x:%02x", a[0],
			 a[1], a[2], a[3], a[4], a[5]);
	}
	return text;
}

/**
 * show_added - prints the reply to 'add': the name of the radio
 * @attrs: the reply
 * @arg: not used
 */
void show_added(struct nlattr **attrs, void *arg)
{
	(void)arg;
	puts(string_of(attrs[CLOUDMAC_ATTR_NAME], ""));
}

/**
 * show_radio - prints a radio of the list, or adds it to the JSON
 * @attrs: the radio
 * @arg: not used
 */
void show_radio(struct nlattr **attrs, void *arg)
{
	const char *name = string_of(attrs[CLOUDMAC_ATTR_NAME], "");
	const char *lower = string_of(attrs[CLOUDMAC_ATTR_LOWER_NAME], NULL);
	struct nlattr *vlan = attrs[CLOUDMAC_ATTR_VLAN];
	json_object *o;
	char address[18], tag[8] = "-";

	(void)arg;
	address_of(attrs[CLOUDMAC_ATTR_ADDRESS], address, sizeof(address));
	if (vlan)
		snprintf(tag, sizeof(tag), "%u", nla_get_u16(vlan));
	if (!result) {
		printf("%-4" PRIu32 " %-10s %-7s %-17s %-15s %4s %8" PRIu32
		       " %7" PRIu32 "\n",
		       u32_of(attrs[CLOUDMAC_ATTR_ID]), name,
		       role_of(attrs[CLOUDMAC_ATTR_ROLE]), address,
		       lower ? lower : "(gone)", tag,
		       u32_of(attrs[CLOUDMAC_ATTR_CHANNELS]),
		       u32_of(attrs[CLOUDMAC_ATTR_PENDING]));
		return;
	}
	o = json_object_new_object();
	json_object_object_add(o, "id", json_object_new_int64(
		u32_of(attrs[CLOUDMAC_ATTR_ID])));
	json_object_object_add(o, "name", json_object_new_string(name));
	json_object_object_add(o, "role", json_object_new_string(
		role_of(attrs[CLOUDMAC_ATTR_ROLE])));
	json_object_object_add(o, "address", json_object_new_string(address));
	json_object_object_add(o, "lower",
			       lower ? json_object_new_string(lower) : NULL);
	json_object_object_add(o, "vlan",
			       vlan ? json_object_new_int(nla_get_u16(vlan)) :
				      NULL);
	json_object_object_add(o, "channels", json_object_new_int64(
		u32_of(attrs[CLOUDMAC_ATTR_CHANNELS])));
	json_object_object_add(o, "status_timeout_ms", json_object_new_int64(
		u32_of(attrs[CLOUDMAC_ATTR_STATUS_TIMEOUT])));
	json_object_object_add(o, "pending_max", json_object_new_int64(
		u32_of(attrs[CLOUDMAC_ATTR_PENDING_MAX])));
	json_object_object_add(o, "pending", json_object_new_int64(
		u32_of(attrs[CLOUDMAC_ATTR_PENDING])));
	json_object_object_add(o, "credit", json_object_new_boolean(
		u8_of(attrs[CLOUDMAC_ATTR_CREDIT])));
	json_object_array_add(result, o);
}

/**
 * show_stats - prints all counters of a radio, or adds them to the JSON
 * @attrs: the reply with the counters
 * @arg: not used
 */
void show_stats(struct nlattr **attrs, void *arg)
{
	struct nlattr *stat[CLOUDMAC_ATTR_MAX + 1], *one;
	const char *name;
	uint64_t value;
	int left;

	(void)arg;
	if (!attrs[CLOUDMAC_ATTR_STATS])
		return;
	nla_for_each_nested(one, attrs[CLOUDMAC_ATTR_STATS], left) {
		if (nla_parse_nested(stat, CLOUDMAC_ATTR_MAX, one, NULL) ||
		    !stat[CLOUDMAC_ATTR_STAT_NAME] ||
		    !stat[CLOUDMAC_ATTR_STAT_VALUE])
			continue;
		name = nla_get_string(stat[CLOUDMAC_ATTR_STAT_NAME]);
		value = nla_get_u64(stat[CLOUDMAC_ATTR_STAT_VALUE]);
		if (result)
			json_object_object_add(result, name,
					       json_object_new_uint64(value));
		else
			printf("%-24s %" PRIu64 "\n", name, value);
	}
}
