/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the lines of the input as the medium's commands, without a kernel. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct medium medium = { .seed = 1 };
	char *text = malloc(size + 1), *rest = text, *line, *reply;

	memcpy(text, data, size);
	text[size] = 0;
	medium.air = air_new(&air_model_default, &medium_ops, &medium, 1);
	while ((line = strsep(&rest, "\n"))) {
		/* The command 'trace' would write files. */
		if (strstr(line, "trace"))
			continue;
		commands_run(&medium, NULL, line, &reply);
		free(reply);
	}
	air_free(medium.air);
	free(text);
	return 0;
}
