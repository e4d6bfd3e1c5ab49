/* SPDX-License-Identifier: Apache-2.0 */
/* The order marker.send: out of a port of an LVNF, or into a port of the
 * switch, in a thread of its own, because it takes until the switch answers
 * and must not wait for the orders that take long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "methods.h"

/* A marker's sender, unless the request has another one: a local address. */
static const uint8_t own_address[ETH_ALEN] = { 0x02, 0, 0, 0, 0, 0 };

/* Open vSwitch has no greater number of a port. */
#define OFPORT_MAX 65279

struct marker_order {
	struct order order; /* must be first */
	struct node *node;
	struct marker_plan plan;
	char lvnf[NAME_MAX_LEN + 1]; /* empty: a port of the switch */
	uint32_t port;
	bool is_sent;
	struct node_error error;
};

static bool begin_at_lvnf(struct order *order, struct rpc_error *error)
{
	struct marker_order *own = (struct marker_order *)order;
	const struct lvnf *lvnf = node_find(own->node, own->lvnf, &own->error);

	if (lvnf && own->port >= lvnf->state.ports_n)
		node_fail(&own->error, NODE_INVALID,
			  "'port' is an integer from 0 to %u",
			  lvnf->state.ports_n - 1);
	else if (lvnf)
		own->is_sent = lvnf_send_marker(lvnf, own->port, &own->plan,
						&own->error);
	if (!own->is_sent)
		cpp_fail(error, &own->error);
	return own->is_sent;
}

static bool begin_at_switch(struct order *order, struct rpc_error *error)
{
	(void)order;
	(void)error;
	return true;
}

static void work_at_switch(struct order *order)
{
	struct marker_order *own = (struct marker_order *)order;

	own->is_sent = vswitchd_send_marker(
		&own->node->place.vswitch, own->port, &own->plan, &own->error);
}

static struct json_object *end(struct order *order, struct rpc_error *error)
{
	const struct marker_order *own = (const struct marker_order *)order;
	struct json_object *out;

	if (!own->is_sent)
		return cpp_fail(error, &own->error);
	out = json_object_new_object();
	if (*own->lvnf)
		cpp_add_text(out, "lvnf", own->lvnf);
	cpp_add_number(out, *own->lvnf ? "port" : "ofport", own->port);
	return out;
}

static void free_order(struct order *order)
{
	free(order);
}

static bool get_address(struct json_object *params, const char *key,
			uint8_t address[ETH_ALEN], struct rpc_error *error)
{
	const char *text = rpc_get_string(params, key, error);

	if (!text)
		return false;
	if (addr_parse(text, address))
		return true;
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "'%s' is an address such as 02:00:00:00:00:01", key);
	return false;
}

static bool get_marker(struct json_object *params, struct marker_plan *plan,
		       struct rpc_error *error)
{
	int64_t source, vlan = 0;

	if (!cpp_get_migration(params, &plan->migration, error) ||
	    !rpc_get_int(params, "source", 0, UINT32_MAX, &source, error) ||
	    !get_address(params, "to", plan->to, error))
		return false;
	memcpy(plan->from, own_address, sizeof(plan->from));
	if (json_object_object_get_ex(params, "from", NULL) &&
	    !get_address(params, "from", plan->from, error))
		return false;
	if (json_object_object_get_ex(params, "vlan", NULL) &&
	    !rpc_get_int(params, "vlan", 1, 4094, &vlan, error))
		return false;
	plan->source = (uint32_t)source;
	plan->vlan = (uint16_t)vlan;
	return true;
}

/* Reads where to send it. */
static bool get_place(struct json_object *params, struct marker_order *own,
		      struct rpc_error *error)
{
	const bool has_ofport =
		json_object_object_get_ex(params, "ofport", NULL);
	const char *name = NULL;
	int64_t port;

	if (has_ofport == json_object_object_get_ex(params, "lvnf", NULL)) {
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "a marker has either 'lvnf' and 'port', or 'ofport'");
		return false;
	}
	if (has_ofport && !*own->node->place.vswitch.bridge) {
		rpc_fail(error, CPP_FAILED,
			 "this node has no bridge: set 'bridge'");
		return false;
	}
	if (!has_ofport) {
		name = cpp_get_name(params, "lvnf", error);
		if (!name)
			return false;
		snprintf(own->lvnf, sizeof(own->lvnf), "%s", name);
	}
	if (!rpc_get_int(params, name ? "port" : "ofport", name ? 0 : 1,
			 name ? GATE_PORTS_MAX - 1 : OFPORT_MAX, &port, error))
		return false;
	own->port = (uint32_t)port;
	return true;
}

void cpp_start_marker_send(void *context, struct json_object *params,
			   struct rpc_call *call)
{
	static const struct order_kind at_lvnf = { begin_at_lvnf, NULL, end,
						   free_order };
	static const struct order_kind at_switch = { begin_at_switch,
						     work_at_switch, end,
						     free_order };
	const struct cpp_session *in = context;
	struct marker_order *own = calloc(1, sizeof(*own));
	struct rpc_error error = { 0 };

	if (own)
		own->node = in->host->node;
	else
		rpc_fail(&error, CPP_FAILED, "no memory");
	if (!own || !get_marker(params, &own->plan, &error) ||
	    !get_place(params, own, &error)) {
		free(own);
		rpc_finish(call, NULL, &error);
		return;
	}
	if (*own->lvnf) {
		own->order.kind = &at_lvnf;
		own->order.lvnf = own->lvnf;
		orders_give(in->host->orders, &own->order, call);
	} else {
		own->order.kind = &at_switch;
		orders_give(in->host->sendings, &own->order, call);
	}
}
