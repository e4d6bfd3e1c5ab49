/* SPDX-License-Identifier: Apache-2.0 */
/* UCI's text format (OpenWrt), as far as one configuration file uses it:
 *
 *	# comment
 *	package cloudmac
 *	config section ['name']
 *		option key 'value'
 *		list key 'value'
 *
 * Words are bare, in single quotes, or in double quotes where a backslash
 * takes the next character as it is. An underscore in a key stands for a dash,
 * as UCI's names cannot have one.
 */
#include "config_uci.h"

#include <ctype.h>
#include <string.h>

#include "config_section.h"

#define WORDS_MAX 3

/* Read the part of a word that begins with the quote at '*in'. */
static bool take_quoted(char **in, char **out)
{
	char quote = *(*in)++;

	while (**in && **in != quote) {
		if (quote == '"' && **in == '\\' && (*in)[1])
			(*in)++;
		*(*out)++ = *(*in)++;
	}
	if (**in != quote)
		return false;
	(*in)++;
	return true;
}

/* Split 'line' in place. Returns the number of words, WORDS_MAX + 1 if there
 * are more, or -1 if a quote is not closed. */
static int split(char *line, char *words[WORDS_MAX])
{
	int n = 0;

	for (;;) {
		char *out;

		while (isspace((unsigned char)*line))
			line++;
		if (!*line || *line == '#')
			return n;
		if (n == WORDS_MAX)
			return n + 1;
		words[n++] = out = line;
		while (*line && !isspace((unsigned char)*line)) {
			if (*line == '\'' || *line == '"') {
				if (!take_quoted(&line, &out))
					return -1;
			} else {
				*out++ = *line++;
			}
		}
		if (*line)
			line++;
		*out = '\0';
	}
}

void config_uci_line(struct config_reader *reader, char *line)
{
	char *words[WORDS_MAX];
	int n = split(line, words);

	if (n < 0) {
		config_reader_error(reader, "a quote is not closed");
	} else if (n == 0) {
		return;
	} else if (!strcmp(words[0], "package") && n == 2) {
		return;
	} else if (!strcmp(words[0], "config") && (n == 2 || n == 3)) {
		config_begin_section(reader, words[1]);
	} else if ((!strcmp(words[0], "option") ||
		    !strcmp(words[0], "list")) &&
		   n == 3) {
		for (char *c = words[1]; *c; c++)
			if (*c == '_')
				*c = '-';
		config_set_option(reader, words[1], words[2]);
	} else {
		config_reader_error(reader,
				    "'config TYPE', 'option KEY VALUE' or "
				    "'list KEY VALUE' expected");
	}
}
