/* SPDX-License-Identifier: Apache-2.0 */
/* The methods that read and write handlers which are maps. */
#include "lvnf_access.h"
#include "methods.h"

/* Returns the handler that 'params' names if the image declares 'access' for
 * it, or NULL with '*error' filled. */
static const struct handler *get_handler(const struct cpp_session *in,
					 struct json_object *params,
					 enum lvnf_access access,
					 struct rpc_error *error)
{
	const struct lvnf *lvnf = cpp_get_lvnf(in, params, error);
	const char *name =
		lvnf ? rpc_get_string(params, "handler", error) : NULL;
	const struct handler *handler = name ? lvnf_handler(lvnf, name) : NULL;

	if (handler && handler->access & access)
		return handler;
	if (handler)
		rpc_fail(error, RPC_INVALID_PARAMS,
			 "handler '%s' of image '%s' is not %s", name,
			 lvnf->state.image,
			 access == LVNF_READ	? "readable"
			 : access == LVNF_WRITE ? "writable"
						: "part of the state");
	else if (name)
		rpc_fail(error, CPP_UNKNOWN,
			 "image '%s' declares no handler '%.40s'",
			 lvnf->state.image, name);
	return NULL;
}

/* Finds the copy that a reading goes on with, or begins one, if 'remember' is
 * true. Sets '*copy' to NULL if what was read before is not remembered.
 * Returns false with '*error' filled. */
static bool get_copy(struct cpp_session *in, struct json_object *params,
		     struct map_copy **copy, struct rpc_error *error)
{
	const bool is_first =
		!json_object_object_get_ex(params, "after", NULL);
	const struct handler *handler =
		get_handler(in, params, LVNF_MIGRATE, error);
	const char *lvnf =
		handler ? rpc_get_string(params, "lvnf", error) : NULL;
	struct state_copy *found;
	bool remember;

	if (!lvnf || !rpc_get_bool(params, "remember", &remember, error))
		return false;
	if (!remember)
		return true;
	found = is_first ? state_copies_begin(&in->state_copies, lvnf, handler)
			 : state_copies_find(&in->state_copies, lvnf, handler);
	*copy = found ? &found->changes.copy : NULL;
	return true;
}

static struct json_object *read_entries(void *context,
					struct json_object *params,
					enum lvnf_access access,
					struct map_copy *copy,
					struct rpc_error *error)
{
	const struct handler *handler =
		get_handler(context, params, access, error);
	struct json_object *after = NULL, *out;
	struct node_error failure;

	if (!handler)
		return NULL;
	json_object_object_get_ex(params, "after", &after);
	out = handler_read(handler, after, copy, &failure);
	return out ? out : cpp_fail(error, &failure);
}

struct json_object *cpp_method_lvnf_read(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	return read_entries(context, params, LVNF_READ, NULL, error);
}

struct json_object *cpp_method_state_read(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	struct map_copy *copy = NULL;

	if (json_object_object_get_ex(params, "remember", NULL) &&
	    !get_copy(context, params, &copy, error))
		return NULL;
	return read_entries(context, params, LVNF_MIGRATE, copy, error);
}

struct json_object *cpp_method_state_changes(void *context,
					     struct json_object *params,
					     struct rpc_error *error)
{
	struct cpp_session *in = context;
	const struct handler *handler =
		get_handler(in, params, LVNF_MIGRATE, error);
	struct state_copy *copy;
	struct json_object *out, *more = NULL;
	struct node_error failure;

	if (!handler)
		return NULL;
	copy = state_copies_find(&in->state_copies,
				 rpc_get_string(params, "lvnf", error),
				 handler);
	if (!copy)
		return rpc_fail(error, CPP_UNKNOWN,
				"this session does not remember handler '%s': "
				"read it with 'remember'",
				handler->name);
	out = handler_find_changes(handler, &copy->changes, &failure);
	if (!out)
		cpp_fail(error, &failure);
	else
		json_object_object_get_ex(out, "more", &more);
	if (!json_object_get_boolean(more))
		state_copy_end(copy);
	return out;
}

static struct json_object *write_entries(void *context,
					 struct json_object *params,
					 enum lvnf_access access,
					 struct rpc_error *error)
{
	const struct handler *handler =
		get_handler(context, params, access, error);
	struct json_object *entries = NULL, *deleted = NULL, *out;
	struct node_error failure;

	if (!handler)
		return NULL;
	json_object_object_get_ex(params, "entries", &entries);
	json_object_object_get_ex(params, "delete", &deleted);
	if (!entries && !deleted)
		return rpc_fail(error, RPC_INVALID_PARAMS,
				"handler '%s': 'entries' or 'delete' is "
				"missing",
				handler->name);
	if (!handler_write(handler, entries, deleted, &failure))
		return cpp_fail(error, &failure);
	out = json_object_new_object();
	cpp_add_text(out, "handler", handler->name);
	cpp_add_number(out, "written",
		       entries ? json_object_array_length(entries) : 0);
	return out;
}

struct json_object *cpp_method_lvnf_write(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	return write_entries(context, params, LVNF_WRITE, error);
}

struct json_object *cpp_method_state_write(void *context,
					   struct json_object *params,
					   struct rpc_error *error)
{
	return write_entries(context, params, LVNF_MIGRATE, error);
}
