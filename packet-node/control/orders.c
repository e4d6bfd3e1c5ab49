/* SPDX-License-Identifier: Apache-2.0 */
#include "orders.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "cpp_error.h"

/* Ends an order. */
static void finish(struct order *order, struct json_object *result,
		   const struct rpc_error *error)
{
	struct rpc_call *call = order->call;

	order->kind->free(order);
	if (call)
		rpc_finish(call, result, error);
}

/* Gives the worker an order that has begun. If it takes no further job, the
 * event loop does the work, because the order must not stay half done: returns
 * false then. */
static bool submit(struct order *order)
{
	struct orders *orders = order->orders;

	orders->running = order;
	if (worker_submit(&orders->worker, &order->job))
		return true;
	orders->running = NULL;
	order->kind->work(order);
	return false;
}

/* Runs an order as far as the event loop does. Returns true if the worker has
 * it then. */
static bool run(struct order *order)
{
	struct rpc_error error = { 0 };
	struct json_object *result = NULL;

	if ((!order->call || rpc_may_begin(order->call, &error)) &&
	    !order->orders->is_closed && order->kind->begin(order, &error)) {
		if (order->kind->work && submit(order))
			return true;
		result = order->kind->end(order, &error);
	}
	finish(order, result, &error);
	return false;
}

/* Runs orders until the worker has one. An answer may let a session give
 * another one, which waits until this loop comes to it. */
static void run_all(struct orders *orders)
{
	while (!orders->is_busy && orders->first) {
		struct order *order = orders->first;

		orders->first = order->next;
		orders->is_busy = true;
		if (run(order))
			return;
		orders->is_busy = false;
	}
}

static void work(struct worker_job *job)
{
	struct order *order = (struct order *)job;

	order->kind->work(order);
}

static void done(struct worker_job *job)
{
	struct order *order = (struct order *)job;
	struct orders *orders = order->orders;
	struct rpc_error error = { 0 };
	struct json_object *result;

	orders->running = NULL;
	result = order->kind->end(order, &error);
	finish(order, result, &error);
	orders->is_busy = false;
	run_all(orders);
}

static bool is_for(const struct order *order, const char *lvnf)
{
	return order->lvnf && !strcmp(order->lvnf, lvnf);
}

/* Returns true if the order takes no time and no other one for its LVNF runs
 * or waits. */
static bool need_not_wait(const struct orders *orders,
			  const struct order *order)
{
	const struct order *other = orders->first;

	if (order->kind->work || !order->lvnf ||
	    (orders->running && is_for(orders->running, order->lvnf)))
		return false;
	while (other && !is_for(other, order->lvnf))
		other = other->next;
	return !other;
}

static void init_order(struct order *order, struct orders *orders,
		       struct rpc_call *call)
{
	order->job = (struct worker_job){ work, done };
	order->orders = orders;
	order->call = call;
	order->next = NULL;
}

void orders_give(struct orders *orders, struct order *order,
		 struct rpc_call *call)
{
	struct order **at = &orders->first;

	init_order(order, orders, call);
	if (need_not_wait(orders, order)) {
		run(order);
		return;
	}
	while (*at)
		at = &(*at)->next;
	*at = order;
	run_all(orders);
}

static void on_worker(void *arg, uint32_t events)
{
	struct orders *orders = arg;

	(void)events;
	worker_complete(&orders->worker);
}

void orders_init(struct orders *orders, struct loop *loop)
{
	*orders = (struct orders){ .loop = loop,
				   .watch = { -1, on_worker, orders } };
	worker_init(&orders->worker);
}

int orders_start(struct orders *orders)
{
	int err = worker_start(&orders->worker);

	if (err)
		return err;
	orders->watch.fd = worker_fd(&orders->worker);
	return loop_add(orders->loop, &orders->watch, EPOLLIN);
}

void orders_close(struct orders *orders)
{
	orders->is_closed = true;
	loop_remove(orders->loop, &orders->watch);
	worker_stop(&orders->worker);
	run_all(orders);
}

/* --- short orders -------------------------------------------------------- */

struct short_order {
	struct order order; /* must be first */
	void *context;
	struct json_object *params;
};

static bool begin_at_once(struct order *order, struct rpc_error *error)
{
	(void)order;
	(void)error;
	return true;
}

/* The session is there still, because otherwise the order did not begin. */
static struct json_object *end_short(struct order *order,
				     struct rpc_error *error)
{
	struct short_order *own = (struct short_order *)order;

	return rpc_handler_of(order->call)(own->context, own->params, error);
}

static void free_short(struct order *order)
{
	struct short_order *own = (struct short_order *)order;

	json_object_put(own->params);
	free(own);
}

void orders_give_short(struct orders *orders, void *context,
		       struct json_object *params, const char *lvnf,
		       struct rpc_call *call)
{
	static const struct order_kind kind = { .begin = begin_at_once,
						.end = end_short,
						.free = free_short };
	struct short_order *own = calloc(1, sizeof(*own));
	struct rpc_error error = { 0 };

	if (!own) {
		rpc_fail(&error, CPP_FAILED, "no memory");
		rpc_finish(call, NULL, &error);
		return;
	}
	own->order.kind = &kind;
	own->order.lvnf = lvnf;
	own->context = context;
	own->params = json_object_get(params);
	orders_give(orders, &own->order, call);
}

/* --- claims -------------------------------------------------------------- */

/* A claim goes before the orders that wait, and does not wait for an order of
 * the daemon itself. */
struct claim_order {
	struct order order;    /* must be first */
	struct orders *others; /* to wait for next, or NULL */
};

static struct json_object *end_claim(struct order *order,
				     struct rpc_error *error)
{
	struct claim_order *own = (struct claim_order *)order;
	struct rpc_call *call = order->call;

	(void)error;
	if (!own->others)
		return rpc_claimed(call);
	order->call = NULL;
	orders_give_claim(own->others, NULL, call);
	return NULL;
}

static void free_claim(struct order *order)
{
	free(order);
}

void orders_give_claim(struct orders *orders, struct orders *others,
		       struct rpc_call *call)
{
	static const struct order_kind kind = { .begin = begin_at_once,
						.end = end_claim,
						.free = free_claim };
	struct claim_order *own = calloc(1, sizeof(*own));
	struct rpc_error error = { 0 };

	if (!own) {
		rpc_fail(&error, CPP_FAILED, "no memory");
		rpc_finish(call, NULL, &error);
		return;
	}
	own->order.kind = &kind;
	own->others = others;
	init_order(&own->order, orders, call);
	if (!orders->running || !orders->running->call) {
		run(&own->order);
		return;
	}
	own->order.next = orders->first;
	orders->first = &own->order;
}
