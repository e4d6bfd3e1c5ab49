/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds of triggers: every TRIGGER_PERIOD_MS, in the event loop, as long as
 * there is a trigger or a session that watches. Each round sends new events to
 * the sessions that watch.
 *
 * A session gets at most TRIGGER_WINDOW events that it has not acknowledged.
 * So a controller that falls behind neither loses events nor fills memory.
 */
#ifndef TRIGGER_ROUNDS_H
#define TRIGGER_ROUNDS_H

#include "base/base.h"
#include "node/node.h"

#define TRIGGER_WINDOW 256

struct session;

/* A session that may watch. All zeros until it does. */
struct trigger_watch {
	struct session *session;
	uint64_t sent, acknowledged; /* numbers of events */
	bool is_active;
	struct trigger_watch *next;
};

struct trigger_rounds {
	struct loop *loop;
	struct node *node;
	int64_t log; /* random, so that numbers of events begin anew */
	struct triggers triggers;
	struct trigger_watch *first;
	struct loop_timer timer;
	uint64_t due_ms; /* of the clock */
	bool is_running; /* the timer */
	int run_time_fd; /* the kernel measures while it is open; -1 */
	bool has_warned; /* that it does not */
};

/* Makes it without rounds. Returns 0 or a positive errno; the caller closes it
 * in both cases. */
int trigger_rounds_init(struct trigger_rounds *rounds, struct loop *loop,
			struct node *node);

/* Starts rounds, or ends them, after a change of triggers. */
void trigger_rounds_update(struct trigger_rounds *rounds);

/* Lets a session watch, from the event after a number on, or no more. */
void trigger_watch_begin(struct trigger_rounds *rounds,
			 struct trigger_watch *watch, uint64_t after);
void trigger_watch_end(struct trigger_rounds *rounds,
		       struct trigger_watch *watch);

void trigger_rounds_close(struct trigger_rounds *rounds);

#endif
