/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a configuration of any daemon, in the INI format or UCI's. */
#ifndef CONFIG_FILE_H
#define CONFIG_FILE_H

#include <stddef.h>

#include "config_control.h"

#define CONFIG_SIZE_MAX 65536 /* octets of a configuration file */

/* Receives each error as one line of text, "file:line: what is wrong". */
typedef void config_report(void *arg, const char *text);

/* Where the options of a schema go. The caller has set the defaults. */
struct config_target {
	const struct config_schema *schema;
	void *settings;
	struct config_control *control;
};

/* Reads the file at 'path'. Returns the number of reported errors; with any,
 * the settings are not valid. */
unsigned int config_file_load(const struct config_target *target,
			      const char *path, config_report *report,
			      void *arg);

/* Reads the text of 'len' octets; 'file' is its name in errors. Returns as
 * config_file_load(). */
unsigned int config_file_parse(const struct config_target *target,
			       const char *file, const char *text, size_t len,
			       config_report *report, void *arg);

#endif
