/* SPDX-License-Identifier: Apache-2.0 */
/* Threads beside the event loop. */
#ifndef THREAD_H
#define THREAD_H

#include <pthread.h>

/* Starts a thread without signals, which are the event loop's, and without
 * a real-time scheduler, which the event loop may have. Returns 0 or a
 * positive errno. */
int thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg);

#endif
