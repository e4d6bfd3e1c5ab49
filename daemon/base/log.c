/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include "clock.h"

static _Atomic enum log_level threshold = LOG_LEVEL_INFO;
static bool use_syslog;

static const char *const names[] = { "error", "warn", "info", "debug" };
static const int priorities[] = { LOG_ERR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

static const char *program = "cloudmac";

void log_open(const char *name, bool to_syslog)
{
	program = name;
	use_syslog = to_syslog;
	if (to_syslog)
		openlog(program, LOG_PID, LOG_DAEMON);
}

void log_set_level(enum log_level level)
{
	threshold = level;
}

enum log_level log_get_level(void)
{
	return threshold;
}

const char *log_level_name(enum log_level level)
{
	return names[level];
}

bool log_level_parse(const char *name, enum log_level *level)
{
	for (unsigned int i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i])) {
			*level = (enum log_level)i;
			return true;
		}
	return false;
}

bool log_limit_pass(struct log_limit *limit, uint64_t now_ms,
		    unsigned int *left_out)
{
	if (now_ms < limit->next_ms) {
		limit->left_out++;
		return false;
	}
	limit->next_ms = now_ms + LOG_PERIOD_MS;
	*left_out = limit->left_out;
	limit->left_out = 0;
	return true;
}

void log_msg(enum log_level level, struct log_limit *limit, const char *fmt,
	     ...)
{
	unsigned int left_out = 0;
	char text[512], more[48] = "";
	va_list args;

	if (level > threshold)
		return;
	if (limit && !log_limit_pass(limit, clock_ms(), &left_out))
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (left_out)
		snprintf(more, sizeof(more), " (and %u like it)", left_out);
	if (use_syslog)
		syslog(priorities[level], "%s%s", text, more);
	else
		fprintf(stderr, "%s: %s: %s%s\n", program, names[level], text,
			more);
}
