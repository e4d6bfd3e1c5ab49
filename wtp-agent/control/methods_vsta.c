/* SPDX-License-Identifier: Apache-2.0 */
/* The methods vsta.list and bss.heard. */
#include <stdio.h>

#include "methods.h"

/* Of each octet, two hexadecimal digits. */
#define SSID_TEXTLEN (2 * CLOUDMAC_VSTA_SSID_MAX + 1)

static void add_address(struct json_object *out, const char *key,
			const uint8_t *address)
{
	char text[ADDR_TEXTLEN];

	json_object_object_add(
		out, key, json_object_new_string(addr_format(address, text)));
}

static void add_bool(struct json_object *out, const char *key, bool value)
{
	json_object_object_add(out, key, json_object_new_boolean(value));
}

static void add_number(struct json_object *out, const char *key, int64_t value)
{
	json_object_object_add(out, key, json_object_new_int64(value));
}

static struct json_object *ssid_json(const struct cloudmac_ssid *ssid)
{
	char text[SSID_TEXTLEN] = "";

	for (unsigned int i = 0; i < ssid->len; i++)
		snprintf(text + 2 * i, 3, "%02x", ssid->octets[i]);
	return json_object_new_string(text);
}

/* Adds the values of a hello, or those of none. */
static void add_hello(struct json_object *out,
		      const struct cloudmac_vsta_hello *hello)
{
	static const struct cloudmac_vsta_hello none;

	if (!hello)
		hello = &none;
	add_number(out, "frequency", hello->frequency);
	add_address(out, "bssid", hello->bssid);
	json_object_object_add(out, "ssid", ssid_json(&hello->ssid));
	add_bool(out, "awake", hello->flags & CLOUDMAC_VSTA_AWAKE);
	add_bool(out, "associated", hello->flags & CLOUDMAC_VSTA_ASSOCIATED);
}

static struct json_object *guest_json(const struct control_host *host,
				      const struct lease *lease)
{
	const struct guest *guest =
		guests_find(&host->vsta->guests, lease->bssid);
	const struct cloudmac_vsta_hello *hello =
		guest ? guest_hello(guest, clock_ms()) : NULL;
	const struct bss *bss =
		hello ? bss_find(&host->vsta->bss, hello->bssid, lease->radio,
				 clock_ms())
		      : NULL;
	struct json_object *out = json_object_new_object();

	add_address(out, "station", lease->bssid);
	add_number(out, "radio", lease->radio);
	add_hello(out, hello);
	add_bool(out, "on_channel",
		 hello && hello->frequency &&
			 hello->frequency ==
				 host->radios[lease->radio].frequency);
	if (bss && bss->has_signal)
		add_number(out, "signal_dbm", bss_signal(bss));
	add_number(out, "remaining_ms", methods_remaining_ms(lease));
	return out;
}

struct json_object *method_vsta_list(void *context, struct json_object *params,
				     struct rpc_error *error)
{
	const struct methods_context *in = context;
	const struct lease_table *leases = in->host->leases;
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();

	(void)params;
	(void)error;
	for (size_t i = 0; i < leases->n; i++)
		if (leases->leases[i].installed &&
		    leases->leases[i].role == LEASE_STATION)
			json_object_array_add(
				list,
				guest_json(in->host, &leases->leases[i]));
	json_object_object_add(out, "stations", list);
	return out;
}

static struct json_object *bss_json(const struct bss *bss, uint64_t now_ms)
{
	struct json_object *out = json_object_new_object();

	add_address(out, "bssid", bss->bssid);
	add_number(out, "radio", bss->radio);
	add_number(out, "frequency", bss->mhz);
	if (bss->has_signal)
		add_number(out, "signal_dbm", bss_signal(bss));
	add_number(out, "age_ms", (int64_t)(now_ms - bss->heard_ms));
	return out;
}

struct json_object *method_bss_heard(void *context, struct json_object *params,
				     struct rpc_error *error)
{
	const struct methods_context *in = context;
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct bss *heard[BSS_MAX];
	uint64_t now_ms = clock_ms();
	size_t n = bss_latest(&in->host->vsta->bss, now_ms, heard);

	(void)params;
	(void)error;
	for (size_t i = 0; i < n; i++)
		json_object_array_add(list, bss_json(heard[i], now_ms));
	json_object_object_add(out, "bss", list);
	return out;
}
