/* SPDX-License-Identifier: Apache-2.0 */
/* The signals that a daemon obeys: SIGTERM and SIGINT end it, SIGHUP lets it
 * read its configuration again. */
#ifndef PROCESS_SIGNALS_H
#define PROCESS_SIGNALS_H

#include <stdbool.h>

/* Returns a descriptor that is readable after SIGTERM, SIGINT and, if the
 * daemon 'reloads', SIGHUP; or -1 with errno. Ignores SIGPIPE, which write()
 * reports as an error. */
int process_signals_open(bool reloads);

/* Returns the next signal that has arrived, or 0. */
int process_signals_read(int fd);

#endif
