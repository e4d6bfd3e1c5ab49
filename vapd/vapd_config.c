/* SPDX-License-Identifier: Apache-2.0 */
#include "vapd_config.h"

#include <ctype.h>
#include <string.h>

#define FOLDER_DEFAULT "/run/hostapd"

static struct vapd_config *settings(const struct config_reader *reader)
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

static void set_user(struct config_reader *reader, const char *key,
		     const char *value)
{
	config_copy_text(reader, key, value, settings(reader)->user,
			 sizeof(settings(reader)->user));
}

static void set_group(struct config_reader *reader, const char *key,
		      const char *value)
{
	config_copy_text(reader, key, value, settings(reader)->group,
			 sizeof(settings(reader)->group));
}

static void set_log_level(struct config_reader *reader, const char *key,
			  const char *value)
{
	config_set_log_level(reader, key, value, &settings(reader)->log_level);
}

const char *vapd_config_add_folder(struct vapd_config *config,
				   const char *folder)
{
	if (*folder != '/')
		return "is an absolute path";
	if (strlen(folder) >= VAPD_FOLDER_MAX)
		return "is at most 79 octets long";
	for (size_t i = 0; i < config->folders_n; i++)
		if (!strcmp(config->folders[i], folder))
			return "is there twice";
	if (config->folders_n == VAPD_FOLDERS_MAX)
		return "is there more than 16 times";
	strcpy(config->folders[config->folders_n++], folder);
	return NULL;
}

static void add_folder(struct config_reader *reader, const char *key,
		       const char *value)
{
	const char *wrong = vapd_config_add_folder(settings(reader), value);

	if (wrong)
		config_reader_error(reader, "'%s' %s: '%s'", key, wrong,
				    value);
}

static const struct config_option options[] = {
	{ "vap-host", "name", set_name },
	{ "vap-host", "control", add_folder },
	{ "vap-host", "user", set_user },
	{ "vap-host", "group", set_group },
	{ "vap-host", "log-level", set_log_level },
	{ NULL, NULL, NULL },
};

static void check_complete(struct config_reader *reader)
{
	struct vapd_config *config = settings(reader);

	if (!config->name[0])
		config_reader_error(reader, "no 'name' in section 'vap-host'");
	if (!reader->control->is_configured)
		config_reader_error(reader, "no section 'control'");
	if (!config->folders_n)
		vapd_config_add_folder(config, FOLDER_DEFAULT);
}

static const struct config_schema schema = {
	.options = options,
	.sections = "vap-host or control",
	.check_complete = check_complete,
};

/* Sets the defaults. Returns where the reader puts the options. */
static struct config_target prepare(struct vapd_config *config)
{
	memset(config, 0, sizeof(*config));
	strcpy(config->user, "nobody");
	strcpy(config->group, "root");
	config->log_level = LOG_LEVEL_INFO;
	config_control_init(&config->control, VAPD_PORT);
	return (struct config_target){ &schema, config, &config->control };
}

unsigned int vapd_config_parse(struct vapd_config *config, const char *file,
			       const char *text, size_t len,
			       config_report *report, void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_parse(&target, file, text, len, report, arg);
}

unsigned int vapd_config_load(struct vapd_config *config, const char *path,
			      config_report *report, void *arg)
{
	const struct config_target target = prepare(config);

	return config_file_load(&target, path, report, arg);
}
