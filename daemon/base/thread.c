/* SPDX-License-Identifier: Apache-2.0 */
#include "thread.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>

#define STACK_OCTETS (256 * 1024)

/* Returns true if this thread has a real-time scheduler. */
static bool is_real_time(void)
{
	const int policy = sched_getscheduler(0);

	return policy == SCHED_FIFO || policy == SCHED_RR;
}

int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	const struct sched_param ordinary = { .sched_priority = 0 };
	pthread_attr_t attributes;
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_OCTETS);
	/* Leaving another scheduler, as SCHED_IDLE, may need a privilege. */
	if (is_real_time()) {
		pthread_attr_setinheritsched(&attributes,
					     PTHREAD_EXPLICIT_SCHED);
		pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
		pthread_attr_setschedparam(&attributes, &ordinary);
	}
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(thread, &attributes, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return err;
}
