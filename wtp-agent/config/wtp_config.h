/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of config/: the agent's configuration.
 *
 *	config_settings.h	the settings
 *	config_options.c	the options: section, name, values
 *	config_changes.h	which options need a restart
 *	channel_width.h		the width of a radio's channel
 */
#ifndef WTP_CONFIG_H
#define WTP_CONFIG_H

#include "channel_width.h"
#include "config/config.h"
#include "config_changes.h"
#include "config_settings.h"

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
