/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "control/orders.h"
#include "unit.h"

/* What the orders have done: a letter for the step, and one for the order. */
static char steps[64];

struct noted_order {
	struct order order; /* must be first */
	char letter;
};

static void note(char step, const struct order *order)
{
	const size_t len = strlen(steps);

	snprintf(steps + len, sizeof(steps) - len, "%c%c ", step,
		 ((const struct noted_order *)order)->letter);
}

static bool begin(struct order *order, struct rpc_error *error)
{
	(void)error;
	note('b', order);
	return true;
}

static void work(struct order *order)
{
	note('w', order);
}

static struct json_object *end(struct order *order, struct rpc_error *error)
{
	(void)error;
	note('e', order);
	return NULL;
}

static void free_nothing(struct order *order)
{
	(void)order;
}

static const struct order_kind slow = { begin, work, end, free_nothing };
static const struct order_kind quick = { begin, NULL, end, free_nothing };

static struct orders orders;

/* Opens a worker without a thread. */
static void open_orders(void)
{
	steps[0] = 0;
	orders_init(&orders, NULL);
	CHECK(!worker_open_queues(&orders.worker));
}

static void run_next(void)
{
	CHECK(worker_run_next(&orders.worker));
	worker_complete(&orders.worker);
}

static void test_a_quick_order_waits_for_its_lvnf_only(void)
{
	struct noted_order a = { { .kind = &slow, .lvnf = "one" }, 'a' },
			   b = { { .kind = &slow, .lvnf = "two" }, 'b' },
			   c = { { .kind = &quick, .lvnf = "three" }, 'c' },
			   d = { { .kind = &quick, .lvnf = "one" }, 'd' },
			   e = { { .kind = &quick, .lvnf = "two" }, 'e' },
			   f = { { .kind = &quick }, 'f' };
	struct noted_order *const all[] = { &a, &b, &c, &d, &e, &f };

	open_orders();
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		orders_give(&orders, &all[i]->order, NULL);
	CHECK_STR("ba bc ec ", steps);
	run_next();
	CHECK_STR("ba bc ec wa ea bb ", steps);
	run_next();
	CHECK_STR("ba bc ec wa ea bb wb eb bd ed be ee bf ef ", steps);
	worker_stop(&orders.worker);
}

/* An order that has begun must not stay half done. */
static void test_a_worker_that_takes_no_job(void)
{
	struct noted_order a = { { .kind = &slow }, 'a' };

	open_orders();
	orders.worker.pending = WORKER_MAX;
	orders_give(&orders, &a.order, NULL);
	CHECK_STR("ba wa ea ", steps);
	orders.worker.pending = 0;
	worker_stop(&orders.worker);
}

const struct unit_test orders_tests[] = {
	UNIT_TEST(test_a_quick_order_waits_for_its_lvnf_only),
	UNIT_TEST(test_a_worker_that_takes_no_job),
	{ NULL, NULL },
};
