/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Orders run one after the other, in the order in which they arrived,
 * whichever session they came from. The steps of an order that take long run
 * in a thread of its own, the worker, while the event loop serves readings.
 *
 * The worker never has an LVNF that is listed (node/change.h). So an order
 * that changes a listed LVNF and takes no time waits only for the orders that
 * name the same LVNF, because a migration cannot wait for others.
 *
 * The two threads share nothing, so there is no lock: an order belongs to the
 * worker from its begin() to its end(), and passes through the pipes of
 * base/worker.h. Everything else belongs to the event loop.
 *
 * An order that waits is refused if a controller with a higher term claims the
 * node meanwhile, and is dropped if its session ends. An order that has begun
 * is finished in either case; nobody gets the answer if the session has gone.
 * A claim is answered when the order under way has ended, so that the
 * controller finds in the lists all that earlier orders have done.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "base/base.h"
#include "server/server.h"

struct order;

/* The three steps of an order that takes long. */
struct order_kind {
	/* In the event loop. Returns false with '*error' filled: the order is
	 * over then. */
	bool (*begin)(struct order *order, struct rpc_error *error);
	/* In the worker. NULL: the order takes no time. */
	void (*work)(struct order *order);
	/* In the event loop. Returns the result, or NULL with '*error' filled;
	 * NULL also for an order of the daemon itself. */
	struct json_object *(*end)(struct order *order,
				   struct rpc_error *error);
	/* In the event loop: frees the order, also if it did not begin. */
	void (*free)(struct order *order);
};

/* An order. Each kind has a structure of its own that begins with it. */
struct order {
	struct worker_job job; /* must be first */
	const struct order_kind *kind;
	struct orders *orders;
	struct rpc_call *call; /* NULL: an order of the daemon itself */
	const char *lvnf;      /* the one that it is for, or NULL */
	struct order *next;
};

struct orders {
	struct loop *loop;
	struct worker worker;
	struct loop_fd watch;  /* of the worker */
	struct order *first;   /* that waits */
	struct order *running; /* that the worker has, or NULL */
	bool is_busy;	       /* with an order; the others wait */
	bool is_closed;
};

/* Makes orders without a worker, which need no destruction. */
void orders_init(struct orders *orders, struct loop *loop);

/* Starts the worker, with the privileges of the caller. Returns 0 or a
 * positive errno. */
int orders_start(struct orders *orders);

/* Waits for the order that runs, and drops those that wait. */
void orders_close(struct orders *orders);

/* Gives an order, which is allocated and has its kind and its LVNF. 'call' is
 * NULL for an order of the daemon itself. */
void orders_give(struct orders *orders, struct order *order,
		 struct rpc_call *call);

/* Gives an order that takes no time: the handler of the call's method, in the
 * event loop. 'context' lives as long as the session. 'lvnf' is within
 * 'params', or NULL. */
void orders_give_short(struct orders *orders, void *context,
		       struct json_object *params, const char *lvnf,
		       struct rpc_call *call);

/* Ends the call of a session.claim when the orders of controllers that run in
 * 'orders' and in 'others' have ended. */
void orders_give_claim(struct orders *orders, struct orders *others,
		       struct rpc_call *call);

#endif
