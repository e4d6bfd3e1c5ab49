/* SPDX-License-Identifier: Apache-2.0 */
/* What conntrack prints of connections, and what a controller writes: a line
 * is nothing but one deletion or one addition. */
#include <json-c/json.h>
#include <stdio.h>

#include "fuzz.h"
#include "program/connections.h"

/* Aborts if a line begins otherwise, or has a second command. */
static void check(const char *lines)
{
	for (const char *at = lines; *at; at++) {
		const char *end = strchr(at, '\n');

		if (!end ||
		    (strncmp(at, "-D ", 3) != 0 && strncmp(at, "-A ", 3) != 0))
			abort();
		for (const char *c = at + 2; c < end - 2; c++)
			if (*c == ' ' && c[1] == '-' &&
			    strchr("ADFIULRECGS", c[2]))
				abort();
		at = end;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct json_object *json;
	struct node_error error;
	char *lines;

	memcpy(text, data, size);
	text[size] = '\0';
	json_object_put(connections_read(text, NULL, &error));
	json_object_put(connections_read(text, "a", &error));
	json = json_tokener_parse(text);
	lines = connections_write(json, NULL, &error);
	if (lines)
		check(lines);
	free(lines);
	lines = connections_write(NULL, json, &error);
	if (lines)
		check(lines);
	free(lines);
	json_object_put(json);
	free(text);
	return 0;
}
