/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the maps of handlers. */
#include "handler.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shape.h"

/* Entries of one request to write. */
#define WRITE_MAX 4096

/* What a request writes, in the form of the map. */
struct changes {
	uint8_t *keys, *values; /* of the entries */
	size_t n;
	uint8_t *deleted; /* keys */
	size_t deleted_n;
};

static void free_changes(struct changes *changes)
{
	free(changes->keys);
	free(changes->values);
	free(changes->deleted);
}

/* An array's key is an index. */
static bool check_index(const struct handler *handler, const uint8_t *key,
			const char *where, struct node_error *error)
{
	uint32_t index;

	if (handler->map_type != BPF_MAP_TYPE_ARRAY)
		return true;
	memcpy(&index, key, sizeof(index));
	if (index < handler->max_entries)
		return true;
	return node_fail(error, NODE_INVALID,
			 "%s of handler '%s' is at most %" PRIu32, where,
			 handler->name, handler->max_entries - 1);
}

static bool parse_entry(const struct handler *handler,
			struct json_object *entry, size_t i,
			struct changes *changes, struct node_error *error)
{
	uint8_t *at = changes->keys + i * handler->key_size;
	struct json_object *key, *value;
	char where[80];

	if (!json_object_is_type(entry, json_type_object) ||
	    json_object_object_length(entry) != 2 ||
	    !json_object_object_get_ex(entry, "key", &key) ||
	    !json_object_object_get_ex(entry, "value", &value))
		return node_fail(error, NODE_INVALID,
				 "entry %zu of handler '%s' is an object of "
				 "'key' and 'value'",
				 i, handler->name);
	snprintf(where, sizeof(where), "%s: entries[%zu].key", handler->name,
		 i);
	if (!shape_from_json(handler->btf, handler->key_type, key, at, where,
			     error) ||
	    !check_index(handler, at, where, error))
		return false;
	snprintf(where, sizeof(where), "%s: entries[%zu].value", handler->name,
		 i);
	return shape_from_json(handler->btf, handler->value_type, value,
			       changes->values + i * handler->value_size,
			       where, error);
}

/* Returns the length of a list, which may be NULL; false if it is no list or
 * has more than WRITE_MAX. */
static bool length_of_list(const struct handler *handler,
			   struct json_object *list, const char *what,
			   size_t *n, struct node_error *error)
{
	*n = 0;
	if (!list)
		return true;
	if (json_object_is_type(list, json_type_array))
		*n = json_object_array_length(list);
	if (json_object_is_type(list, json_type_array) && *n <= WRITE_MAX)
		return true;
	return node_fail(error, NODE_INVALID,
			 "'%s' of handler '%s' is a list of at most %d", what,
			 handler->name, WRITE_MAX);
}

static bool parse_entries(const struct handler *handler,
			  struct json_object *entries, struct changes *changes,
			  struct node_error *error)
{
	if (!length_of_list(handler, entries, "entries", &changes->n, error))
		return false;
	changes->keys = calloc(changes->n + 1, handler->key_size);
	changes->values = calloc(changes->n + 1, handler->value_size);
	if (!changes->keys || !changes->values)
		return node_fail(error, NODE_FAILED, "no memory");
	for (size_t i = 0; i < changes->n; i++)
		if (!parse_entry(handler,
				 json_object_array_get_idx(entries, i), i,
				 changes, error))
			return false;
	return true;
}

static bool parse_deleted(const struct handler *handler,
			  struct json_object *deleted, struct changes *changes,
			  struct node_error *error)
{
	if (!length_of_list(handler, deleted, "delete", &changes->deleted_n,
			    error))
		return false;
	if (changes->deleted_n && handler->map_type == BPF_MAP_TYPE_ARRAY)
		return node_fail(error, NODE_INVALID,
				 "handler '%s' is an array: no entry can be "
				 "deleted",
				 handler->name);
	changes->deleted = calloc(changes->deleted_n + 1, handler->key_size);
	if (!changes->deleted)
		return node_fail(error, NODE_FAILED, "no memory");
	for (size_t i = 0; i < changes->deleted_n; i++) {
		char where[80];

		snprintf(where, sizeof(where), "%s: delete[%zu]",
			 handler->name, i);
		if (!shape_from_json(handler->btf, handler->key_type,
				     json_object_array_get_idx(deleted, i),
				     changes->deleted + i * handler->key_size,
				     where, error))
			return false;
	}
	return true;
}

