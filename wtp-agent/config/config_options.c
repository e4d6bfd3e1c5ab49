/* SPDX-License-Identifier: Apache-2.0 */
/* The agent's options: section, name, and what each takes. */
#include "config_options.h"

#include <ctype.h>
#include <string.h>

#include "base/base.h"
#include "channel_width.h"
#include "config_settings.h"

#define POWER_MAX      60
#define VLAN_MAX       4094
#define LEASES_DEFAULT 8
#define FLIGHT_MAX     128
#define FLIGHT_DEFAULT 32
#define QUEUE_MIN      16
#define QUEUE_MAX      4096
#define QUEUE_DEFAULT  512

/* KiB. The least holds some A-MPDUs and the stations. */
#define QUEUE_MEMORY_MIN     512
#define QUEUE_MEMORY_MAX     65536
#define QUEUE_MEMORY_DEFAULT 4096

/* ms, as RFC 8289 recommends. */
#define CODEL_TARGET_DEFAULT   5
#define CODEL_INTERVAL_DEFAULT 100

static struct config *settings(const struct config_reader *reader)
{
	return reader->settings;
}

static struct config_radio *current_radio(struct config_reader *reader)
{
	return &settings(reader)->radios[settings(reader)->radios_n - 1];
}

static void set_name(struct config_reader *reader, const char *key,
		     const char *value)
{
	uint32_t len = (uint32_t)strlen(value), at = 0, step;

	for (; at < len; at += step) {
		step = cloudmac_utf8_len((const uint8_t *)value + at,
					 len - at);
		if (!step) {
			config_reader_error(reader,
					    "'%s' has a control character or "
					    "is not UTF-8",
					    key);
			return;
		}
	}
	config_copy_text(reader, key, value, settings(reader)->name,
			 sizeof(settings(reader)->name));
}

static void set_id(struct config_reader *reader, const char *key,
		   const char *value)
{
	if (!addr_parse(value, settings(reader)->id) ||
	    cloudmac_addr_is_group(settings(reader)->id) ||
	    cloudmac_addr_is_null(settings(reader)->id))
		config_reader_error(
			reader,
			"'%s' is a unicast address aa:bb:cc:dd:ee:ff, "
			"not '%s'",
			key, value);
	else
		settings(reader)->has_id = true;
}

static void set_wired(struct config_reader *reader, const char *key,
		      const char *value)
{
	config_copy_text(reader, key, value, settings(reader)->wired,
			 sizeof(settings(reader)->wired));
}

static void set_vlan(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, 1, VLAN_MAX, &n))
		settings(reader)->vlan = (int)n;
}

static void set_interval(struct config_reader *reader, const char *key,
			 const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, 100, 60000, &n))
		settings(reader)->announce_interval = (unsigned int)n;
}

static void set_batch(struct config_reader *reader, const char *key,
		      const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, 1, PACKET_BATCH, &n))
		settings(reader)->batch = (unsigned int)n;
}

static void set_country(struct config_reader *reader, const char *key,
			const char *value)
{
	const unsigned char *letters = (const unsigned char *)value;
	char *country = settings(reader)->country;

	if (strcmp(value, "00") &&
	    !(isalpha(letters[0]) && isalpha(letters[1]) && !letters[2])) {
		config_reader_error(reader,
				    "'%s' is a country of two letters (ISO "
				    "3166-1) or 00, not '%s'",
				    key, value);
		return;
	}
	country[0] = (char)toupper(letters[0]);
	country[1] = (char)toupper(letters[1]);
}

static void set_user(struct config_reader *reader, const char *key,
		     const char *value)
{
	config_copy_text(reader, key, value, settings(reader)->user,
			 sizeof(settings(reader)->user));
}

static void set_log_level(struct config_reader *reader, const char *key,
			  const char *value)
{
	config_set_log_level(reader, key, value, &settings(reader)->log_level);
}

static void set_phy(struct config_reader *reader, const char *key,
		    const char *value)
{
	config_copy_text(reader, key, value, current_radio(reader)->phy,
			 sizeof(current_radio(reader)->phy));
}

