/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The monotonic clock. To look at it is a system call where the kernel has no
 * vDSO for it, or the processor no counter that programs may read; and of a
 * batch of frames each asks several times. So while a batch is handled one
 * look serves all of it, but for what is to be exact.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Now, always. */
uint64_t clock_us(void);

/* Now, or between clock_hold() and clock_release() what the first call since
 * clock_hold() or clock_forget() returned. */
uint64_t clock_ms(void);

void clock_hold(void);
void clock_release(void);

/* Time has passed: for whatever waits for the kernel longer than a look at the
 * clock takes. */
void clock_forget(void);

#endif
