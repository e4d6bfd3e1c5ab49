/* SPDX-License-Identifier: Apache-2.0 */
/* Sections and options that a reader finds, of a daemon and of all. */
#ifndef CONFIG_SECTION_H
#define CONFIG_SECTION_H

#include "config_reader.h"

/* Begins a section of the type 'type'. */
void config_begin_section(struct config_reader *reader, const char *type);

/* Sets option 'key' of the current section. */
void config_set_option(struct config_reader *reader, const char *key,
		       const char *value);

#endif
