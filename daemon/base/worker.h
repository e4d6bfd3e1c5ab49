/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread that runs jobs in their order, so that the event loop need not wait
 * for them. The queues of waiting and of finished jobs are pipes of pointers;
 * the two threads share nothing else. A job belongs to the worker from
 * worker_submit() until its done().
 *
 * Before worker_start() and after worker_stop() there is no thread: a job then
 * runs within worker_submit().
 */
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdbool.h>

/* Jobs that have been submitted and are not done. A pipe has more room. */
#define WORKER_MAX 4096

struct worker_job {
	/* In the thread. Must not use the event loop, log_limited() or the
	 * cached clock. */
	void (*run)(struct worker_job *job);
	/* In the event loop. May free the job and submit others. */
	void (*done)(struct worker_job *job);
};

struct worker {
	bool queueing; /* else jobs run in their caller */
	bool has_thread;
	unsigned int pending;	     /* submitted and not done */
	int waiting[2], finished[2]; /* pipes of jobs */
	pthread_t thread;
};

/* Makes a worker without a thread, which needs no destruction. */
void worker_init(struct worker *worker);

/* Starts the thread, with the privileges of the caller. Returns 0 or a
 * positive errno. */
int worker_start(struct worker *worker);

/* Opens the queues without a thread: for tests, which call
 * worker_run_next(). Returns 0 or a positive errno. */
int worker_open_queues(struct worker *worker);

/* Submits a job. Returns false if WORKER_MAX are pending. */
bool worker_submit(struct worker *worker, struct worker_job *job);

/* Returns the descriptor that is readable while jobs are finished, or -1
 * without a thread. */
int worker_fd(const struct worker *worker);

/* Calls done() of the jobs that are finished. */
void worker_complete(struct worker *worker);

/* Runs the next waiting job and returns true; false at the end of the queue,
 * which the thread awaits. */
bool worker_run_next(struct worker *worker);

/* Waits until all jobs are done, also those that done() submits. Then ends the
 * thread. Safe without a thread. */
void worker_stop(struct worker *worker);

#endif
