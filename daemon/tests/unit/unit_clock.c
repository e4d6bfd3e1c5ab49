/* SPDX-License-Identifier: Apache-2.0 */
/* Tests can set the time: the linker replaces each call of clock_ms() and
 * clock_us() in another file by one of these. */
#include "unit.h"

uint64_t unit_now_ms;

uint64_t __real_clock_ms(void);
uint64_t __real_clock_us(void);
uint64_t __wrap_clock_ms(void);
uint64_t __wrap_clock_us(void);

uint64_t __wrap_clock_ms(void)
{
	return unit_now_ms ? unit_now_ms : __real_clock_ms();
}

uint64_t __wrap_clock_us(void)
{
	return unit_now_ms ? 1000 * unit_now_ms : __real_clock_us();
}
