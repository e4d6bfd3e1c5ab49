/* SPDX-License-Identifier: Apache-2.0 */
/* The methods of triggers. */
#include "methods.h"

struct json_object *cpp_method_trigger_add(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	const struct cpp_session *in = context;
	struct trigger_rounds *rounds = in->host->trigger_rounds;
	struct node_error failure;
	struct trigger trigger;

	if (!trigger_from_json(params, &trigger, &failure) ||
	    !triggers_add(&rounds->triggers, &trigger, &failure))
		return cpp_fail(error, &failure);
	trigger_rounds_update(rounds);
	return trigger_to_json(&trigger);
}

struct json_object *cpp_method_trigger_remove(void *context,
					      struct json_object *params,
					      struct rpc_error *error)
{
	const struct cpp_session *in = context;
	struct trigger_rounds *rounds = in->host->trigger_rounds;
	const char *name = cpp_get_name(params, "trigger", error);
	struct node_error failure;
	struct json_object *out;

	if (!name)
		return NULL;
	if (!triggers_remove(&rounds->triggers, name, &failure))
		return cpp_fail(error, &failure);
	trigger_rounds_update(rounds);
	out = json_object_new_object();
	cpp_add_text(out, "trigger", name);
	return out;
}

struct json_object *cpp_method_trigger_list(void *context,
					    struct json_object *params,
					    struct rpc_error *error)
{
	const struct cpp_session *in = context;
	const struct triggers *triggers = &in->host->trigger_rounds->triggers;
	struct json_object *out, *list;
	const struct trigger *trigger;
	const char *after = NULL;
	size_t octets = 0;

	if (json_object_object_get_ex(params, "after", NULL)) {
		after = cpp_get_name(params, "after", error);
		if (!after)
			return NULL;
	}
	out = json_object_new_object();
	list = json_object_new_array();
	trigger = triggers_next(triggers, after);
	while (trigger &&
	       cpp_list_add(list, trigger_to_json(trigger), &octets))
		trigger = triggers_next(triggers, trigger->name);
	json_object_object_add(out, "triggers", list);
	json_object_object_add(out, "more",
			       json_object_new_boolean(trigger != NULL));
	return out;
}

/* Returns which events there are. */
static struct json_object *events_json(const struct trigger_rounds *rounds)
{
	struct json_object *out = json_object_new_object();

	cpp_add_number(out, "log", (uint64_t)rounds->log);
	cpp_add_number(out, "newest", rounds->triggers.newest);
	cpp_add_number(out, "acknowledged", rounds->triggers.acknowledged);
	return out;
}

struct json_object *cpp_method_trigger_watch(void *context,
					     struct json_object *params,
					     struct rpc_error *error)
{
	struct cpp_session *in = context;
	struct trigger_rounds *rounds = in->host->trigger_rounds;
	int64_t after = (int64_t)rounds->triggers.acknowledged;

	if (json_object_object_get_ex(params, "after", NULL) &&
	    !rpc_get_int(params, "after", 0, (int64_t)rounds->triggers.newest,
			 &after, error))
		return NULL;
	trigger_watch_begin(rounds, &in->watch, (uint64_t)after);
	return events_json(rounds);
}

struct json_object *cpp_method_trigger_acknowledge(void *context,
						   struct json_object *params,
						   struct rpc_error *error)
{
	struct cpp_session *in = context;
	struct trigger_rounds *rounds = in->host->trigger_rounds;
	int64_t log, number;
	struct node_error failure;

	if (!rpc_get_int(params, "log", 1, TERM_MAX, &log, error) ||
	    !rpc_get_int(params, "number", 0, TERM_MAX, &number, error))
		return NULL;
	if (log != rounds->log) {
		node_fail(&failure, NODE_UNKNOWN,
			  "the daemon has restarted: its events are of log "
			  "%lld now",
			  (long long)rounds->log);
		return cpp_fail(error, &failure);
	}
	if (!triggers_acknowledge(&rounds->triggers, (uint64_t)number,
				  &failure))
		return cpp_fail(error, &failure);
	if ((uint64_t)number > in->watch.acknowledged)
		in->watch.acknowledged = (uint64_t)number;
	return events_json(rounds);
}
