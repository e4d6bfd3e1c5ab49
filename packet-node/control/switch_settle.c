/* SPDX-License-Identifier: Apache-2.0 */
/* switch.settle (settle.h). */
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "methods.h"

#define TIMEOUT_MAX_MS 60000

/* A request that waits. */
struct dump_wait {
	struct switch_settle *settle;
	struct rpc_call *call;
	struct loop_timer timer;
	uint64_t came_us;
	unsigned int dumps; /* still to come */
	bool is_counting;   /* the dump that the thread waits for */
	struct dump_wait *next;
};

/* --- the thread ---------------------------------------------------------- */

static void await_dump(struct worker_job *job)
{
	struct dump_job *dump = (struct dump_job *)job;

	dump->is_good = vswitchd_await_dump(dump->vswitch, dump->stop_fd,
					    &dump->error);
}

/* Lets the thread give up the dump that it waits for. */
static void stop_waiting(struct switch_settle *settle)
{
	eventfd_write(settle->dump.stop_fd, 1);
}

static void start_waiting(struct switch_settle *settle)
{
	eventfd_t ignored;

	if (settle->is_waiting || !settle->first)
		return;
	for (struct dump_wait *wait = settle->first; wait; wait = wait->next)
		wait->is_counting = true;
	eventfd_read(settle->dump.stop_fd, &ignored);
	settle->is_waiting = true;
	/* The only job, so the worker takes it. */
	worker_submit(&settle->worker, &settle->dump.job);
}

/* --- requests that wait -------------------------------------------------- */

static struct json_object *answer(const struct dump_wait *wait)
{
	struct json_object *out = json_object_new_object();

	cpp_add_text(out, "bridge", wait->settle->dump.vswitch->bridge);
	cpp_add_number(out, "waited_us", clock_us() - wait->came_us);
	return out;
}

/* Ends a request that is in no list: with a failure, unless it is NULL. */
static void finish(struct dump_wait *wait, const struct node_error *failure)
{
	struct rpc_call *call = wait->call;
	struct json_object *result = failure ? NULL : answer(wait);

	loop_timer_stop(wait->settle->loop, &wait->timer);
	free(wait);
	if (failure)
		cpp_refuse(call, failure);
	else
		rpc_finish(call, result, NULL);
}

/* Takes all requests for which 'is_over' returns true out of the list. Returns
 * them as a list, because an answer may let its session make another one. */
static struct dump_wait *
take_out(struct switch_settle *settle,
	 bool (*is_over)(const struct dump_wait *wait))
{
	struct dump_wait **at = &settle->first, *taken = NULL;

	while (*at) {
		struct dump_wait *wait = *at;

		if (is_over(wait)) {
			*at = wait->next;
			wait->next = taken;
			taken = wait;
		} else {
			at = &wait->next;
		}
	}
	return taken;
}

static void finish_all(struct dump_wait *taken,
		       const struct node_error *failure)
{
	while (taken) {
		struct dump_wait *wait = taken;

		taken = wait->next;
		finish(wait, failure);
	}
}

static bool is_gone(const struct dump_wait *wait)
{
	return rpc_is_abandoned(wait->call);
}

static bool is_counting(const struct dump_wait *wait)
{
	return wait->is_counting;
}

static bool is_settled(const struct dump_wait *wait)
{
	return !wait->dumps;
}

/* Drops the requests whose callers have gone, and stops the thread if nobody
 * waits for its dump. */
static void drop_gone(struct switch_settle *settle)
{
	static const struct node_error gone = { NODE_FAILED, "", "" };
	const struct dump_wait *wait;

	finish_all(take_out(settle, is_gone), &gone);
	wait = settle->first;
	while (wait && !wait->is_counting)
		wait = wait->next;
	if (settle->is_waiting && !wait)
		stop_waiting(settle);
}

static void on_timeout(void *arg)
{
	static const struct node_error late = {
		NODE_FAILED,
		"ovs-vswitchd does not answer in time: its datapath may not "
		"follow yet",
		""
	};
	struct dump_wait *wait = arg;
	struct switch_settle *settle = wait->settle;
	struct dump_wait **at = &settle->first;

	while (*at != wait)
		at = &(*at)->next;
	*at = wait->next;
	finish(wait, &late);
	drop_gone(settle);
}

static void on_dump(struct worker_job *job)
{
	struct switch_settle *settle = ((struct dump_job *)job)->settle;
	/* A copy: an answer may start the thread anew. */
	const struct node_error failure = settle->dump.error;

	settle->is_waiting = false;
	if (settle->dump.is_good) {
		for (struct dump_wait *wait = settle->first; wait;
		     wait = wait->next)
			wait->dumps -= wait->is_counting;
		finish_all(take_out(settle, is_settled), NULL);
	} else {
		finish_all(take_out(settle, is_counting), &failure);
	}
	drop_gone(settle);
	start_waiting(settle);
}

void cpp_start_switch_settle(void *context, struct json_object *params,
			     struct rpc_call *call)
{
	const struct cpp_session *in = context;
	struct switch_settle *settle = in->host->switch_settle;
	struct dump_wait *wait = NULL;
	struct rpc_error error = { 0 };
	int64_t timeout_ms;

	if (!*settle->dump.vswitch->bridge)
		rpc_fail(&error, CPP_FAILED,
			 "this node has no bridge: set 'bridge'");
	else if (rpc_get_int(params, "timeout_ms", 1, TIMEOUT_MAX_MS,
			     &timeout_ms, &error)) {
		wait = calloc(1, sizeof(*wait));
		if (!wait)
			rpc_fail(&error, CPP_FAILED, "no memory");
	}
	if (!wait) {
		rpc_finish(call, NULL, &error);
		return;
	}
	*wait = (struct dump_wait){ .settle = settle,
				    .call = call,
				    .timer = { .handler = on_timeout,
					       .arg = wait },
				    .came_us = clock_us(),
				    .dumps = VSWITCHD_DUMPS,
				    .next = settle->first };
	settle->first = wait;
	loop_timer_start(settle->loop, &wait->timer, (uint64_t)timeout_ms);
	drop_gone(settle);
	start_waiting(settle);
}

/* --- opening and closing ------------------------------------------------- */

static void on_worker(void *arg, uint32_t events)
{
	struct switch_settle *settle = arg;

	(void)events;
	worker_complete(&settle->worker);
}

void switch_settle_init(struct switch_settle *settle, struct loop *loop,
			const struct vswitch *vswitch)
{
	*settle = (struct switch_settle){
		.loop = loop,
		.watch = { -1, on_worker, settle },
		.dump = { .job = { await_dump, on_dump },
			  .settle = settle,
			  .vswitch = vswitch,
			  .stop_fd = -1 },
	};
	worker_init(&settle->worker);
}

int switch_settle_start(struct switch_settle *settle)
{
	int err;

	settle->dump.stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (settle->dump.stop_fd < 0)
		return errno;
	err = worker_start(&settle->worker);
	if (err)
		return err;
	settle->watch.fd = worker_fd(&settle->worker);
	return loop_add(settle->loop, &settle->watch, EPOLLIN);
}

void switch_settle_close(struct switch_settle *settle)
{
	drop_gone(settle);
	loop_remove(settle->loop, &settle->watch);
	worker_stop(&settle->worker);
	if (settle->dump.stop_fd >= 0)
		close(settle->dump.stop_fd);
}
