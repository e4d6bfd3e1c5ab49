/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers and notifications of programs. */
#include <stdlib.h>

#include "methods.h"

/* --- notifications ------------------------------------------------------- */

static struct json_object *notice_json(const struct program *program)
{
	struct json_object *out = json_object_new_object();

	cpp_add_text(out, "lvnf", program->name);
	json_object_object_add(out, "program", program_json(program));
	cpp_add_number(out, "now_us", clock_us());
	return out;
}

void cpp_program_changed(void *arg, const struct program *program)
{
	const struct program_watch *watch =
		((struct program_watches *)arg)->first;

	for (; watch; watch = watch->next)
		session_notify(watch->session,
			       rpc_notification("lvnf.program",
						notice_json(program)));
}

void program_watch_end(struct program_watches *watches,
		       struct program_watch *watch)
{
	struct program_watch **at = &watches->first;

	while (*at && *at != watch)
		at = &(*at)->next;
	if (*at)
		*at = watch->next;
	watch->is_on = false;
}

struct json_object *cpp_method_program_watch(void *context,
					     struct json_object *params,
					     struct rpc_error *error)
{
	struct cpp_session *in = context;
	struct program_watches *watches = in->host->program_watches;
	struct json_object *out = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct program *program = in->host->programs->first;
	size_t octets = 0;

	(void)params;
	(void)error;
	if (!in->program_watch.is_on) {
		in->program_watch.is_on = true;
		in->program_watch.next = watches->first;
		watches->first = &in->program_watch;
	}
	while (program && cpp_list_add(list, notice_json(program), &octets))
		program = program->next;
	json_object_object_add(out, "programs", list);
	return out;
}

/* --- handlers ------------------------------------------------------------ */

/* Ends a call of the protocol with what the supervisor has answered. */
static void on_done(void *arg, struct json_object *result,
		    const struct node_error *error)
{
	struct rpc_call *call = arg;

	if (result)
		rpc_finish(call, result, NULL);
	else
		cpp_refuse(call, error);
}

/* Returns the program that 'params' names, or NULL: it is an LVNF of another
 * kind, or none. */
static struct program *get_program(const struct cpp_session *in,
				   struct json_object *params)
{
	struct rpc_error ignored;
	const struct lvnf *lvnf = cpp_get_lvnf(in, params, &ignored);

	return lvnf && lvnf->state.is_program
		       ? programs_find(in->host->programs, lvnf->name)
		       : NULL;
}

/* Copies members of 'params' into a request to the supervisor. */
static struct json_object *make_request(struct json_object *params,
					const char *what)
{
	static const char *const keys[] = { "handler", "after", "entries",
					    "delete", NULL };
	struct json_object *out = json_object_new_object(), *value;

	cpp_add_text(out, "do", what);
	for (const char *const *key = keys; *key; key++)
		if (json_object_object_get_ex(params, *key, &value))
			json_object_object_add(out, *key,
					       json_object_get(value));
	return out;
}

/* Sends the request if its handler can be used so. */
static void call_program(struct program *program, struct json_object *params,
			 enum lvnf_access access, bool is_writing,
			 struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	const char *name = rpc_get_string(params, "handler", &error);
	const struct manifest_handler *handler =
		name ? manifest_handler(&program->manifest, name) : NULL;

	if (name && !handler)
		rpc_fail(&error, CPP_UNKNOWN,
			 "the image declares no handler '%.40s'", name);
	else if (handler && !(handler->access & access))
		rpc_fail(&error, RPC_INVALID_PARAMS, "handler '%s' is not %s",
			 name,
			 access == LVNF_READ	? "readable"
			 : access == LVNF_WRITE ? "writable"
						: "part of the state");
	else if (handler && is_writing &&
		 !json_object_object_get_ex(params, "entries", NULL) &&
		 !json_object_object_get_ex(params, "delete", NULL))
		rpc_fail(&error, RPC_INVALID_PARAMS,
			 "handler '%s': 'entries' or 'delete' is missing",
			 name);
	if (error.code)
		rpc_finish(call, NULL, &error);
	else
		program_call(
			program,
			make_request(params, is_writing ? "write" : "read"),
			on_done, call);
}

/* Reads a handler of a program, or one that is a map by 'method'. */
static void start_read(void *context, struct json_object *params,
		       enum lvnf_access access, rpc_handler *method,
		       struct rpc_call *call)
{
	struct program *program = get_program(context, params);
	struct rpc_error error = { 0 };
	struct json_object *result;

	if (program) {
		call_program(program, params, access, false, call);
		return;
	}
	result = method(context, params, &error);
	rpc_finish(call, result, &error);
}

void cpp_start_lvnf_read(void *context, struct json_object *params,
			 struct rpc_call *call)
{
	start_read(context, params, LVNF_READ, cpp_method_lvnf_read, call);
}

void cpp_start_state_changes(void *context, struct json_object *params,
			     struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	struct json_object *result = NULL;

	if (get_program(context, params))
		rpc_fail(&error, CPP_UNKNOWN,
			 "handlers of a program are not remembered: read the "
			 "handler anew");
	else
		result = cpp_method_state_changes(context, params, &error);
	rpc_finish(call, result, error.code ? &error : NULL);
}

void cpp_start_state_read(void *context, struct json_object *params,
			  struct rpc_call *call)
{
	start_read(context, params, LVNF_MIGRATE, cpp_method_state_read, call);
}

/* Writes a handler of a program. Those that are maps are written as other
 * changes of LVNFs are done. */
static void start_write(void *context, struct json_object *params,
			enum lvnf_access access, struct rpc_call *call)
{
	struct program *program = get_program(context, params);

	if (program)
		call_program(program, params, access, true, call);
	else
		cpp_start_lvnf_change(context, params, call);
}

void cpp_start_lvnf_write(void *context, struct json_object *params,
			  struct rpc_call *call)
{
	start_write(context, params, LVNF_WRITE, call);
}

void cpp_start_state_write(void *context, struct json_object *params,
			   struct rpc_call *call)
{
	start_write(context, params, LVNF_MIGRATE, call);
}

struct json_object *cpp_method_state_list(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(context, params, error);
	const struct program *program =
		lvnf ? get_program(context, params) : NULL;
	struct json_object *out, *list;

	if (!lvnf)
		return NULL;
	out = json_object_new_object();
	list = json_object_new_array();
	cpp_add_text(out, "lvnf", lvnf->name);
	json_object_object_add(out, "handlers", list);
	for (size_t i = 0; i < lvnf->handlers_n; i++)
		if (lvnf->handlers[i].access & LVNF_MIGRATE)
			json_object_array_add(list,
					      json_object_new_string(
						      lvnf->handlers[i].name));
	if (!program)
		return out;
	for (size_t i = 0; i < program->manifest.handlers_n; i++)
		if (program->manifest.handlers[i].access & LVNF_MIGRATE)
			json_object_array_add(
				list,
				json_object_new_string(
					program->manifest.handlers[i].name));
	cpp_add_text(out, "program", program->status.state);
	return out;
}
