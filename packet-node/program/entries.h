/* SPDX-License-Identifier: Apache-2.0 */
/* The entries of a handler that a command has printed, as a line of the
 * protocol has room for. Does no I/O. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "node/node.h"

#define ENTRIES_KEY_MAX 128  /* octets of a key, with the final 0 */
#define ENTRIES_MAX	4096 /* of a writing */

struct entries {
	const char *after; /* NULL: the caller begins with the first entry */
	struct json_object *list;
	size_t octets;
	bool is_behind, more;
};

/* Begins with what is behind the key 'after', which may be NULL and stays. */
void entries_begin(struct entries *entries, const char *after);

/* Adds an entry if it is behind that key and there is room. Consumes 'value'.
 */
void entries_add(struct entries *entries, const char *key,
		 struct json_object *value);

/* Returns {"entries", "more"}, or NULL with '*error' filled if that key has
 * not been added. */
struct json_object *entries_end(struct entries *entries,
				struct node_error *error);

/* Frees what entries_end() has not returned. */
void entries_clear(struct entries *entries);

/* Checks a list of a request. NULL is good. */
bool entries_check(struct json_object *list, const char *what,
		   struct node_error *error);

/* Returns a member of an object, or NULL. */
struct json_object *entries_member(struct json_object *object,
				   const char *key);

#endif
