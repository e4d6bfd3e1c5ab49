/* SPDX-License-Identifier: Apache-2.0 */
#include "config_values.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool config_parse_number(struct config_reader *reader, const char *key,
			 const char *value, long min, long max, long *out)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (errno || end == value || *end || n < min || n > max) {
		config_reader_error(reader, "'%s' is %ld to %ld, not '%s'",
				    key, min, max, value);
		return false;
	}
	*out = n;
	return true;
}

void config_copy_text(struct config_reader *reader, const char *key,
		      const char *value, char *out, size_t size)
{
	if (!*value || strlen(value) >= size)
		config_reader_error(reader, "'%s' is 1 to %zu octets long",
				    key, size - 1);
	else
		strcpy(out, value);
}

static bool is_ip(const char *value)
{
	struct in6_addr address;

	return inet_pton(AF_INET, value, &address) == 1 ||
	       inet_pton(AF_INET6, value, &address) == 1;
}

void config_set_ip(struct config_reader *reader, const char *key,
		   const char *value, char *out, size_t size)
{
	if (is_ip(value))
		config_copy_text(reader, key, value, out, size);
	else
		config_reader_error(reader,
				    "'%s' is an IPv4 or IPv6 address, not "
				    "'%s'",
				    key, value);
}

void config_set_log_level(struct config_reader *reader, const char *key,
			  const char *value, enum log_level *out)
{
	if (!log_level_parse(value, out))
		config_reader_error(reader,
				    "'%s' is error, warn, info or debug, "
				    "not '%s'",
				    key, value);
}
