/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

bool lines_init(struct lines *lines, size_t max)
{
	lines->data = malloc(max);
	lines->len = 0;
	lines->max = max;
	return lines->data != NULL;
}

void lines_destroy(struct lines *lines)
{
	free(lines->data);
	lines->data = NULL;
}

bool lines_feed(struct lines *lines, const char **data, size_t *len,
		bool (*handle)(void *arg, const char *line, size_t len),
		void *arg)
{
	while (*len) {
		const char *end = memchr(*data, '\n', *len);
		size_t part = end ? (size_t)(end - *data) : *len;
		size_t whole = lines->len + part;

		if (part > lines->max - lines->len)
			return false;
		memcpy(lines->data + lines->len, *data, part);
		lines->len = end ? 0 : whole;
		part += end != NULL;
		*data += part;
		*len -= part;
		if (end && !handle(arg, lines->data, whole))
			return true;
	}
	return true;
}
