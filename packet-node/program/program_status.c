/* SPDX-License-Identifier: Apache-2.0 */
#include "program_status.h"

#include <stdio.h>

void program_read_text(char *out, size_t len, struct json_object *message,
		       const char *key)
{
	struct json_object *value;

	*out = '\0';
	if (json_object_object_get_ex(message, key, &value))
		snprintf(out, len, "%s", json_object_get_string(value));
}

uint64_t program_read_number(struct json_object *message, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(message, key, &value)
		       ? json_object_get_uint64(value)
		       : 0;
}

void program_read_status(struct program_status *status,
			 struct json_object *message)
{
	program_read_text(status->state, sizeof(status->state), message,
			  "state");
	program_read_text(status->reason, sizeof(status->reason), message,
			  "reason");
	program_read_text(status->details, sizeof(status->details), message,
			  "details");
	status->failures = program_read_number(message, "failures");
	status->since_us = program_read_number(message, "since_us");
}
