/* SPDX-License-Identifier: Apache-2.0 */
/* Between the parsers of the two formats and the table of options. */
#ifndef CONFIG_PRIVATE_H
#define CONFIG_PRIVATE_H

#include "config.h"

struct config_reader {
	struct config *config;
	const char *file;
	unsigned int line;
	const char *section; /* its type, or NULL outside any */
	bool skip;	     /* the section is unknown: reported once */
	unsigned int errors;
	config_report *report;
	void *report_arg;
};

#define CONFIG_LINE_MAX 1024

void config_error(struct config_reader *reader, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Begin a section of the type 'type', and then set its options. */
void config_section(struct config_reader *reader, const char *type);
void config_option(struct config_reader *reader, const char *key,
		   const char *value);

/* One line of either format, NUL-terminated and without its line end; it is
 * taken apart in place. */
void config_ini_line(struct config_reader *reader, char *line);
void config_uci_line(struct config_reader *reader, char *line);

#endif
