/* SPDX-License-Identifier: Apache-2.0 */
/* Values that options have in common. Each reports an invalid value as an
 * error of the reader, and then leaves '*out' as it is. */
#ifndef CONFIG_VALUES_H
#define CONFIG_VALUES_H

#include <stddef.h>

#include "base/base.h"
#include "config_reader.h"

/* Parses a decimal number. Returns false if it is invalid. */
bool config_parse_number(struct config_reader *reader, const char *key,
			 const char *value, long min, long max, long *out);

/* Copies a text of 1 to size - 1 octets. */
void config_copy_text(struct config_reader *reader, const char *key,
		      const char *value, char *out, size_t size);

/* Copies an IPv4 or IPv6 address. */
void config_set_ip(struct config_reader *reader, const char *key,
		   const char *value, char *out, size_t size);

void config_set_log_level(struct config_reader *reader, const char *key,
			  const char *value, enum log_level *out);

#endif
