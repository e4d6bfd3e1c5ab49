/* SPDX-License-Identifier: Apache-2.0 */
/* The ini-like format:
 *
 *	# comment
 *	[section]
 *	key = value
 */
#include "config_ini.h"

#include <ctype.h>
#include <string.h>

#include "config_section.h"

static char *trim(char *text)
{
	char *end;

	while (isspace((unsigned char)*text))
		text++;
	end = text + strlen(text);
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return text;
}

void config_ini_line(struct config_reader *reader, char *line)
{
	char *value;
	size_t len;

	line = trim(line);
	if (!*line || *line == '#' || *line == ';')
		return;
	len = strlen(line);
	if (*line == '[') {
		if (line[len - 1] != ']') {
			config_reader_error(reader,
					    "']' expected after the section");
			return;
		}
		line[len - 1] = '\0';
		config_begin_section(reader, trim(line + 1));
		return;
	}
	value = strchr(line, '=');
	if (!value) {
		config_reader_error(reader, "'key = value' expected");
		return;
	}
	*value++ = '\0';
	config_set_option(reader, trim(line), trim(value));
}