static void set_frequency(struct config_reader *reader, const char *key,
			  const char *value)
{
	long n;

	if (!config_parse_number(reader, key, value, CHANNEL_MHZ_MIN,
				 CHANNEL_MHZ_MAX, &n))
		return;
	if (!channel_is_valid((unsigned int)n))
		config_reader_error(reader,
				    "'%s' is the centre of an 802.11 channel "
				    "in MHz, not '%s'; the nearest is %u",
				    key, value,
				    channel_nearest((unsigned int)n));
	current_radio(reader)->frequency = (unsigned int)n;
}

static void set_width(struct config_reader *reader, const char *key,
		      const char *value)
{
	for (enum config_width i = WIDTH_20_NOHT; i <= WIDTH_80; i++)
		if (!strcmp(value, channel_width_name(i))) {
			current_radio(reader)->width = i;
			return;
		}
	config_reader_error(reader,
			    "'%s' is 20-noht, 20, 40+, 40- or 80, not '%s'",
			    key, value);
}

static void set_power(struct config_reader *reader, const char *key,
		      const char *value)
{
	long n;

	if (!strcmp(value, "auto"))
		current_radio(reader)->power = CONFIG_POWER_AUTO;
	else if (config_parse_number(reader, key, value, 0, POWER_MAX, &n))
		current_radio(reader)->power = (int)n;
}

static void set_unsigned(struct config_reader *reader, const char *key,
			 const char *value, long min, long max,
			 unsigned int *out)
{
	long n;

	if (config_parse_number(reader, key, value, min, max, &n))
		*out = (unsigned int)n;
}

static void set_max_leases(struct config_reader *reader, const char *key,
			   const char *value)
{
	set_unsigned(reader, key, value, 0, 64,
		     &current_radio(reader)->max_leases);
}

static void set_in_flight(struct config_reader *reader, const char *key,
			  const char *value)
{
	set_unsigned(reader, key, value, 0, FLIGHT_MAX,
		     &current_radio(reader)->in_flight);
}

static void set_queue(struct config_reader *reader, const char *key,
		      const char *value)
{
	set_unsigned(reader, key, value, QUEUE_MIN, QUEUE_MAX,
		     &current_radio(reader)->queue);
}

static void set_queue_memory(struct config_reader *reader, const char *key,
			     const char *value)
{
	set_unsigned(reader, key, value, QUEUE_MEMORY_MIN, QUEUE_MEMORY_MAX,
		     &current_radio(reader)->queue_memory);
}

static void parse_switch(struct config_reader *reader, const char *key,
			 const char *value, bool *out)
{
	bool on = !strcmp(value, "on");

	if (!on && strcmp(value, "off"))
		config_reader_error(reader, "'%s' is on or off, not '%s'", key,
				    value);
	else
		*out = on;
}

static void set_airtime(struct config_reader *reader, const char *key,
			const char *value)
{
	parse_switch(reader, key, value, &current_radio(reader)->airtime);
}

static void set_codel_target(struct config_reader *reader, const char *key,
			     const char *value)
{
	set_unsigned(reader, key, value, 1, CONFIG_CODEL_TARGET_MAX,
		     &current_radio(reader)->codel_target);
}

static void set_codel_interval(struct config_reader *reader, const char *key,
			       const char *value)
{
	set_unsigned(reader, key, value, CONFIG_CODEL_INTERVAL_MIN,
		     CONFIG_CODEL_INTERVAL_MAX,
		     &current_radio(reader)->codel_interval);
}

static void set_aggregation(struct config_reader *reader, const char *key,
			    const char *value)
{
	parse_switch(reader, key, value, &current_radio(reader)->aggregation);
}

static void set_stations(struct config_reader *reader, const char *key,
			 const char *value)
{
	for (unsigned int i = STATIONS_OFF; i <= STATIONS_FREE; i++)
		if (!strcmp(value,
			    config_stations_name((enum config_stations)i))) {
			current_radio(reader)->stations =
				(enum config_stations)i;
			return;
		}
	config_reader_error(reader, "'%s' is off, pinned or free, not '%s'",
			    key, value);
}

