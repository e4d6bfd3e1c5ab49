/* SPDX-License-Identifier: Apache-2.0 */
#include "config_section.h"

#include <string.h>

#include "config_control.h"

/* Returns the name of the section in 'options', or NULL. */
static const char *find_section(const struct config_option *options,
				const char *type)
{
	for (; options->section; options++)
		if (!strcmp(options->section, type))
			return options->section;
	return NULL;
}

void config_begin_section(struct config_reader *reader, const char *type)
{
	reader->skip = false;
	reader->section = find_section(reader->schema->options, type);
	if (!reader->section)
		reader->section = find_section(config_control_options, type);
	if (!reader->section) {
		config_reader_error(reader, "section is %s, not '%s'",
				    reader->schema->sections, type);
		reader->skip = true;
		return;
	}
	if (!strcmp(type, CONFIG_CONTROL_SECTION))
		reader->control->is_configured = true;
	else if (reader->schema->begin_section)
		reader->schema->begin_section(reader, type);
}

static const struct config_option *
find_option(const struct config_option *options, const char *section,
	    const char *key)
{
	for (; options->section; options++)
		if (!strcmp(options->section, section) &&
		    !strcmp(options->key, key))
			return options;
	return NULL;
}

void config_set_option(struct config_reader *reader, const char *key,
		       const char *value)
{
	const struct config_option *option;

	if (reader->skip)
		return;
	if (!reader->section) {
		config_reader_error(reader, "'%s' stands before any section",
				    key);
		return;
	}
	option = find_option(reader->schema->options, reader->section, key);
	if (!option)
		option = find_option(config_control_options, reader->section,
				     key);
	if (option)
		option->set(reader, key, value);
	else
		config_reader_error(reader, "section '%s' has no option '%s'",
				    reader->section, key);
}
