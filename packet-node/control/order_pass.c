/* SPDX-License-Identifier: Apache-2.0 */
/* The order lvnf.pass, in the thread of orders, because it takes until the
 * frames have passed. */
#include <stdio.h>
#include <stdlib.h>

#include "methods.h"

struct pass_order {
	struct order order; /* must be first */
	struct node *node;
	char name[NAME_MAX_LEN + 1];
	/* Stays until the order ends, because its removal is an order too. */
	const struct lvnf *lvnf;
	bool has_passed;
	uint64_t passed;
	struct node_error error;
};

static bool begin(struct order *order, struct rpc_error *error)
{
	struct pass_order *own = (struct pass_order *)order;

	own->lvnf = node_find(own->node, own->name, &own->error);
	if (!own->lvnf)
		cpp_fail(error, &own->error);
	return own->lvnf;
}

static void work(struct order *order)
{
	struct pass_order *own = (struct pass_order *)order;

	own->has_passed = lvnf_pass(own->lvnf, &own->passed, &own->error);
}

static struct json_object *end(struct order *order, struct rpc_error *error)
{
	const struct pass_order *own = (const struct pass_order *)order;
	struct json_object *out;

	if (!own->has_passed)
		return cpp_fail(error, &own->error);
	out = json_object_new_object();
	cpp_add_text(out, "lvnf", own->name);
	cpp_add_number(out, "passed", own->passed);
	return out;
}

static void free_order(struct order *order)
{
	free(order);
}

void cpp_start_lvnf_pass(void *context, struct json_object *params,
			 struct rpc_call *call)
{
	static const struct order_kind kind = { begin, work, end, free_order };
	const struct cpp_session *in = context;
	struct rpc_error error = { 0 };
	const char *name = cpp_get_name(params, "lvnf", &error);
	struct pass_order *own = name ? calloc(1, sizeof(*own)) : NULL;

	if (name && !own)
		rpc_fail(&error, CPP_FAILED, "no memory");
	if (!own) {
		rpc_finish(call, NULL, &error);
		return;
	}
	snprintf(own->name, sizeof(own->name), "%s", name);
	own->order.kind = &kind;
	own->order.lvnf = own->name;
	own->node = in->host->node;
	orders_give(in->host->orders, &own->order, call);
}
