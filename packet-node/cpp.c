/* SPDX-License-Identifier: Apache-2.0 */
#include "cpp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_AGAIN_MS 10000

struct credentials_owner cpp_owner(const struct cpp_config *config)
{
	struct credentials_owner owner = { .kind = "packet node",
					   .option = "name" };

	snprintf(owner.uri, sizeof(owner.uri), "urn:cloudmac:packet-node:%s",
		 config->name);
	return owner;
}

static void *open_session(void *arg, struct session *session)
{
	struct cpp *cpp = arg;
	struct cpp_session *opened;

	if (cpp->sessions_n == CPP_SESSIONS_MAX)
		return NULL;
	opened = calloc(1, sizeof(*opened));
	if (!opened)
		return NULL;
	opened->host = &cpp->host;
	state_copies_init(&opened->state_copies);
	opened->program_watch.session = session;
	opened->watch.session = session;
	cpp->sessions_n++;
	return opened;
}

static void close_session(void *arg, void *context)
{
	struct cpp *cpp = arg;
	struct cpp_session *session = context;

	upload_end(&session->upload);
	state_copies_end(&session->state_copies);
	program_watch_end(&cpp->program_watches, &session->program_watch);
	trigger_watch_end(&cpp->trigger_rounds, &session->watch);
	free(session);
	cpp->sessions_n--;
}

bool cpp_open(struct cpp *cpp, const struct cpp_config *config)
{
	int err;

	memset(cpp, 0, sizeof(*cpp));
	orders_init(&cpp->orders, &cpp->loop);
	orders_init(&cpp->sendings, &cpp->loop);
	switch_settle_init(&cpp->switch_settle, &cpp->loop,
			   &cpp->node.place.vswitch);
	cpp->settlings.loop = &cpp->loop;
	err = trigger_rounds_init(&cpp->trigger_rounds, &cpp->loop,
				  &cpp->node);
	if (!err)
		err = loop_init(&cpp->loop);
	if (err) {
		log_error("no event loop: %s", strerror(err));
		return false;
	}
	cpp->config = config;
	cpp->owner = cpp_owner(config);
	cpp->host =
		(struct cpp_host){ .name = config->name,
				   .node = &cpp->node,
				   .orders = &cpp->orders,
				   .sendings = &cpp->sendings,
				   .switch_settle = &cpp->switch_settle,
				   .settlings = &cpp->settlings,
				   .programs = &cpp->programs,
				   .program_watches = &cpp->program_watches,
				   .trigger_rounds = &cpp->trigger_rounds,
				   .terms = &cpp->terms,
				   .started_ms = clock_ms() };
	cpp->service = (struct service){
		.loop = &cpp->loop,
		.config = &config->control,
		.owner = &cpp->owner,
		.methods = cpp_methods,
		.terms = &cpp->terms,
		.calls_max = 1,
		.opened = open_session,
		.closed = close_session,
		.arg = cpp,
	};
	return server_open(&cpp->server, &cpp->service);
}

/* --- joining the switch -------------------------------------------------- */

struct join_order {
	struct order order; /* must be first */
	struct cpp *cpp;
	struct switch_join join;
};

/* Without end: the switch may start after the daemon. */
static void join_later(struct cpp *cpp)
{
	loop_timer_start(&cpp->loop, &cpp->join, JOIN_AGAIN_MS);
}

static bool begin_join(struct order *order, struct rpc_error *error)
{
	struct join_order *own = (struct join_order *)order;

	(void)error;
	if (switch_join_begin(&own->join, &own->cpp->node))
		return true;
	join_later(own->cpp);
	return false;
}

static void work_join(struct order *order)
{
	switch_join_work(&((struct join_order *)order)->join);
}

static struct json_object *end_join(struct order *order,
				    struct rpc_error *error)
{
	struct join_order *own = (struct join_order *)order;

	(void)error;
	if (!switch_join_end(&own->join, &own->cpp->node))
		join_later(own->cpp);
	return NULL;
}

static void free_join(struct order *order)
{
	free(order);
}

static void join_switch(void *arg)
{
	static const struct order_kind kind = { begin_join, work_join,
						end_join, free_join };
	struct cpp *cpp = arg;
	struct join_order *own = calloc(1, sizeof(*own));

	if (!own) {
		join_later(cpp);
		return;
	}
	own->order.kind = &kind;
	own->cpp = cpp;
	orders_give(&cpp->orders, &own->order, NULL);
}

/* --- opening and closing ------------------------------------------------- */

bool cpp_start(struct cpp *cpp)
{
	const struct lvnf_place place = {
		.vswitch = { .bridge = cpp->config->bridge,
			     .database = cpp->config->database },
		.mtu = cpp->config->mtu,
	};
	int err;

	if (!node_open(&cpp->node, &place, cpp->config->images))
		return false;
	cpp->programs.changed = cpp_program_changed;
	cpp->programs.arg = &cpp->program_watches;
	programs_open(&cpp->programs, &cpp->loop, &cpp->node);
	cpp->join = (struct loop_timer){ .handler = join_switch, .arg = cpp };
	/* Before controllers come, so that they learn the ports. */
	if (!node_join(&cpp->node))
		join_later(cpp);
	err = orders_start(&cpp->orders);
	if (!err)
		err = orders_start(&cpp->sendings);
	if (!err)
		err = switch_settle_start(&cpp->switch_settle);
	if (err) {
		log_error("no worker thread: %s", strerror(err));
		return false;
	}
	return server_start(cpp->server);
}

void cpp_close(struct cpp *cpp)
{
	server_close(cpp->server);
	settlings_close(&cpp->settlings);
	programs_close(&cpp->programs);
	trigger_rounds_close(&cpp->trigger_rounds);
	switch_settle_close(&cpp->switch_settle);
	orders_close(&cpp->sendings);
	orders_close(&cpp->orders);
	node_close(&cpp->node);
	loop_timer_stop(&cpp->loop, &cpp->join);
	loop_destroy(&cpp->loop);
}
