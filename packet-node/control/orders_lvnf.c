/* SPDX-License-Identifier: Apache-2.0 */
/* The orders lvnf.add and lvnf.remove. */
#include <stdio.h>
#include <stdlib.h>

#include "methods.h"

static void free_order(struct order *order)
{
	free(order);
}

/* --- lvnf.add ------------------------------------------------------------ */

struct add_order {
	struct order order; /* must be first */
	const struct cpp_host *host;
	struct node *node;
	char name[NAME_MAX_LEN + 1], image[NAME_MAX_LEN + 1];
	unsigned int ports_n;
	struct lvnf_addition addition;
	struct program_start start;
};

static bool begin_add(struct order *order, struct rpc_error *error)
{
	struct add_order *own = (struct add_order *)order;
	struct node_error failure;

	if (lvnf_addition_begin(&own->addition, own->node, own->name,
				own->image, own->ports_n, &failure))
		return true;
	cpp_fail(error, &failure);
	return false;
}

static void work_add(struct order *order)
{
	struct add_order *own = (struct add_order *)order;
	struct lvnf_addition *addition = &own->addition;
	struct lvnf_removal removal = { .place = addition->place };

	lvnf_addition_work(addition);
	if (!addition->lvnf || !addition->image.is_program)
		return;
	own->start = (struct program_start){
		.name = own->name,
		.octets = images_read(addition->folder, &addition->image,
				      &addition->error),
		.len = addition->image.len,
	};
	if (own->start.octets && program_start(&own->start, &addition->error))
		return;
	/* An LVNF whose program cannot start is none. */
	removal.lvnf = addition->lvnf;
	lvnf_removal_work(&removal);
	lvnf_close(removal.lvnf);
	addition->lvnf = NULL;
}

static struct json_object *end_add(struct order *order,
				   struct rpc_error *error)
{
	struct add_order *own = (struct add_order *)order;
	struct node_error failure;
	const struct lvnf *lvnf =
		lvnf_addition_end(&own->addition, own->node, &failure);

	if (!lvnf)
		return cpp_fail(error, &failure);
	if (lvnf->state.is_program &&
	    !programs_add(own->host->programs, &own->start))
		log_error("LVNF %s: no memory to watch its program",
			  lvnf->name);
	log_info("LVNF %s: added, image %s", lvnf->name, own->image);
	return cpp_lvnf_json(own->host, lvnf);
}

static void free_add(struct order *order)
{
	free(((struct add_order *)order)->start.octets);
	free(order);
}

/* Returns the order, or NULL with '*error' filled. */
static struct add_order *read_add(struct json_object *params,
				  struct rpc_error *error)
{
	const char *name = cpp_get_name(params, "lvnf", error);
	const char *image = name ? cpp_get_name(params, "image", error) : NULL;
	struct add_order *own;
	int64_t ports = 0;

	if (!image)
		return NULL;
	if (json_object_object_get_ex(params, "ports", NULL) &&
	    !rpc_get_int(params, "ports", 1, GATE_PORTS_MAX, &ports, error))
		return NULL;
	own = calloc(1, sizeof(*own));
	if (!own) {
		rpc_fail(error, CPP_FAILED, "no memory");
		return NULL;
	}
	snprintf(own->name, sizeof(own->name), "%s", name);
	snprintf(own->image, sizeof(own->image), "%s", image);
	own->ports_n = (unsigned int)ports;
	return own;
}

void cpp_start_lvnf_add(void *context, struct json_object *params,
			struct rpc_call *call)
{
	static const struct order_kind kind = { begin_add, work_add, end_add,
						free_add };
	const struct cpp_session *in = context;
	struct rpc_error error = { 0 };
	struct add_order *own = read_add(params, &error);

	if (!own) {
		rpc_finish(call, NULL, &error);
		return;
	}
	own->order.kind = &kind;
	own->order.lvnf = own->name;
	own->host = in->host;
	own->node = in->host->node;
	orders_give(in->host->orders, &own->order, call);
}

/* --- lvnf.remove --------------------------------------------------------- */

struct remove_order {
	struct order order; /* must be first */
	struct programs *programs;
	struct node *node;
	char name[NAME_MAX_LEN + 1];
	struct lvnf_removal removal;
};

static bool begin_remove(struct order *order, struct rpc_error *error)
{
	struct remove_order *own = (struct remove_order *)order;
	struct node_error failure;

	if (lvnf_removal_begin(&own->removal, own->node, own->name,
			       &failure)) {
		programs_remove(own->programs, own->name);
		return true;
	}
	cpp_fail(error, &failure);
	return false;
}

static void work_remove(struct order *order)
{
	struct lvnf_removal *removal =
		&((struct remove_order *)order)->removal;
	const struct lvnf *lvnf = removal->lvnf;

	if (!lvnf->state.is_program ||
	    program_stop(lvnf->name, &removal->error))
		lvnf_removal_work(removal);
}

static struct json_object *end_remove(struct order *order,
				      struct rpc_error *error)
{
	struct remove_order *own = (struct remove_order *)order;
	struct node_error failure;
	struct json_object *out;

	if (!lvnf_removal_end(&own->removal, own->node, &failure))
		return cpp_fail(error, &failure);
	log_info("LVNF %s: removed", own->name);
	out = json_object_new_object();
	cpp_add_text(out, "lvnf", own->name);
	return out;
}

void cpp_start_lvnf_remove(void *context, struct json_object *params,
			   struct rpc_call *call)
{
	static const struct order_kind kind = { begin_remove, work_remove,
						end_remove, free_order };
	const struct cpp_session *in = context;
	struct rpc_error error = { 0 };
	const char *name = cpp_get_name(params, "lvnf", &error);
	struct remove_order *own = name ? calloc(1, sizeof(*own)) : NULL;

	if (name && !own)
		rpc_fail(&error, CPP_FAILED, "no memory");
	if (!own) {
		rpc_finish(call, NULL, &error);
		return;
	}
	own->order.kind = &kind;
	own->order.lvnf = own->name;
	own->programs = in->host->programs;
	own->node = in->host->node;
	snprintf(own->name, sizeof(own->name), "%s", name);
	orders_give(in->host->orders, &own->order, call);
}
