/* SPDX-License-Identifier: Apache-2.0 */
#include "handler_json.h"

#include "lvnf_access.h"

struct json_object *handler_json(const struct handler *handler)
{
	static const struct {
		unsigned int bit;
		const char *name;
	} all[] = {
		{ LVNF_READ, "read" },
		{ LVNF_WRITE, "write" },
		{ LVNF_MIGRATE, "migrate" },
	};
	struct json_object *out = json_object_new_object();
	struct json_object *access = json_object_new_array();

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (handler->access & all[i].bit)
			json_object_array_add(
				access, json_object_new_string(all[i].name));
	json_object_object_add(out, "handler",
			       json_object_new_string(handler->name));
	json_object_object_add(out, "access", access);
	json_object_object_add(
		out, "type",
		json_object_new_string(
			handler->map_type == BPF_MAP_TYPE_ARRAY	 ? "array"
			: handler->map_type == BPF_MAP_TYPE_HASH ? "hash"
								 : "lru"));
	json_object_object_add(out, "entries",
			       json_object_new_int64(handler->max_entries));
	return out;
}
