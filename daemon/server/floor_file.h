/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file that keeps the clock's floor over a reboot (option 'clock-floor'):
 * one line, a time as 2026-11-26T13:00:00Z.
 *
 * The daemon opens it as root and writes it after it has dropped its
 * privileges, so it cannot replace the file. It overwrites the line in place.
 * The length never changes, and so few octets lie in one block: after a power
 * failure the file has the old or the new line.
 */
#ifndef FLOOR_FILE_H
#define FLOOR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

struct floor_file {
	const char *path;
	int fd;
	int64_t kept; /* UNIX time in the file, in s; 0 without one */
};

/* Opens the configured file, and creates it if it is missing. Without the
 * option or after an error, which it logs, the file keeps nothing. Logs a
 * warning if the file is malformed. */
void floor_file_open(struct floor_file *file,
		     const struct config_control *config);

/* Writes a UNIX time, in s. Logs an error and sets 'kept' then too: the next
 * attempt is due later. */
void floor_file_write(struct floor_file *file, int64_t time);

void floor_file_close(struct floor_file *file);

/* Reads the configured file without changing or creating it. Returns its time,
 * or 0. Logs a warning if the file is malformed. */
int64_t floor_file_peek(const struct config_control *config);

/* Checks that the folder of the configured file exists. Reports an error and
 * returns false. */
bool floor_file_check(const struct config_control *config,
		      config_report *report, void *arg);

#endif
