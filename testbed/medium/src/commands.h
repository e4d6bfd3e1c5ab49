/* SPDX-License-Identifier: Apache-2.0 */
/* The medium's language: one command a line, in its configuration and on its
 * control socket. The README describes it. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "holders.h"
#include "medium.h"

/* Carry out 'line', which is changed by it. Write to 'reply' what to answer:
 * "ok", one line of JSON, or "error: ...". Return false on an error; nothing
 * was changed then. 'holders' may be NULL: no interfaces are looked at. */
bool commands_run(struct medium *medium, struct holders *holders, char *line,
		  char **reply);

/* Carry out a file. Return false after saying what is wrong in which line. */
bool commands_file(struct medium *medium, struct holders *holders,
		   const char *path);

#endif
