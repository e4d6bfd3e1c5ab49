/* SPDX-License-Identifier: Apache-2.0 */
/* A command of a program with a limit of time and of output, for a loop of
 * poll(). */
#ifndef CHILD_H
#define CHILD_H

#include <poll.h>
#include <stdint.h>

#include "sandbox.h"

enum child_failure {
	CHILD_GOOD,
	CHILD_NOT_STARTED,
	CHILD_LATE,   /* it took more than its time */
	CHILD_LOUD,   /* it printed more than it may */
	CHILD_STATUS, /* it ended with a status other than 0 */
	CHILD_SIGNAL,
};

struct child {
	pid_t pid; /* 0: there is none */
	int process, output;
	uint64_t deadline_ms; /* UINT64_MAX: none */
	char *text;	      /* what it has printed; a 0 follows */
	size_t len, max;
	bool keeps_end; /* of what it prints, instead of the beginning */
	enum child_failure failure;
	int code; /* status or signal */
};

/* What child_start() needs besides a job. */
struct child_limits {
	size_t max;	       /* octets of output */
	bool keeps_end;	       /* without a failure if there are more */
	unsigned int limit_ms; /* 0: none */
};

/* Starts a command, whose job needs no 'output'. Returns false: it has ended
 * with a failure. The caller calls child_clear() behind its end. */
bool child_start(struct child *child, const struct sandbox *sandbox,
		 struct sandbox_job job, const struct child_limits *limits,
		 uint64_t now_ms);

bool child_is_alive(const struct child *child);

/* Adds what poll() waits for: two entries, of a child or of none. */
void child_poll(const struct child *child, struct pollfd fds[2]);

/* Handles what poll() has found, and the time. Returns true when the command
 * has ended. */
bool child_handle(struct child *child, const struct pollfd fds[2],
		  uint64_t now_ms);

/* Ends a command without waiting for it. No effect on one that has ended. */
void child_end(const struct child *child);

/* Ends a command and waits for it. Null-safe for one that has ended. */
void child_kill(struct child *child);

/* Frees the output. */
void child_clear(struct child *child);

/* Writes why it failed: "ended with status 1". */
void child_explain(const struct child *child, char *out, size_t len);

#endif
