/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CONFIG_UCI_H
#define CONFIG_UCI_H

#include "config_reader.h"

/* Reads one line of UCI's text format, NUL-terminated and without its line
 * end. Modifies the line. */
void config_uci_line(struct config_reader *reader, char *line);

#endif
