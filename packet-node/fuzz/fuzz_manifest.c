/* SPDX-License-Identifier: Apache-2.0 */
/* An image of kind program. What is accepted is within its limits. */
#include "fuzz.h"
#include "node/manifest.h"

static void check(const struct manifest *manifest)
{
	if (!manifest->ruleset && !manifest->command.words[0])
		abort();
	if (manifest->files_n > MANIFEST_FILES_MAX ||
	    manifest->handlers_n > IMAGE_HANDLERS_MAX ||
	    manifest->on_failure == GATE_RUNS || !manifest->period_ms)
		abort();
	for (size_t i = 0; i < manifest->files_n; i++)
		if (strchr(manifest->files[i].name, '/'))
			abort();
	for (size_t i = 0; i < manifest->handlers_n; i++) {
		const struct manifest_handler *handler =
			&manifest->handlers[i];

		if (manifest_handler(manifest, handler->name) != handler ||
		    (handler->kind == MANIFEST_COMMAND) !=
			    !!handler->command.words[0])
			abort();
		json_object_put(manifest_handler_json(handler));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	struct manifest manifest;
	struct node_error error;

	manifest_is_likely(copy, size);
	if (manifest_parse(&manifest, copy, size, &error))
		check(&manifest);
	manifest_close(&manifest);
	free(copy);
	return 0;
}
