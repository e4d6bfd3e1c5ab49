/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROGRAM_STATUS_H
#define PROGRAM_STATUS_H

#include <json-c/json.h>
#include <stdint.h>

/* What a supervisor has told of its program. */
struct program_status {
	char state[16]; /* "starting", "running", "failed" */
	uint64_t failures, since_us;
	char reason[160], details[256]; /* of the last failure, or empty */
};

/* Reads the status in a message, which may be NULL. */
void program_read_status(struct program_status *status,
			 struct json_object *message);

/* Read a member of a message: an empty text or 0 if it is missing. */
void program_read_text(char *out, size_t len, struct json_object *message,
		       const char *key);
uint64_t program_read_number(struct json_object *message, const char *key);

#endif
