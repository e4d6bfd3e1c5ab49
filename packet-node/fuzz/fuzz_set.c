/* SPDX-License-Identifier: Apache-2.0 */
/* What nft prints of a set, and what a controller writes into one: after the
 * words "add" and "delete", a line has elements only. */
#include <json-c/json.h>
#include <stdio.h>

#include "fuzz.h"
#include "program/nft_set.h"

/* Aborts if the commands for nft have more than one command in a line. */
static void check(const char *commands)
{
	for (const char *at = commands; *at; at++) {
		const char *end = strchr(at, '\n');
		const char *begin = strchr(at, '{');

		if (!end || !begin || end[-1] != '}' || end[-2] != ' ')
			abort();
		for (const char *c = begin + 1; c < end - 1; c++)
			if (strchr("{};\"'@$,#\\", *c))
				abort();
		at = end;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct manifest_set set = { "ip", "filter", "blocked" };
	char *text = malloc(size + 1);
	struct json_object *json;
	struct node_error error;
	char *commands;

	memcpy(text, data, size);
	text[size] = '\0';
	json_object_put(nft_set_read(text, NULL, &error));
	json_object_put(nft_set_read(text, "a", &error));
	json = json_tokener_parse(text);
	commands = nft_set_write(&set, json, NULL, &error);
	if (commands)
		check(commands);
	free(commands);
	commands = nft_set_write(&set, NULL, json, &error);
	if (commands)
		check(commands);
	free(commands);
	json_object_put(json);
	free(text);
	return 0;
}