static void add_lease(struct config_reader *reader, const char *key,
		      const char *value)
{
	struct config_radio *to = current_radio(reader);

	if (to->leases_n == CONFIG_LEASES_MAX)
		config_reader_error(reader,
				    "more than %d of '%s' on one radio",
				    CONFIG_LEASES_MAX, key);
	else if (!addr_parse(value, to->leases[to->leases_n]) ||
		 !addr_is_bssid(to->leases[to->leases_n]))
		config_reader_error(reader,
				    "'%s' is a BSSID: unicast, not ending in "
				    "ff:ff, not '%s'",
				    key, value);
	else
		to->leases_n++;
}

static void set_announce(struct config_reader *reader, const char *key,
			 const char *value)
{
	config_set_ip(reader, key, value, settings(reader)->announce,
		      sizeof(settings(reader)->announce));
}

static const struct config_option options[] = {
	{ "wtp", "name", set_name },
	{ "wtp", "id", set_id },
	{ "wtp", "wired", set_wired },
	{ "wtp", "vlan", set_vlan },
	{ "wtp", "announce-interval", set_interval },
	{ "wtp", "batch", set_batch },
	{ "wtp", "country", set_country },
	{ "wtp", "user", set_user },
	{ "wtp", "log-level", set_log_level },
	{ "radio", "phy", set_phy },
	{ "radio", "frequency", set_frequency },
	{ "radio", "width", set_width },
	{ "radio", "power", set_power },
	{ "radio", "max-leases", set_max_leases },
	{ "radio", "in-flight", set_in_flight },
	{ "radio", "queue", set_queue },
	{ "radio", "queue-memory", set_queue_memory },
	{ "radio", "airtime", set_airtime },
	{ "radio", "codel-target", set_codel_target },
	{ "radio", "codel-interval", set_codel_interval },
	{ "radio", "aggregation", set_aggregation },
	{ "radio", "stations", set_stations },
	{ "radio", "lease", add_lease },
	{ "control", "announce", set_announce },
	{ NULL, NULL, NULL },
};

static void begin_radio(struct config_reader *reader)
{
	struct config_radio *new;

	if (settings(reader)->radios_n == CONFIG_RADIOS_MAX) {
		config_reader_error(reader, "more than %d radios",
				    CONFIG_RADIOS_MAX);
		reader->skip = true;
		return;
	}
	settings(reader)->radios_n++;
	new = current_radio(reader);
	new->width = WIDTH_20;
	new->power = CONFIG_POWER_AUTO;
	new->max_leases = LEASES_DEFAULT;
	new->in_flight = FLIGHT_DEFAULT;
	new->queue = QUEUE_DEFAULT;
	new->queue_memory = QUEUE_MEMORY_DEFAULT;
	new->airtime = true;
	new->codel_target = CODEL_TARGET_DEFAULT;
	new->codel_interval = CODEL_INTERVAL_DEFAULT;
	new->aggregation = true;
}

static void begin_section(struct config_reader *reader, const char *type)
{
	if (!strcmp(type, "radio"))
		begin_radio(reader);
}

/* Checks what depends on more than one option. */
static void check_complete(struct config_reader *reader)
{
	const struct config *config = settings(reader);

	if (!config->wired[0])
		config_reader_error(reader,
				    "no 'wired' interface in section 'wtp'");
	if (!config->radios_n)
		config_reader_error(reader, "no section 'radio'");
	for (size_t i = 0; i < config->radios_n; i++) {
		if (!config->radios[i].phy[0])
			config_reader_error(reader, "radio %zu has no 'phy'",
					    i);
		if (config->radios[i].stations == STATIONS_FREE &&
		    config->radios[i].leases_n)
			config_reader_error(
				reader,
				"radio %zu has a 'lease', but serves no VAPs: "
				"its 'stations' is free",
				i);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(config->radios[i].phy,
				    config->radios[j].phy))
				config_reader_error(
					reader,
					"radios %zu and %zu are both '%s'", j,
					i, config->radios[i].phy);
	}
}

const struct config_schema config_options = {
	.options = options,
	.sections = "wtp, radio or control",
	.begin_section = begin_section,
	.check_complete = check_complete,
};
