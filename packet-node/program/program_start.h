/* SPDX-License-Identifier: Apache-2.0 */
/* Starts and ends supervisors. */
#ifndef PROGRAM_START_H
#define PROGRAM_START_H

#include "node/node.h"
#include "program_status.h"

/* A supervisor that has just been started, or an earlier one. */
struct program_start {
	const char *name;
	uint8_t *octets; /* of the manifest; the caller's */
	size_t len;
	int socket; /* -1: it is not connected */
	pid_t supervisor;
	struct program_status status;
};

/* Starts a supervisor and waits until it has loaded the ruleset. Returns false
 * with '*error' filled, and nothing left. */
bool program_start(struct program_start *start, struct node_error *error);

/* Ends a supervisor and all processes of its program. Returns false with
 * '*error' filled if something is left. */
bool program_stop(const char *name, struct node_error *error);

/* Starts a supervisor and connects to it, without waiting for its ruleset.
 * Returns 0 or a positive errno. */
int program_launch(struct program_start *start);

#endif
