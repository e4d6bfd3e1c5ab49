/* SPDX-License-Identifier: Apache-2.0 */
/* Where the reader of a configuration is, which options there are, and how it
 * reports errors. */
#ifndef CONFIG_READER_H
#define CONFIG_READER_H

#include <stdbool.h>

struct config_control;
struct config_reader;

struct config_option {
	const char *section, *key; /* NULL: the list's end */
	void (*set)(struct config_reader *reader, const char *key,
		    const char *value);
};

/* The options of one daemon, without those that all have in section 'control'
 * (config_control.h). */
struct config_schema {
	const struct config_option *options;
	const char *sections; /* their names, for errors */
	/* May be NULL. Called when a known section begins. */
	void (*begin_section)(struct config_reader *reader, const char *type);
	/* Checks what depends on more than one option. */
	void (*check_complete)(struct config_reader *reader);
};

struct config_reader {
	const struct config_schema *schema;
	void *settings; /* that the options set */
	struct config_control *control;
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
