/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bubblewrap ends with a greater status if its command was ended by a signal.
 */
#define SIGNALS 128

static bool fail(struct child *child, enum child_failure failure)
{
	if (!child->failure)
		child->failure = failure;
	return false;
}

bool child_start(struct child *child, const struct sandbox *sandbox,
		 struct sandbox_job job, const struct child_limits *limits,
		 uint64_t now_ms)
{
	int pipes[2];

	*child = (struct child){
		.process = -1,
		.output = -1,
		.deadline_ms = limits->limit_ms ? now_ms + limits->limit_ms
						: UINT64_MAX,
		.max = limits->max,
		.keeps_end = limits->keeps_end,
		.text = calloc(1, limits->max + 1),
	};
	if (!child->text || pipe2(pipes, O_CLOEXEC | O_NONBLOCK))
		return fail(child, CHILD_NOT_STARTED);
	child->output = pipes[0];
	job.output = fcntl(pipes[1], F_DUPFD_CLOEXEC, 0);
	/* The command waits when it writes. */
	fcntl(pipes[1], F_SETFL, 0);
	child->pid = sandbox_start(sandbox, &job);
	close(job.output);
	close(pipes[1]);
	if (child->pid > 0)
		child->process = (int)syscall(SYS_pidfd_open, child->pid, 0);
	if (child->process >= 0)
		return true;
	child_kill(child);
	return fail(child, CHILD_NOT_STARTED);
}

bool child_is_alive(const struct child *child)
{
	return child->pid > 0;
}

void child_poll(const struct child *child, struct pollfd fds[2])
{
	fds[0] = (struct pollfd){ -1, POLLIN, 0 };
	fds[1] = fds[0];
	if (!child_is_alive(child))
		return;
	fds[0].fd = child->process;
	fds[1].fd = child->output;
}

/* Process 0 would be all of the caller's group. */
void child_end(const struct child *child)
{
	if (child_is_alive(child))
		kill(child->pid, SIGKILL);
}

/* Keeps what there is room for. */
static void keep(struct child *child, const char *data, size_t len)
{
	size_t more = len;

	if (!child->keeps_end && len > child->max - child->len) {
		fail(child, CHILD_LOUD);
		child_end(child);
		more = child->max - child->len;
	}
	if (more > child->max) {
		data += more - child->max;
		more = child->max;
	}
	if (more > child->max - child->len) {
		const size_t lost = more - (child->max - child->len);

		memmove(child->text, child->text + lost, child->len - lost);
		child->len -= lost;
	}
	memcpy(child->text + child->len, data, more);
	child->len += more;
	child->text[child->len] = '\0';
}

/* Reads a part of what it has printed, so that no flood keeps the caller.
 * Returns true if there may be more. */
static bool read_some(struct child *child)
{
	char data[65536];
	ssize_t n = child->output < 0
			    ? 0
			    : read(child->output, data, sizeof(data));

	if (n > 0) {
		keep(child, data, (size_t)n);
		return true;
	}
	if (!n || (errno != EAGAIN && errno != EINTR)) {
		if (child->output >= 0)
			close(child->output);
		child->output = -1;
	}
	return false;
}

/* Notes how it has ended. */
static void note_end(struct child *child, int status)
{
	child->pid = 0;
	if (child->process >= 0)
		close(child->process);
	child->process = -1;
	if (WIFSIGNALED(status)) {
		child->code = WTERMSIG(status);
		fail(child, CHILD_SIGNAL);
	} else if (WEXITSTATUS(status) > SIGNALS) {
		child->code = WEXITSTATUS(status) - SIGNALS;
		fail(child, CHILD_SIGNAL);
	} else if (WEXITSTATUS(status)) {
		child->code = WEXITSTATUS(status);
		fail(child, CHILD_STATUS);
	}
	/* What is in the pipe: at most its 64 KiB, as nobody writes now. */
	for (int i = 0; i < 4 && read_some(child); i++)
		;
	if (child->output >= 0)
		close(child->output);
	child->output = -1;
}

bool child_handle(struct child *child, const struct pollfd fds[2],
		  uint64_t now_ms)
{
	int status;

	if (!child_is_alive(child))
		return false;
	if (fds[1].revents)
		read_some(child);
	if (now_ms >= child->deadline_ms && !child->failure) {
		fail(child, CHILD_LATE);
		child_end(child);
	}
	if (!fds[0].revents || waitpid(child->pid, &status, WNOHANG) <= 0)
		return false;
	note_end(child, status);
	return true;
}

void child_kill(struct child *child)
{
	int status;

	if (!child_is_alive(child))
		return;
	kill(child->pid, SIGKILL);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	note_end(child, status);
}

void child_clear(struct child *child)
{
	if (child->output >= 0)
		close(child->output);
	free(child->text);
	*child = (struct child){ .process = -1, .output = -1 };
}

void child_explain(const struct child *child, char *out, size_t len)
{
	switch (child->failure) {
	case CHILD_NOT_STARTED:
		snprintf(out, len, "could not be started");
		break;
	case CHILD_LATE:
		snprintf(out, len, "took more than its time");
		break;
	case CHILD_LOUD:
		snprintf(out, len, "printed more than %zu octets", child->max);
		break;
	case CHILD_STATUS:
		snprintf(out, len, "ended with status %d", child->code);
		break;
	case CHILD_SIGNAL:
		snprintf(out, len, "was ended by signal %d", child->code);
		break;
	default:
		snprintf(out, len, "ended");
		break;
	}
}
