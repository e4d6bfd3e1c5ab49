/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a daemon or openssl, makes the clock start at the UNIX time
 * in the environment's WRONG_CLOCK. The monotonic clock stays as it is. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static time_t offset;

static time_t real_time(void)
{
	struct timespec now = { 0 };

	syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	return now.tv_sec;
}

static void __attribute__((constructor)) start_clock(void)
{
	const char *start = getenv("WRONG_CLOCK");

	if (start)
		offset = (time_t)strtoll(start, NULL, 10) - real_time();
}

time_t time(time_t *out)
{
	time_t now = real_time() + offset;

	if (out)
		*out = now;
	return now;
}
