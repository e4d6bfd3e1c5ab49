/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests without a library, so that they run wherever the compiler does: a
 * test is a function, and a failed check prints its place and values. */
#ifndef UNIT_H
#define UNIT_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit_test {
	const char *name;
	void (*run)(void);
};

#define UNIT_TEST(function)         \
	{                           \
#function, function \
	}

extern unsigned int unit_failures;

/* The time of clock_ms() and clock_us() in a test that sets it; 0 otherwise.
 */
extern uint64_t unit_now_ms;

#define CHECK(condition)                                           \
	do {                                                       \
		if (!(condition))                                  \
			unit_fail(__FILE__, __LINE__, #condition); \
	} while (0)

#define CHECK_INT(expected, actual)                                       \
	unit_check_int(__FILE__, __LINE__, #actual, (intmax_t)(expected), \
		       (intmax_t)(actual))
#define CHECK_STR(expected, actual) \
	unit_check_str(__FILE__, __LINE__, #actual, expected, actual)
#define CHECK_MEM(expected, actual, len) \
	unit_check_mem(__FILE__, __LINE__, #actual, expected, actual, len)

void unit_fail(const char *file, int line, const char *what);
void unit_check_int(const char *file, int line, const char *what,
		    intmax_t expected, intmax_t actual);
void unit_check_str(const char *file, int line, const char *what,
		    const char *expected, const char *actual);
void unit_check_mem(const char *file, int line, const char *what,
		    const void *expected, const void *actual, size_t len);

/* Runs the tests of each file and prints those that fail. A list of tests ends
 * with a NULL name, the list of files with NULL. */
void unit_run(const struct unit_test *const *files);

/* Prints how many tests ran and failed. Returns the exit status. */
int unit_end(void);

#endif
