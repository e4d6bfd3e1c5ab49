/* SPDX-License-Identifier: Apache-2.0 */
/* Where the reader of a configuration is, and how it reports errors. */
#ifndef CONFIG_READER_H
#define CONFIG_READER_H

#include "config_settings.h"

struct config_reader {
	struct config *config;
	const char *file;
	unsigned int line;   /* 0: the error is of the whole file */
	const char *section; /* its type, or NULL outside any */
	bool skip;	     /* the section is unknown: reported once */
	unsigned int errors;
	void (*report)(void *arg, const char *text);
	void *report_arg;
};

/* Reports and counts an error at the reader's position. */
void config_reader_error(struct config_reader *reader, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
