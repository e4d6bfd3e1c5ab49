/* SPDX-License-Identifier: Apache-2.0 */
/* Every option: its section, its name, and what it takes. */
#include "config_options.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "channel.h"

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

static struct config_radio *current_radio(struct config_reader *reader)
{
	return &reader->config->radios[reader->config->radios_n - 1];
}

static bool parse_number(struct config_reader *reader, const char *key,
			 const char *value, long min, long max, long *out)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (errno || end == value || *end || n < min || n > max) {
		config_reader_error(reader, "'%s' is %ld to %ld, not '%s'",
				    key, min, max, value);
		return false;
	}
	*out = n;
	return true;
}

static void copy_text(struct config_reader *reader, const char *key,
		      const char *value, char *out, size_t size)
{
	if (!*value || strlen(value) >= size)
		config_reader_error(reader, "'%s' is 1 to %zu octets long",
				    key, size - 1);
	else
		strcpy(out, value);
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
	copy_text(reader, key, value, reader->config->name,
		  sizeof(reader->config->name));
}

static void set_id(struct config_reader *reader, const char *key,
		   const char *value)
{
	if (!addr_parse(value, reader->config->id) ||
	    cloudmac_addr_is_group(reader->config->id) ||
	    cloudmac_addr_is_null(reader->config->id))
		config_reader_error(
			reader,
			"'%s' is a unicast address aa:bb:cc:dd:ee:ff, "
			"not '%s'",
			key, value);
	reader->config->has_id = true;
}

static void set_wired(struct config_reader *reader, const char *key,
		      const char *value)
{
	copy_text(reader, key, value, reader->config->wired,
		  sizeof(reader->config->wired));
}

static void set_vlan(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (parse_number(reader, key, value, 1, VLAN_MAX, &n))
		reader->config->vlan = (int)n;
}

static void set_interval(struct config_reader *reader, const char *key,
			 const char *value)
{
	long n;

	if (parse_number(reader, key, value, 100, 60000, &n))
		reader->config->announce_interval = (unsigned int)n;
}

static void set_user(struct config_reader *reader, const char *key,
		     const char *value)
{
	copy_text(reader, key, value, reader->config->user,
		  sizeof(reader->config->user));
}

static void set_log_level(struct config_reader *reader, const char *key,
			  const char *value)
{
	if (!log_level_parse(value, &reader->config->log_level))
		config_reader_error(reader,
				    "'%s' is error, warn, info or debug, "
				    "not '%s'",
				    key, value);
}

static void set_phy(struct config_reader *reader, const char *key,
		    const char *value)
{
	copy_text(reader, key, value, current_radio(reader)->phy,
		  sizeof(current_radio(reader)->phy));
}

static void set_frequency(struct config_reader *reader, const char *key,
			  const char *value)
{
	long n;

	if (!parse_number(reader, key, value, CHANNEL_MHZ_MIN, CHANNEL_MHZ_MAX,
			  &n))
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
	static const char *const names[] = {
		[WIDTH_20_NOHT] = "20-noht", [WIDTH_20] = "20",
		[WIDTH_40_ABOVE] = "40+",    [WIDTH_40_BELOW] = "40-",
		[WIDTH_80] = "80",
	};

	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(value, names[i])) {
			current_radio(reader)->width = (enum config_width)i;
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
	else if (parse_number(reader, key, value, 0, POWER_MAX, &n))
		current_radio(reader)->power = (int)n;
}

static void set_max_leases(struct config_reader *reader, const char *key,
			   const char *value)
{
	long n;

	if (parse_number(reader, key, value, 0, 64, &n))
		current_radio(reader)->max_leases = (unsigned int)n;
}

static void set_in_flight(struct config_reader *reader, const char *key,
			  const char *value)
{
	long n;

	if (parse_number(reader, key, value, 0, FLIGHT_MAX, &n))
		current_radio(reader)->in_flight = (unsigned int)n;
}

static void set_queue(struct config_reader *reader, const char *key,
		      const char *value)
{
	long n;

	if (parse_number(reader, key, value, QUEUE_MIN, QUEUE_MAX, &n))
		current_radio(reader)->queue = (unsigned int)n;
}

static void set_queue_memory(struct config_reader *reader, const char *key,
			     const char *value)
{
	long n;

	if (parse_number(reader, key, value, QUEUE_MEMORY_MIN,
			 QUEUE_MEMORY_MAX, &n))
		current_radio(reader)->queue_memory = (unsigned int)n;
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
	long n;

	if (parse_number(reader, key, value, 1, CONFIG_CODEL_TARGET_MAX, &n))
		current_radio(reader)->codel_target = (unsigned int)n;
}

