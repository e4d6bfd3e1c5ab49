/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CONFIG_INI_H
#define CONFIG_INI_H

#include "config_reader.h"

/* Reads one line of the INI format, NUL-terminated and without its line end.
 * Modifies the line. */
void config_ini_line(struct config_reader *reader, char *line);

#endif
