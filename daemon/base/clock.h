/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monotonic clock. Reading it is a system call without a vDSO or a usable
 * counter, and each frame needs the time more than once. So the time is cached
 * while a batch of frames is handled, except for exact times.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Returns the current time in microseconds, never cached. */
uint64_t clock_us(void);

/* Returns the time in milliseconds. Between clock_cache_begin() and
 * clock_cache_end() it reads the clock at the first call only, and again after
 * clock_cache_invalidate(). */
uint64_t clock_ms(void);

void clock_cache_begin(void);
void clock_cache_end(void);

/* Makes the next clock_ms() read the clock: for callers that waited for the
 * kernel. */
void clock_cache_invalidate(void);

#endif
