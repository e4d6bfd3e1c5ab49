/* SPDX-License-Identifier: Apache-2.0 */
#include "clock.h"

#include <stdbool.h>
#include <time.h>

static bool holds, known;
static uint64_t held_ms;

uint64_t clock_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t clock_ms(void)
{
	if (!known) {
		held_ms = clock_us() / 1000;
		known = holds;
	}
	return held_ms;
}

void clock_cache_begin(void)
{
	holds = true;
	known = false;
}

void clock_cache_end(void)
{
	holds = known = false;
}

void clock_cache_invalidate(void)
{
	known = false;
}
