/* SPDX-License-Identifier: Apache-2.0 */
/* Section 'control', which each daemon has that serves controllers. */
#ifndef CONFIG_CONTROL_H
#define CONFIG_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "config_reader.h"

#define CONFIG_CONTROL_SECTION "control"
#define CONFIG_PATH_MAX	       256

struct config_control {
	bool is_configured;
	char address[46]; /* to listen at, or empty for all */
	uint16_t port;
	char ca[CONFIG_PATH_MAX];
	char cert[CONFIG_PATH_MAX];
	char key[CONFIG_PATH_MAX];
	char clock_floor[CONFIG_PATH_MAX]; /* or empty */
	unsigned int idle_timeout;	   /* s */
};

/* The options of the section; the list ends with a NULL section. */
extern const struct config_option config_control_options[];

/* Sets the defaults. */
void config_control_init(struct config_control *control, uint16_t port);

/* Returns true if the section names certificates and key. */
bool config_control_is_complete(const struct config_control *control);

/* Checks that the section, if there is one, names all files. */
void config_control_check(struct config_reader *reader);

#endif
