/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts a stream of octets into lines of bounded length. */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
	char *data; /* the incomplete line */
	size_t len;
	size_t max; /* octets of a line without its line feed */
};

/* Returns false without memory. */
bool lines_init(struct lines *lines, size_t max);
void lines_destroy(struct lines *lines);

/* Reads the '*len' octets at '*data' and calls 'handle' for each complete
 * line, without its line feed. The handler returns false to stop. '*data' and
 * '*len' become what is still unread. Returns false if a line is too long. */
bool lines_feed(struct lines *lines, const char **data, size_t *len,
		bool (*handle)(void *arg, const char *line, size_t len),
		void *arg);

#endif
