/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of config/: reads the configuration from a file of the INI format
 * or of UCI's text format.
 *
 *	config_settings.h	the agent's settings
 *	channel.h		which frequencies are channels
 *	config_file.h		reads a configuration of any daemon
 *	config_control.h	section 'control', which each daemon has
 *	config_changes.h	which options need a restart
 *	config_values.h		values that options have in common
 *	config_options.c	the agent's options: section, name, values
 *	config_ini.c		the INI format
 *	config_uci.c		UCI's text format (OpenWrt)
 *	config_section.h	sections and options that a reader finds
 *	config_reader.h		the reader's position and error messages
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "channel.h"
#include "config_changes.h"
#include "config_control.h"
#include "config_file.h"
#include "config_settings.h"
#include "config_values.h"

/* Reads the agent's file at 'path', of either format. Returns the number of
 * reported errors; with any, '*config' is not valid. */
unsigned int config_load(struct config *config, const char *path,
			 config_report *report, void *arg);

/* Reads the text of 'len' octets; 'file' is its name in errors. Returns the
 * number of reported errors; with any, '*config' is not valid. */
unsigned int config_parse(struct config *config, const char *file,
			  const char *text, size_t len, config_report *report,
			  void *arg);

#endif
