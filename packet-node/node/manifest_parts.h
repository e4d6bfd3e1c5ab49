/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a manifest. Both functions fill the error and return false. */
#ifndef MANIFEST_PARTS_H
#define MANIFEST_PARTS_H

#include "manifest_reader.h"

struct manifest;
struct manifest_command;

/* Of a probe and of handlers: a session waits so long for an answer. */
#define MANIFEST_LIMIT_MS     1000
#define MANIFEST_LIMIT_MS_MAX 5000

bool manifest_read_command(const struct manifest_reader *in,
			   struct json_object *from, const char *key,
			   struct manifest_command *command);

bool manifest_read_handlers(const struct manifest_reader *in,
			    struct manifest *manifest);

#endif
