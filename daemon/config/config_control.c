/* SPDX-License-Identifier: Apache-2.0 */
#include "config_control.h"

#include <string.h>

#include "config_values.h"

#define IDLE_DEFAULT_S 300

static void set_address(struct config_reader *reader, const char *key,
			const char *value)
{
	config_set_ip(reader, key, value, reader->control->address,
		      sizeof(reader->control->address));
}

static void set_port(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, 1, 65535, &n))
		reader->control->port = (uint16_t)n;
}

static void set_ca(struct config_reader *reader, const char *key,
		   const char *value)
{
	config_copy_text(reader, key, value, reader->control->ca,
			 sizeof(reader->control->ca));
}

static void set_cert(struct config_reader *reader, const char *key,
		     const char *value)
{
	config_copy_text(reader, key, value, reader->control->cert,
			 sizeof(reader->control->cert));
}

static void set_key(struct config_reader *reader, const char *key,
		    const char *value)
{
	config_copy_text(reader, key, value, reader->control->key,
			 sizeof(reader->control->key));
}

static void set_clock_floor(struct config_reader *reader, const char *key,
			    const char *value)
{
	config_copy_text(reader, key, value, reader->control->clock_floor,
			 sizeof(reader->control->clock_floor));
}

static void set_idle(struct config_reader *reader, const char *key,
		     const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, 10, 86400, &n))
		reader->control->idle_timeout = (unsigned int)n;
}

const struct config_option config_control_options[] = {
	{ "control", "address", set_address },
	{ "control", "port", set_port },
	{ "control", "ca", set_ca },
	{ "control", "cert", set_cert },
	{ "control", "key", set_key },
	{ "control", "clock-floor", set_clock_floor },
	{ "control", "idle-timeout", set_idle },
	{ NULL, NULL, NULL },
};

void config_control_init(struct config_control *control, uint16_t port)
{
	memset(control, 0, sizeof(*control));
	control->port = port;
	control->idle_timeout = IDLE_DEFAULT_S;
}

bool config_control_is_complete(const struct config_control *control)
{
	return control->ca[0] && control->cert[0] && control->key[0];
}

void config_control_check(struct config_reader *reader)
{
	const struct config_control *control = reader->control;

	if (control->is_configured && !config_control_is_complete(control))
		config_reader_error(
			reader,
			"section 'control' needs 'ca', 'cert' and 'key'");
}
