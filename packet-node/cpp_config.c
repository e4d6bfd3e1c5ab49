/* SPDX-License-Identifier: Apache-2.0 */
#include "cpp_config.h"

#include <ctype.h>
#include <string.h>
#include <sys/un.h>

#define DATABASE_DEFAULT "/run/openvswitch/db.sock"
#define IMAGES_DEFAULT	 "/var/lib/cloudmac-cpp"
#define MTU_DEFAULT	 1500
/* Of IPv4 and of a veth. */
#define MTU_MIN 68
#define MTU_MAX 65535

static struct cpp_config *settings(const struct config_reader *reader)
{
	return reader->settings;
}

static void set_name(struct config_reader *reader, const char *key,
		     const char *value)
{
	for (const char *at = value; *at; at++)
		if (!isascii((unsigned char)*at) ||
		    (!isalnum((unsigned char)*at) && !strchr(".-", *at))) {
			config_reader_error(reader,
					    "'%s' has letters, digits, dots "
					    "and hyphens, not '%s'",
					    key, value);
			return;
		}
	config_copy_text(reader, key, value, settings(reader)->name,
			 sizeof(settings(reader)->name));
}

static void set_bridge(struct config_reader *reader, const char *key,
		       const char *value)
{
	config_copy_text(reader, key, value, settings(reader)->bridge,
			 sizeof(settings(reader)->bridge));
}

static void set_path(struct config_reader *reader, const char *key,
		     const char *value, char out[CONFIG_PATH_MAX])
{
	if (*value == '/')
		config_copy_text(reader, key, value, out, CONFIG_PATH_MAX);
	else
		config_reader_error(reader, "'%s' is an absolute path: '%s'",
				    key, value);
}

static void set_database(struct config_reader *reader, const char *key,
			 const char *value)
{
	const size_t most = sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1;

	if (strlen(value) > most)
		config_reader_error(reader,
				    "'%s' is the path of a socket, so it has "
				    "at most %zu octets: '%s'",
				    key, most, value);
	else
		set_path(reader, key, value, settings(reader)->database);
}

static void set_images(struct config_reader *reader, const char *key,
		       const char *value)
{
	set_path(reader, key, value, settings(reader)->images);
}

static void set_mtu(struct config_reader *reader, const char *key,
		    const char *value)
{
	long n;

	if (config_parse_number(reader, key, value, MTU_MIN, MTU_MAX, &n))
		settings(reader)->mtu = (unsigned int)n;
}

static void set_log_level(struct config_reader *reader, const char *key,
			  const char *value)
{
	config_set_log_level(reader, key, value, &settings(reader)->log_level);
}

static const struct config_option options[] = {
	{ "packet-node", "name", set_name },
	{ "packet-node", "bridge", set_bridge },
	{ "packet-node", "database", set_database },
	{ "packet-node", "images", set_images },
	{ "packet-node", "mtu", set_mtu },
	{ "packet-node", "log-level", set_log_level },
	{ NULL, NULL, NULL },
};

static void check_complete(struct config_reader *reader)
{
	if (!settings(reader)->name[0])
		config_reader_error(reader,
				    "no 'name' in section 'packet-node'");
	if (!reader->control->is_configured)
		config_reader_error(reader, "no section 'control'");
}

static const struct config_schema schema = {
	.options = options,
	.sections = "packet-node or control",
	.check_complete = check_complete,
};

/* Sets the defaults. Returns where the reader puts the options. */
static struct config_target prepare(struct cpp_config *config)
{
	memset(config, 0, sizeof(*config));
	strcpy(config->database, DATABASE_DEFAULT);
	strcpy(config->images, IMAGES_DEFAULT);
	config->mtu = MTU_DEFAULT;
	config->log_level = LOG_LEVEL_INFO;
	config_control_init(&config->control, CPP_PORT);
	return (struct config_target){ &schema, config, &config->control };
}

unsigned int cpp_config_parse(struct cpp_config *config, const char *file,
			      const char *text, size_t len,
			      config_report *report, void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_parse(&target, file, text, len, report, arg);
}

unsigned int cpp_config_load(struct cpp_config *config, const char *path,
			     config_report *report, void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_load(&target, path, report, arg);
}