static void set_codel_interval(struct config_reader *reader, const char *key,
			       const char *value)
{
	long n;

	if (parse_number(reader, key, value, CONFIG_CODEL_INTERVAL_MIN,
			 CONFIG_CODEL_INTERVAL_MAX, &n))
		current_radio(reader)->codel_interval = (unsigned int)n;
}

static void set_aggregation(struct config_reader *reader, const char *key,
			    const char *value)
{
	parse_switch(reader, key, value, &current_radio(reader)->aggregation);
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

static bool is_ip(const char *value)
{
	struct in6_addr address;

	return inet_pton(AF_INET, value, &address) == 1 ||
	       inet_pton(AF_INET6, value, &address) == 1;
}

static void set_ip(struct config_reader *reader, const char *key,
		   const char *value, char *out, size_t size)
{
	if (is_ip(value))
		copy_text(reader, key, value, out, size);
	else
		config_reader_error(reader,
				    "'%s' is an IPv4 or IPv6 address, not "
				    "'%s'",
				    key, value);
}

static void set_address(struct config_reader *reader, const char *key,
			const char *value)
{
	set_ip(reader, key, value, reader->config->address,
	       sizeof(reader->config->address));
}

static void set_announce(struct config_reader *reader, const char *key,
			 const char *value)
{
	set_ip(reader, key, value, reader->config->announce,
	       sizeof(reader->config->announce));
}

static void set_port(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (parse_number(reader, key, value, 1, 65535, &n))
		reader->config->port = (uint16_t)n;
}

static void set_ca(struct config_reader *reader, const char *key,
		   const char *value)
{
	copy_text(reader, key, value, reader->config->ca,
		  sizeof(reader->config->ca));
}

static void set_cert(struct config_reader *reader, const char *key,
		     const char *value)
{
	copy_text(reader, key, value, reader->config->cert,
		  sizeof(reader->config->cert));
}

static void set_key(struct config_reader *reader, const char *key,
		    const char *value)
{
	copy_text(reader, key, value, reader->config->key,
		  sizeof(reader->config->key));
}

static void set_idle(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (parse_number(reader, key, value, 10, 86400, &n))
		reader->config->idle_timeout = (unsigned int)n;
}

static const struct config_option {
	const char *section, *key;
	void (*set)(struct config_reader *reader, const char *key,
		    const char *value);
} options[] = {
	{ "wtp", "name", set_name },
	{ "wtp", "id", set_id },
	{ "wtp", "wired", set_wired },
	{ "wtp", "vlan", set_vlan },
	{ "wtp", "announce-interval", set_interval },
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
	{ "radio", "lease", add_lease },
	{ "control", "address", set_address },
	{ "control", "announce", set_announce },
	{ "control", "port", set_port },
	{ "control", "ca", set_ca },
	{ "control", "cert", set_cert },
	{ "control", "key", set_key },
	{ "control", "idle-timeout", set_idle },
};

#define OPTIONS_N (sizeof(options) / sizeof(options[0]))

static void begin_radio(struct config_reader *reader)
{
	struct config_radio *new;

	if (reader->config->radios_n == CONFIG_RADIOS_MAX) {
		config_reader_error(reader, "more than %d radios",
				    CONFIG_RADIOS_MAX);
		reader->skip = true;
		return;
	}
	reader->config->radios_n++;
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

void config_begin_section(struct config_reader *reader, const char *type)
{
	reader->section = NULL;
	reader->skip = false;
	for (size_t i = 0; i < OPTIONS_N; i++)
		if (!strcmp(options[i].section, type))
			reader->section = options[i].section;
	if (!reader->section) {
		config_reader_error(
			reader, "section is wtp, radio or control, not '%s'",
			type);
		reader->skip = true;
		return;
	}
	if (!strcmp(type, "radio"))
		begin_radio(reader);
	else if (!strcmp(type, "control"))
		reader->config->has_control = true;
}

void config_set_option(struct config_reader *reader, const char *key,
		       const char *value)
{
	if (reader->skip)
		return;
	if (!reader->section) {
		config_reader_error(reader, "'%s' stands before any section",
				    key);
		return;
	}
	for (size_t i = 0; i < OPTIONS_N; i++)
		if (!strcmp(options[i].section, reader->section) &&
		    !strcmp(options[i].key, key)) {
			options[i].set(reader, key, value);
			return;
		}
	config_reader_error(reader, "section '%s' has no option '%s'",
			    reader->section, key);
}
