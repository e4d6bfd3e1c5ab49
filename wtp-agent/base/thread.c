/* SPDX-License-Identifier: Apache-2.0 */
#include "thread.h"

#include <signal.h>

#define STACK_OCTETS (256 * 1024)

int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
	const struct sched_param ordinary = { .sched_priority = 0 };
	pthread_attr_t attributes;
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_OCTETS);
	pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
	pthread_attr_setschedparam(&attributes, &ordinary);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(thread, &attributes, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return err;
}
