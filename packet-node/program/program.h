/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of program/: LVNFs whose image is a program.
 *
 *	program.h	  the programs of a node, in the event loop
 *	program_start.h	  starts and ends supervisors, in any thread
 *	program_status.h  what a supervisor has told
 *	supervisor.h	  the process that starts and probes a program
 *	supervision.h	  when it does that
 *	sandbox.h	  in which surroundings; cgroup.h, sandbox_filter.h
 *	child.h		  a command with a limit of time and of output
 *	program_request.h reading and writing handlers; nft_set.h
 *	message.h	  between the daemon and a supervisor
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/base.h"
#include "node/node.h"
#include "program_start.h"
#include "supervisor.h"

/* A request for a handler. */
struct program_call {
	int64_t id;
	/* Has either the result, which it consumes, or an error. */
	void (*done)(void *arg, struct json_object *result,
		     const struct node_error *error);
	void *arg;
	struct program_call *next;
};

struct programs;

/* A program whose supervisor the daemon is connected to. */
struct program {
	char name[NAME_MAX_LEN + 1]; /* of the LVNF */
	struct programs *programs;
	struct manifest manifest;
	uint8_t *octets; /* of the manifest */
	size_t len;
	struct loop_fd watch; /* of the connection; -1: none */
	pid_t supervisor;
	struct program_status status;
	struct program_call *calls;
	struct loop_timer again; /* the next try to start a supervisor */
	struct program *next;
};

struct programs {
	struct loop *loop;
	const struct node *node;
	struct program *first;
	int64_t last_id;
	/* The status of a program has changed. */
	void (*changed)(void *arg, const struct program *program);
	void *arg;
};

/* --- in the event loop --------------------------------------------------- */

/* Connects to the supervisors of all LVNFs that are programs, and starts those
 * that are missing. */
void programs_open(struct programs *programs, struct loop *loop,
		   const struct node *node);

/* Ends all connections. The programs go on. */
void programs_close(struct programs *programs);

/* Takes over a program that was started, with its octets. Returns false
 * without memory, with the connection closed. */
bool programs_add(struct programs *programs, struct program_start *start);

/* Forgets a program, whose calls fail. Null-safe. */
void programs_remove(struct programs *programs, const char *name);

struct program *programs_find(const struct programs *programs,
			      const char *name);

/* Sends a request, and calls 'done' later or at once. Consumes 'request',
 * whose id it adds. */
void program_call(struct program *program, struct json_object *request,
		  void (*done)(void *arg, struct json_object *result,
			       const struct node_error *error),
		  void *arg);

/* Returns {"state", "on-failure", "failures", "reason"?, "details"?}. */
struct json_object *program_json(const struct program *program);

#endif
