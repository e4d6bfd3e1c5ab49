/* SPDX-License-Identifier: Apache-2.0 */
#include "entries.h"

#include <string.h>

void entries_begin(struct entries *entries, const char *after)
{
	*entries = (struct entries){
		.after = after,
		.list = json_object_new_array(),
		.is_behind = !after,
	};
}

void entries_add(struct entries *entries, const char *key,
		 struct json_object *value)
{
	struct json_object *entry;
	size_t len;

	if (!entries->is_behind || entries->more) {
		if (!entries->is_behind)
			entries->is_behind = !strcmp(key, entries->after);
		json_object_put(value);
		return;
	}
	entry = json_object_new_object();
	json_object_object_add(entry, "key", json_object_new_string(key));
	json_object_object_add(entry, "value", value);
	json_object_to_json_string_length(entry, JSON_C_TO_STRING_PLAIN, &len);
	entries->octets += len + 1;
	entries->more = entries->octets > HANDLER_READ_MAX;
	if (entries->more)
		json_object_put(entry);
	else
		json_object_array_add(entries->list, entry);
}

struct json_object *entries_end(struct entries *entries,
				struct node_error *error)
{
	struct json_object *out;

	if (!entries->is_behind) {
		node_fail(error, NODE_UNKNOWN,
			  "the handler no longer has the key 'after': read it "
			  "again from the beginning");
		return NULL;
	}
	out = json_object_new_object();
	json_object_object_add(out, "entries", entries->list);
	entries->list = NULL;
	json_object_object_add(out, "more",
			       json_object_new_boolean(entries->more));
	return out;
}

void entries_clear(struct entries *entries)
{
	json_object_put(entries->list);
	entries->list = NULL;
}

bool entries_check(struct json_object *list, const char *what,
		   struct node_error *error)
{
	if (!list)
		return true;
	if (!json_object_is_type(list, json_type_array))
		return node_fail(error, NODE_INVALID, "'%s' is a list", what);
	return json_object_array_length(list) <= ENTRIES_MAX ||
	       node_fail(error, NODE_INVALID, "'%s' has at most %d entries",
			 what, ENTRIES_MAX);
}

struct json_object *entries_member(struct json_object *object, const char *key)
{
	struct json_object *value = NULL;

	if (json_object_is_type(object, json_type_object))
		json_object_object_get_ex(object, key, &value);
	return value;
}