/* An entry before it was changed, to undo the change. */
struct former {
	const uint8_t *key;
	bool existed;
};

/* What has been changed so far, in order. */
struct undo {
	struct former *entries;
	uint8_t *values; /* of the entries that existed */
	size_t n;
};

/* Notes an entry that changes next. */
static void note_former(const struct handler *handler, struct undo *undo,
			const uint8_t *key)
{
	struct former *former = &undo->entries[undo->n];
	uint8_t *value = undo->values + undo->n * handler->value_size;

	former->key = key;
	former->existed = !bpf_map_lookup_elem(handler->fd, key, value);
	undo->n++;
}

/* Undoes all changes, the last one first. Returns false if one cannot be
 * undone, because frames have taken its place. */
static bool undo_all(const struct handler *handler, const struct undo *undo)
{
	bool is_good = true;

	for (size_t i = undo->n; i-- > 0;) {
		const struct former *former = &undo->entries[i];

		if (former->existed)
			is_good &= !bpf_map_update_elem(
				handler->fd, former->key,
				undo->values + i * handler->value_size,
				BPF_ANY);
		else
			bpf_map_delete_elem(handler->fd, former->key);
	}
	return is_good;
}

/* Changes the entries one by one. Returns the number of those that are
 * written.
 */
static size_t change_all(const struct handler *handler,
			 const struct changes *changes, struct undo *undo,
			 int *err)
{
	for (size_t i = 0; i < changes->deleted_n; i++) {
		const uint8_t *key = changes->deleted + i * handler->key_size;

		note_former(handler, undo, key);
		bpf_map_delete_elem(handler->fd, key);
	}
	for (size_t i = 0; i < changes->n; i++) {
		const uint8_t *key = changes->keys + i * handler->key_size;

		note_former(handler, undo, key);
		*err = -bpf_map_update_elem(
			handler->fd, key,
			changes->values + i * handler->value_size, BPF_ANY);
		if (*err)
			return i;
	}
	return changes->n;
}

/* Only the kernel knows whether a hash has room, so a change that fails is
 * undone. */
static bool apply(const struct handler *handler, const struct changes *changes,
		  struct node_error *error)
{
	const size_t most = changes->n + changes->deleted_n;
	struct undo undo = {
		.entries = calloc(most + 1, sizeof(*undo.entries)),
		.values = calloc(most + 1, handler->value_size),
	};
	int err = ENOMEM;
	size_t n = 0;

	if (undo.entries && undo.values) {
		err = 0;
		n = change_all(handler, changes, &undo, &err);
	}
	if (err)
		node_fail(error, err == E2BIG ? NODE_FULL : NODE_FAILED,
			  "handler '%s' of %" PRIu32 " entries: entry %zu of "
			  "%zu is not written: %s; %s",
			  handler->name, handler->max_entries, n + 1,
			  changes->n, err == E2BIG ? "no room" : strerror(err),
			  undo_all(handler, &undo)
				  ? "nothing is changed"
				  : "and frames have taken the old ones");
	free(undo.entries);
	free(undo.values);
	return !err;
}

bool handler_write(const struct handler *handler, struct json_object *entries,
		   struct json_object *deleted, struct node_error *error)
{
	struct changes changes = { 0 };
	bool good = parse_entries(handler, entries, &changes, error) &&
		    parse_deleted(handler, deleted, &changes, error) &&
		    apply(handler, &changes, error);

	free_changes(&changes);
	return good;
}
