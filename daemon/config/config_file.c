/* SPDX-License-Identifier: Apache-2.0 */
#include "config_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_ini.h"
#include "config_reader.h"
#include "config_uci.h"

#define LINE_MAX_LEN 1024

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

unsigned int config_file_parse(const struct config_target *target,
			       const char *file, const char *text, size_t len,
			       config_report *report, void *arg)
{
	struct config_reader reader = {
		.schema = target->schema,
		.settings = target->settings,
		.control = target->control,
		.file = file,
		.report = report,
		.report_arg = arg,
	};
	char *copy;

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
	if (!reader.errors) {
		reader.line = 0;
		reader.schema->check_complete(&reader);
		config_control_check(&reader);
	}
	return reader.errors;
}

unsigned int config_file_load(const struct config_target *target,
			      const char *path, config_report *report,
			      void *arg)
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
	return config_file_parse(target, path, text, len, report, arg);
}
