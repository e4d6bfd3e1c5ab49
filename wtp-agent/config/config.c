/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_ini.h"
#include "config_reader.h"
#include "config_uci.h"

#define ANNOUNCE_DEFAULT_MS 1000
#define IDLE_DEFAULT_S	    300
#define LINE_MAX_LEN	    1024

static void set_defaults(struct config *config)
{
	memset(config, 0, sizeof(*config));
	strcpy(config->name, "wtp");
	strcpy(config->user, "nobody");
	config->vlan = -1;
	config->announce_interval = ANNOUNCE_DEFAULT_MS;
	config->log_level = LOG_LEVEL_INFO;
	config->port = CONFIG_PORT;
	config->idle_timeout = IDLE_DEFAULT_S;
}

/* Checks what depends on more than one option. */
static void check_complete(struct config_reader *reader)
{
	const struct config *config = reader->config;

	reader->line = 0;
	if (!config->wired[0])
		config_reader_error(reader,
				    "no 'wired' interface in section 'wtp'");
	if (!config->radios_n)
		config_reader_error(reader, "no section 'radio'");
	for (size_t i = 0; i < config->radios_n; i++) {
		if (!config->radios[i].phy[0])
			config_reader_error(reader, "radio %zu has no 'phy'",
					    i);
		for (size_t j = 0; j < i; j++)
			if (!strcmp(config->radios[i].phy,
				    config->radios[j].phy))
				config_reader_error(
					reader,
					"radios %zu and %zu are both '%s'", j,
					i, config->radios[i].phy);
	}
	if (config->has_control &&
	    !(config->ca[0] && config->cert[0] && config->key[0]))
		config_reader_error(
			reader,
			"section 'control' needs 'ca', 'cert' and 'key'");
}

/* Returns true if the first word outside comments is a keyword of UCI. */
static bool is_uci(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (*text != '#')
			break;
		text += strcspn(text, "\n");
	}
	return !strncmp(text, "config", 6) || !strncmp(text, "package", 7);
}

static void parse_lines(struct config_reader *reader, const char *text)
{
	bool uci = is_uci(text);
	char line[LINE_MAX_LEN];

	while (*text) {
		size_t len = strcspn(text, "\n");

		reader->line++;
		if (len >= sizeof(line)) {
			config_reader_error(reader,
					    "line of more than %zu octets",
					    sizeof(line) - 1);
		} else {
			memcpy(line, text, len);
			line[len] = '\0';
			if (len && line[len - 1] == '\r')
				line[len - 1] = '\0';
			(uci ? config_uci_line : config_ini_line)(reader,
								  line);
		}
		text += len + (text[len] == '\n');
	}
}

unsigned int config_parse(struct config *config, const char *file,
			  const char *text, size_t len, config_report *report,
			  void *arg)
{
	struct config_reader reader = {
		.config = config,
		.file = file,
		.report = report,
		.report_arg = arg,
	};
	char *copy;

	set_defaults(config);
	if (memchr(text, '\0', len)) {
		config_reader_error(&reader,
				    "has a NUL octet: not a text file");
		return reader.errors;
	}
	copy = malloc(len + 1);
	if (!copy) {
		config_reader_error(&reader, "out of memory");
		return reader.errors;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	parse_lines(&reader, copy);
	free(copy);
	if (!reader.errors)
		check_complete(&reader);
	return reader.errors;
}

unsigned int config_load(struct config *config, const char *path,
			 config_report *report, void *arg)
{
	struct config_reader reader = {
		.file = path,
		.report = report,
		.report_arg = arg,
	};
	static char text[CONFIG_SIZE_MAX];
	FILE *file = fopen(path, "re");
	size_t len;

	if (!file) {
		config_reader_error(&reader, "cannot be read: %s",
				    strerror(errno));
		return reader.errors;
	}
	len = fread(text, 1, sizeof(text), file);
	if (ferror(file))
		config_reader_error(&reader, "cannot be read: %s",
				    strerror(errno));
	else if (len == sizeof(text))
		config_reader_error(&reader, "is larger than %d octets",
				    CONFIG_SIZE_MAX - 1);
	fclose(file);
	if (reader.errors)
		return reader.errors;
	return config_parse(config, path, text, len, report, arg);
}
