/* SPDX-License-Identifier: Apache-2.0 */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "thread.h"

/* Finished jobs that one call completes, so that frames do not wait for
 * many. */
#define BATCH 32

void worker_init(struct worker *worker)
{
	*worker = (struct worker){ .waiting = { -1, -1 },
				   .finished = { -1, -1 } };
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_queues(struct worker *worker)
{
	for (int i = 0; i < 2; i++) {
		close_end(&worker->waiting[i]);
		close_end(&worker->finished[i]);
	}
	worker->queueing = false;
}

/* The event loop must not block at either pipe. */
int worker_open_queues(struct worker *worker)
{
	int err = 0;

	if (pipe2(worker->waiting, O_CLOEXEC) ||
	    pipe2(worker->finished, O_CLOEXEC) ||
	    fcntl(worker->waiting[1], F_SETFL, O_NONBLOCK) ||
	    fcntl(worker->finished[0], F_SETFL, O_NONBLOCK)) {
		err = errno;
		close_queues(worker);
	}
	worker->queueing = !err;
	return err;
}

/* Reads a job from a pipe. Returns NULL at its end, or if a pipe that does not
 * block is empty. */
static struct worker_job *read_job(int fd)
{
	struct worker_job *job;
	ssize_t got;

	do
		got = read(fd, &job, sizeof(job));
	while (got < 0 && errno == EINTR);
	return got == sizeof(job) ? job : NULL;
}

/* Returns false if a pipe that does not block is full. */
static bool write_job(int fd, struct worker_job *job)
{
	ssize_t done;

	do
		done = write(fd, &job, sizeof(job));
	while (done < 0 && errno == EINTR);
	return done == sizeof(job);
}

bool worker_run_next(struct worker *worker)
{
	struct worker_job *job = read_job(worker->waiting[0]);

	if (!job)
		return false;
	job->run(job);
	write_job(worker->finished[1], job);
	return true;
}

static void *run(void *arg)
{
	while (worker_run_next(arg))
		continue;
	return NULL;
}

int worker_start(struct worker *worker)
{
	int err = worker_open_queues(worker);

	if (!err)
		err = thread_start(&worker->thread, run, worker);
	if (err)
		close_queues(worker);
	worker->has_thread = !err;
	return err;
}

bool worker_submit(struct worker *worker, struct worker_job *job)
{
	if (!worker->queueing) {
		job->run(job);
		job->done(job);
		return true;
	}
	if (worker->pending == WORKER_MAX ||
	    !write_job(worker->waiting[1], job))
		return false;
	worker->pending++;
	return true;
}

int worker_fd(const struct worker *worker)
{
	return worker->finished[0];
}

void worker_complete(struct worker *worker)
{
	struct worker_job *job;

	for (int i = 0; i < BATCH; i++) {
		job = read_job(worker->finished[0]);
		if (!job)
			return;
		worker->pending--;
		job->done(job);
	}
}

void worker_stop(struct worker *worker)
{
	struct pollfd finished = { worker->finished[0], POLLIN, 0 };

	while (worker->pending) {
		if (worker->has_thread)
			poll(&finished, 1, -1);
		else
			worker_run_next(worker);
		worker_complete(worker);
	}
	close_end(&worker->waiting[1]);
	if (worker->has_thread)
		pthread_join(worker->thread, NULL);
	worker->has_thread = false;
	close_queues(worker);
}
