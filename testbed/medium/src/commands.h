/* SPDX-License-Identifier: Apache-2.0 */
/* The medium's commands: one per line, in its configuration and on its control
 * socket. The README describes them. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "holders.h"
#include "medium.h"

/* Runs the command in 'line' and modifies 'line'. Sets 'reply' to the answer:
 * "ok", one line of JSON, or "error: ..."; the caller frees it. Returns false
 * on an error, which changes nothing. 'holders' may be NULL: interfaces are
 * not watched. */
bool commands_run(struct medium *medium, struct holders *holders, char *line,
		  char **reply);

/* Runs the commands of a file. Returns false after printing an error with its
 * line. */
bool commands_file(struct medium *medium, struct holders *holders,
		   const char *path);

#endif
