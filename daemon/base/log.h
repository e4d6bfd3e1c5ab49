/* SPDX-License-Identifier: Apache-2.0 */
/* Messages to standard error or syslog, by level. Any thread may log, but only
 * the event loop may use log_limited(), whose limit has no lock. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level {
	LOG_LEVEL_ERROR,
	LOG_LEVEL_WARN,
	LOG_LEVEL_INFO,
	LOG_LEVEL_DEBUG
};

/* The limit of one message: once in LOG_PERIOD_MS. The next one reports how
 * many were suppressed. Static at the call and all zeros at the start. */
#define LOG_PERIOD_MS 10000
struct log_limit {
	uint64_t next_ms;
	unsigned int left_out;
};

/* Sets the program's name, which begins each message, and where they go. */
void log_open(const char *name, bool to_syslog);
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
const char *log_level_name(enum log_level level);
bool log_level_parse(const char *name, enum log_level *level);

/* Returns true if a limited message may be logged at 'now_ms'; '*left_out' is
 * then the number of messages suppressed since the last one. */
bool log_limit_pass(struct log_limit *limit, uint64_t now_ms,
		    unsigned int *left_out);

void log_msg(enum log_level level, struct log_limit *limit, const char *fmt,
	     ...) __attribute__((format(printf, 3, 4)));

#define log_error(...) log_msg(LOG_LEVEL_ERROR, NULL, __VA_ARGS__)
#define log_warn(...)  log_msg(LOG_LEVEL_WARN, NULL, __VA_ARGS__)
#define log_info(...)  log_msg(LOG_LEVEL_INFO, NULL, __VA_ARGS__)
#define log_debug(...) log_msg(LOG_LEVEL_DEBUG, NULL, __VA_ARGS__)

#define log_limited(level, ...)                           \
	do {                                              \
		static struct log_limit log_limit_;       \
		log_msg(level, &log_limit_, __VA_ARGS__); \
	} while (0)

#endif
