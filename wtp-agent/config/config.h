/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of config/: reads the configuration from a file of the INI format
 * or of UCI's text format.
 *
 *	config_settings.h	the settings, as the other folders read them
 *	channel.h		which frequencies are channels
 *	config_options.c	every option: its section, name and values
 *	config_ini.c		the INI format
 *	config_uci.c		UCI's text format (OpenWrt)
 *	config_reader.c		the reader's position and error messages
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "channel.h"
#include "config_settings.h"

#define CONFIG_SIZE_MAX 65536 /* octets of a configuration file */

/* Receives each error as one line of text, "file:line: what is wrong". */
typedef void config_report(void *arg, const char *text);

/* Reads the file at 'path', of either format. Returns the number of reported
 * errors; with any, '*config' is not valid. */
unsigned int config_load(struct config *config, const char *path,
			 config_report *report, void *arg);

/* Reads the text of 'len' octets; 'file' is its name in errors. Returns the
 * number of reported errors; with any, '*config' is not valid. */
unsigned int config_parse(struct config *config, const char *file,
			  const char *text, size_t len, config_report *report,
			  void *arg);

#endif
