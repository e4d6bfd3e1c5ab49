/* SPDX-License-Identifier: Apache-2.0 */
/* Opens and reads the maps of handlers. */
#include "handler.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "shape.h"

/* --- opening ------------------------------------------------------------- */

/* Loads the types that the kernel has with a map, unless they are loaded.
 * Returns 0 or a positive errno. */
static int load_types(struct handler_types *types, uint32_t id)
{
	if (types->btf)
		return types->id == id ? 0 : EINVAL;
	types->btf = btf__load_from_kernel_by_id(id);
	types->id = id;
	return types->btf ? 0 : errno;
}

int handler_open(struct handler *handler, int fd, struct handler_types *types)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);
	int err;

	memset(handler, 0, sizeof(*handler));
	handler->fd = -1;
	err = -bpf_obj_get_info_by_fd(fd, &info, &len);
	if (err)
		return err;
	/* A map without types cannot have an access either. */
	if (!info.btf_id)
		return ENODATA;
	err = load_types(types, info.btf_id);
	if (err)
		return err;
	memcpy(handler->name, info.name, HANDLER_NAME_MAX);
	handler->id = info.id;
	handler->map_type = info.type;
	handler->key_size = info.key_size;
	handler->value_size = info.value_size;
	handler->max_entries = info.max_entries;
	handler->key_type = info.btf_key_type_id;
	handler->value_type = info.btf_value_type_id;
	handler->btf = types->btf;
	handler->access = handler_access(types->btf, handler->name);
	if (!handler->access)
		return ENODATA;
	handler->fd = fd;
	return 0;
}

void handlers_close(struct handler *handlers, size_t n,
		    struct handler_types *types)
{
	for (size_t i = 0; i < n; i++)
		close(handlers[i].fd);
	btf__free(types->btf);
	types->btf = NULL;
}

/* --- reading ------------------------------------------------------------- */

struct json_object *handler_entry_json(const struct handler *handler,
				       const uint8_t *key,
				       const uint8_t *value)
{
	struct json_object *entry = json_object_new_object();

	json_object_object_add(
		entry, "key",
		shape_to_json(handler->btf, handler->key_type, key));
	json_object_object_add(
		entry, "value",
		shape_to_json(handler->btf, handler->value_type, value));
	return entry;
}

static size_t length_of(struct json_object *json)
{
	size_t len;

	json_object_to_json_string_length(json, JSON_C_TO_STRING_PLAIN, &len);
	return len;
}

/* Sets 'key' to the one behind which to read. */
static bool find_start(const struct handler *handler,
		       struct json_object *after, uint8_t *key,
		       struct node_error *error)
{
	uint8_t value[SHAPE_SIZE_MAX];

	memset(key, 0, handler->key_size);
	if (!shape_from_json(handler->btf, handler->key_type, after, key,
			     "'after'", error))
		return false;
	/* The kernel would begin again at the first key. */
	if (bpf_map_lookup_elem(handler->fd, key, value))
		return node_fail(error, NODE_UNKNOWN,
				 "handler '%s' no longer has the key 'after': "
				 "read it again from the beginning",
				 handler->name);
	return true;
}

/* Adds the entries behind 'key', or from the first one if that is NULL.
 * Returns true if there are more than fit. */
static bool read_entries(const struct handler *handler, const uint8_t *key,
			 struct map_copy *copy, struct json_object *entries)
{
	uint8_t next[SHAPE_SIZE_MAX], current[SHAPE_SIZE_MAX];
	uint8_t value[SHAPE_SIZE_MAX];
	size_t octets = 0;

	/* The kernel begins again after a key that was deleted meanwhile, so
	 * the bound ends what frames could make endless. */
	for (uint32_t i = 0; i < handler->max_entries; i++) {
		struct json_object *entry;

		if (bpf_map_get_next_key(handler->fd, key, next))
			return false;

		memcpy(current, next, handler->key_size);
		key = current;
		/* It may be gone by now. */
		if (bpf_map_lookup_elem(handler->fd, key, value))
			continue;
		entry = handler_entry_json(handler, key, value);
		octets += length_of(entry) + 1;
		if (octets > HANDLER_READ_MAX &&
		    json_object_array_length(entries)) {
			json_object_put(entry);
			return true;
		}
		json_object_array_add(entries, entry);
		if (copy && copy->key_size &&
		    !map_copy_put(copy, key, value, false))
			map_copy_end(copy);
	}
	return false;
}

struct json_object *handler_read(const struct handler *handler,
				 struct json_object *after,
				 struct map_copy *copy,
				 struct node_error *error)
{
	struct json_object *out, *entries;
	uint8_t start[SHAPE_SIZE_MAX];
	bool more;

	if (after && !find_start(handler, after, start, error))
		return NULL;
	out = json_object_new_object();
	entries = json_object_new_array();
	more = read_entries(handler, after ? start : NULL, copy, entries);
	json_object_object_add(out, "entries", entries);
	json_object_object_add(out, "more", json_object_new_boolean(more));
	return out;
}
