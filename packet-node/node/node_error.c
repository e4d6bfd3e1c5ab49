/* SPDX-License-Identifier: Apache-2.0 */
#include "node_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool node_fail(struct node_error *error, enum node_failure failure,
	       const char *fmt, ...)
{
	va_list args;

	error->failure = failure;
	error->details[0] = '\0';
	va_start(args, fmt);
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	node_error_clean(error);
	return false;
}

static void clean(char *text)
{
	for (; *text; text++)
		if ((*text < ' ' || *text > '~') && *text != '\n' &&
		    *text != '\t')
			*text = '?';
}

void node_error_clean(struct node_error *error)
{
	clean(error->text);
	clean(error->details);
}

void node_error_tail(struct node_error *error, const char *text)
{
	size_t len = strlen(text);
	const char *from = text, *line;

	while (len && text[len - 1] == '\n')
		len--;
	if (len >= sizeof(error->details)) {
		from = text + len - (sizeof(error->details) - 1);
		line = memchr(from, '\n', (size_t)(text + len - from));
		if (line)
			from = line + 1;
	}
	snprintf(error->details, sizeof(error->details), "%.*s",
		 (int)(text + len - from), from);
	node_error_clean(error);
}
