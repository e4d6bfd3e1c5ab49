/* SPDX-License-Identifier: Apache-2.0 */
#include "log_level.h"

struct json_object *rpc_method_log_level(void *context,
					 struct json_object *params,
					 struct rpc_error *error)
{
	const char *name = rpc_get_string(params, "level", error);
	struct json_object *out;
	enum log_level level;

	(void)context;
	if (!name)
		return NULL;
	if (!log_level_parse(name, &level))
		return rpc_fail(error, RPC_INVALID_PARAMS,
				"'level' is error, warn, info or debug");
	log_set_level(level);
	out = json_object_new_object();
	json_object_object_add(out, "level",
			       json_object_new_string(log_level_name(level)));
	return out;
}
