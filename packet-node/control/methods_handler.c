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

static struct json_object *read_entries(void *context,
					struct json_object *params,
					enum lvnf_access access,
					struct rpc_error *error)
{
	const struct handler *handler =
		get_handler(context, params, access, error);
	struct json_object *after = NULL, *out;
	struct node_error failure;

	if (!handler)
		return NULL;
	json_object_object_get_ex(params, "after", &after);
	out = handler_read(handler, after, &failure);
	return out ? out : cpp_fail(error, &failure);
}

struct json_object *cpp_method_lvnf_read(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	return read_entries(context, params, LVNF_READ, error);
}

struct json_object *cpp_method_state_read(void *context,
					  struct json_object *params,
					  struct rpc_error *error)
{
	return read_entries(context, params, LVNF_MIGRATE, error);
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
