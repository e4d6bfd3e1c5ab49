/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers: the maps of an image that others may read and write. */
#ifndef HANDLER_H
#define HANDLER_H

#include <bpf/btf.h>
#include <json-c/json.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "map_copy.h"
#include "node_error.h"

/* Octets of a reading, so that the answer fits into a line of the protocol. */
#define HANDLER_READ_MAX 60000
#define HANDLER_NAME_MAX (BPF_OBJ_NAME_LEN - 1)

/* The types of an image's handlers. */
struct handler_types {
	struct btf *btf; /* NULL: not loaded yet */
	uint32_t id;	 /* in the kernel */
};

struct handler {
	char name[HANDLER_NAME_MAX + 1];
	unsigned int access; /* LVNF_READ, ... */
	uint32_t id;	     /* of the map, in the kernel */
	uint32_t map_type;   /* array, hash or LRU hash */
	uint32_t key_size, value_size, max_entries;
	uint32_t key_type, value_type; /* in 'btf' */
	const struct btf *btf;
	int fd; /* of the map, or -1 */
};

/* Returns the access that the image's BTF declares for map 'name'; 0: the map
 * is no handler. */
unsigned int handler_access(const struct btf *btf, const char *name);

/* Fills what the kernel knows of a map. The first map of an image loads its
 * types. Returns 0, ENODATA if the map is no handler, EINVAL if it has other
 * types than the maps before it, or another positive errno. If not 0,
 * '*handler' has no descriptor. */
int handler_open(struct handler *handler, int fd, struct handler_types *types);

/* Closes the handlers of an image, and frees their types. */
void handlers_close(struct handler *handlers, size_t n,
		    struct handler_types *types);

/* Checks that the map can be a handler: its type, and that of its entries. */
bool handler_check(const struct handler *handler, struct node_error *error);

/* Reads entries behind the key 'after', or from the beginning if that is NULL,
 * as far as they fit into HANDLER_READ_MAX. Returns
 * {"entries": [{"key", "value"}], "more"} or NULL. Unless 'copy' is NULL, it
 * takes over what was read, and ends if that has no room. */
struct json_object *handler_read(const struct handler *handler,
				 struct json_object *after,
				 struct map_copy *copy,
				 struct node_error *error);

/* Where a search for changes of a map is. */
struct handler_changes {
	struct map_copy copy; /* of the map, as somebody has read it */
	uint32_t batch;	      /* the kernel's place in the map */
	bool has_batch, is_read;
	size_t lost; /* entries of the copy that were looked at */
};

/* Finds some of the entries that differ from the copy, or are gone, as far as
 * they fit into HANDLER_READ_MAX. The copy has them then. Returns
 * {"entries": [{"key", "value"}], "gone": [key], "more"} or NULL. */
struct json_object *handler_find_changes(const struct handler *handler,
					 struct handler_changes *changes,
					 struct node_error *error);

/* Returns an entry as JSON. */
struct json_object *handler_entry_json(const struct handler *handler,
				       const uint8_t *key,
				       const uint8_t *value);

/* Writes all 'entries' ([{"key", "value"}]) and deletes all keys in 'deleted';
 * either may be NULL. Everything is checked before anything changes; what the
 * map has no room for is undone. */
bool handler_write(const struct handler *handler, struct json_object *entries,
		   struct json_object *deleted, struct node_error *error);

#endif
