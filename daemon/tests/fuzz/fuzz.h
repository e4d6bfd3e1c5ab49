/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns a copy that the target may change. The sanitizer detects any access
 * beyond its end. */
static inline uint8_t *fuzz_copy(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size + !size);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	return copy;
}

#endif
