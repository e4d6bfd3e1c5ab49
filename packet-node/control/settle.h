/* SPDX-License-Identifier: Apache-2.0 */
/* What the methods lvnf.settle and switch.settle have. */
#ifndef SETTLE_H
#define SETTLE_H

#include "base/base.h"
#include "node/node.h"

/*
 * lvnf.settle: answers when all expected markers of a migration have reached
 * the gate of an LVNF, and no frame and no marker has come since for a while.
 * The event loop looks every few milliseconds while markers are missing, and
 * then when the quiet may end. A request ends with its session.
 *
 * A veth pair queues frames at the CPU that sends them, so a marker can
 * overtake earlier frames of another CPU. The quiet is for these: it assumes
 * that no CPU stalls for longer with frames in its queue. If one does, they
 * come after the answer.
 */
struct settling;

/* The requests that wait. Begins with all zeros except for the loop. */
struct settlings {
	struct loop *loop;
	struct settling *first;
};

/* Ends all requests. All sessions have ended. */
void settlings_close(struct settlings *settlings);

/*
 * switch.settle: answers when the datapath follows the flow tables as they
 * were when the request came. A thread of its own waits for one dump of the
 * datapath after the other as long as somebody waits, and each request counts
 * the dumps that began to be awaited after it had come. So requests do not
 * wait for each other, nor for the timeout of a controller that has gone.
 */
struct dump_wait;

/* The dump that the thread waits for. The thread reads and writes it until it
 * is done. */
struct dump_job {
	struct worker_job job; /* must be first */
	struct switch_settle *settle;
	const struct vswitch *vswitch;
	int stop_fd; /* of an eventfd */
	bool is_good;
	struct node_error error;
};

struct switch_settle {
	struct loop *loop;
	struct worker worker;
	struct loop_fd watch; /* of the worker */
	struct dump_job dump;
	bool is_waiting; /* the thread, for a dump */
	struct dump_wait *first;
};

/* Makes one without a thread, which needs no destruction. 'vswitch' must
 * outlive it. */
void switch_settle_init(struct switch_settle *settle, struct loop *loop,
			const struct vswitch *vswitch);

/* Starts the thread, with the privileges of the caller. Returns 0 or a
 * positive errno. */
int switch_settle_start(struct switch_settle *settle);

/* Ends the thread without waiting for the switch. All sessions have ended. */
void switch_settle_close(struct switch_settle *settle);

#endif
