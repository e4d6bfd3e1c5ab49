/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

unsigned int unit_failures;

void unit_fail(const char *file, int line, const char *what)
{
	unit_failures++;
	printf("    %s:%d: %s\n", file, line, what);
}

void unit_check_int(const char *file, int line, const char *what,
		    intmax_t expected, intmax_t actual)
{
	char text[256];

	if (expected == actual)
		return;
	snprintf(text, sizeof(text), "%s is %" PRIdMAX ", not %" PRIdMAX, what,
		 actual, expected);
	unit_fail(file, line, text);
}

void unit_check_str(const char *file, int line, const char *what,
		    const char *expected, const char *actual)
{
	char text[1024];

	if (actual && !strcmp(expected, actual))
		return;
	snprintf(text, sizeof(text), "%s is '%s', not '%s'", what,
		 actual ? actual : "(null)", expected);
	unit_fail(file, line, text);
}

void unit_check_mem(const char *file, int line, const char *what,
		    const void *expected, const void *actual, size_t len)
{
	const uint8_t *one = expected, *other = actual;
	char text[256];

	for (size_t i = 0; i < len; i++) {
		if (one[i] == other[i])
			continue;
		snprintf(text, sizeof(text),
			 "octet %zu of %s is 0x%02x, not 0x%02x", i, what,
			 other[i], one[i]);
		unit_fail(file, line, text);
		return;
	}
}

static unsigned int run_count, failed_count;

void unit_run(const struct unit_test *const *files)
{
	for (; *files; files++) {
		for (const struct unit_test *test = *files; test->name;
		     test++) {
			unsigned int before = unit_failures;

			test->run();
			run_count++;
			if (unit_failures == before)
				continue;
			printf("FAILED %s\n", test->name);
			failed_count++;
		}
	}
}

int unit_end(void)
{
	printf("unit: %u tests, %u failed\n", run_count, failed_count);
	return failed_count ? EXIT_FAILURE : EXIT_SUCCESS;
}
