/* SPDX-License-Identifier: Apache-2.0 */
/* Counts and prints the conditions of a test that do not hold. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(CONDITION)                                               \
	do {                                                           \
		if (!(CONDITION)) {                                    \
			printf("line %d: %s\n", __LINE__, #CONDITION); \
			failures++;                                    \
		}                                                      \
	} while (0)

#endif
