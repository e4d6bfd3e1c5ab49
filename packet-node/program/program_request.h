/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the daemon to read or write a handler of a program: which
 * command they are, and what its output means. */
#ifndef PROGRAM_REQUEST_H
#define PROGRAM_REQUEST_H

#include "child.h"
#include "nft_set.h"
#include "node/node.h"

struct program_request {
	int64_t id;
	bool is_writing;
	const struct manifest_handler *handler;
	char after[ENTRIES_KEY_MAX]; /* empty: from the beginning */
	int64_t written;
	const char *words[8]; /* of nft or conntrack */
};

/* Returns the answer if the request is refused. Else fills the command, whose
 * 'input' the caller closes. */
struct json_object *program_request_begin(struct program_request *request,
					  const struct manifest *manifest,
					  struct json_object *message,
					  struct sandbox_job *job,
					  struct child_limits *limits);

/* Returns the answer after the command has ended. */
struct json_object *program_request_end(const struct program_request *request,
					const struct child *child);

/* Returns a descriptor that reads two texts, or -1. */
int program_request_input(const char *first, const char *second);

#endif
