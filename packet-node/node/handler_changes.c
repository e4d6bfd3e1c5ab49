/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what has changed in the map of a handler. */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "handler.h"
#include "shape.h"

/* Entries that the kernel returns at once. */
#define BATCH 1024

/* Batches of one request, so that others wait for some milliseconds only. */
#define BATCHES_MAX 16

/* Entries of the kernel. */
struct batch {
	uint8_t *keys, *values;
	uint32_t n;
	uint32_t next; /* the kernel's place behind them */
	bool is_last;
};

/* The answer that is made. */
struct findings {
	struct json_object *entries, *gone;
	size_t octets;
};

/* Adds an element to a list. Frees it and returns false if it does not fit. */
static bool add(struct findings *findings, struct json_object *list,
		struct json_object *element)
{
	size_t len;

	json_object_to_json_string_length(element, JSON_C_TO_STRING_PLAIN,
					  &len);
	/* The first one always fits. */
	if (findings->octets &&
	    findings->octets + len + 1 > HANDLER_READ_MAX) {
		json_object_put(element);
		return false;
	}
	findings->octets += len + 1;
	json_object_array_add(list, element);
	return true;
}

/* Reads the next entries. Returns 0 or a positive errno. */
static int read_batch(const struct handler *handler,
		      struct handler_changes *changes, struct batch *batch)
{
	uint32_t *from = changes->has_batch ? &changes->batch : NULL;
	int err;

	batch->n = BATCH;
	err = -bpf_map_lookup_batch(handler->fd, from, &batch->next,
				    batch->keys, batch->values, &batch->n,
				    NULL);
	batch->is_last = err == ENOENT;
	return batch->is_last ? 0 : err;
}

/* Adds the entries of a batch that differ from the copy, which takes them
 * over. Returns false if one does not fit: this batch is not done. */
static bool add_differing(const struct handler *handler, struct map_copy *copy,
			  const struct batch *batch, struct findings *findings,
			  bool *has_room)
{
	for (uint32_t i = 0; i < batch->n; i++) {
		const uint8_t *key = batch->keys + i * handler->key_size;
		const uint8_t *value = batch->values + i * handler->value_size;

		if (map_copy_compare(copy, key, value) == MAP_SAME)
			continue;
		if (!add(findings, findings->entries,
			 handler_entry_json(handler, key, value)))
			return false;
		if (!map_copy_put(copy, key, value, true)) {
			*has_room = false;
			return false;
		}
	}
	return true;
}

/* Adds what differs until the answer is full, the map ends, or others have
 * waited long enough. */
static bool find_differing(const struct handler *handler,
			   struct handler_changes *changes,
			   struct findings *findings, struct node_error *error)
{
	struct batch batch = {
		.keys = calloc(BATCH, handler->key_size),
		.values = calloc(BATCH, handler->value_size),
	};
	bool is_good = batch.keys && batch.values, has_room = true;
	int err = is_good ? 0 : ENOMEM;

	for (int i = 0; is_good && !changes->is_read && i < BATCHES_MAX; i++) {
		err = read_batch(handler, changes, &batch);
		if (err || !add_differing(handler, &changes->copy, &batch,
					  findings, &has_room))
			break;
		changes->is_read = batch.is_last;
		changes->batch = batch.next;
		changes->has_batch = true;
	}
	free(batch.keys);
	free(batch.values);
	if (!err && has_room)
		return true;
	return node_fail(error, err ? NODE_FAILED : NODE_FULL,
			 "the changes of handler '%s' are not known: %s",
			 handler->name, err ? strerror(err) : "no room");
}

/* Adds the keys of entries that are gone. Returns false if one does not fit.
 */
static bool add_gone(const struct handler *handler,
		     struct handler_changes *changes,
		     struct findings *findings)
{
	const uint8_t *key;
	size_t at;

	while ((key = map_copy_lost(&changes->copy, changes->lost, &at))) {
		if (!add(findings, findings->gone,
			 shape_to_json(handler->btf, handler->key_type, key)))
			return false;
		changes->lost = at + 1;
	}
	return true;
}

struct json_object *handler_find_changes(const struct handler *handler,
					 struct handler_changes *changes,
					 struct node_error *error)
{
	struct findings findings = { json_object_new_array(),
				     json_object_new_array(), 0 };
	struct json_object *out = json_object_new_object();
	bool more = true;

	json_object_object_add(out, "entries", findings.entries);
	json_object_object_add(out, "gone", findings.gone);
	if (!find_differing(handler, changes, &findings, error)) {
		json_object_put(out);
		return NULL;
	}
	if (changes->is_read)
		more = !add_gone(handler, changes, &findings);
	json_object_object_add(out, "more", json_object_new_boolean(more));
	return out;
}
