/* SPDX-License-Identifier: Apache-2.0 */
#include "nft_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------- */

static bool write_key(struct json_object *element, char *out, size_t len);

/* Writes the keys of a list with a text between them. */
static bool write_keys(struct json_object *list, const char *between,
		       char *out, size_t len)
{
	const size_t n = json_object_array_length(list);

	*out = '\0';
	for (size_t i = 0; i < n; i++) {
		size_t end = strlen(out);

		if (i) {
			snprintf(out + end, len - end, "%s", between);
			end = strlen(out);
		}
		if (!write_key(json_object_array_get_idx(list, i), out + end,
			       len - end))
			return false;
	}
	return n;
}

static bool write_prefix(struct json_object *prefix, char *out, size_t len)
{
	struct json_object *address = entries_member(prefix, "addr");
	struct json_object *bits = entries_member(prefix, "len");

	if (!json_object_is_type(address, json_type_string) ||
	    !json_object_is_type(bits, json_type_int))
		return false;
	snprintf(out, len, "%s/%d", json_object_get_string(address),
		 json_object_get_int(bits));
	return true;
}

/* Writes an element as nft would. */
static bool write_key(struct json_object *element, char *out, size_t len)
{
	struct json_object *part;

	switch (json_object_get_type(element)) {
	case json_type_string:
	case json_type_int:
		snprintf(out, len, "%s", json_object_get_string(element));
		return true;
	case json_type_object:
		break;
	default:
		return false;
	}
	part = entries_member(element, "prefix");
	if (part)
		return write_prefix(part, out, len);
	part = entries_member(element, "range");
	if (json_object_is_type(part, json_type_array))
		return write_keys(part, "-", out, len);
	part = entries_member(element, "concat");
	if (json_object_is_type(part, json_type_array))
		return write_keys(part, " . ", out, len);
	/* With a counter or a timeout. */
	part = entries_member(entries_member(element, "elem"), "val");
	return part && write_key(part, out, len);
}

/* Returns the list of elements, which the set may not have; NULL: the text is
 * not what nft prints. */
static struct json_object *find_elements(struct json_object *printed,
					 bool *is_set)
{
	struct json_object *list = entries_member(printed, "nftables");
	size_t n = json_object_is_type(list, json_type_array)
			   ? json_object_array_length(list)
			   : 0;

	*is_set = false;
	for (size_t i = 0; i < n; i++) {
		struct json_object *set = entries_member(
			json_object_array_get_idx(list, i), "set");
		struct json_object *elements = entries_member(set, "elem");

		*is_set |= set != NULL;
		if (json_object_is_type(elements, json_type_array))
			return elements;
	}
	return NULL;
}

static bool fail_output(struct node_error *error)
{
	return node_fail(error, NODE_FAILED,
			 "what nft has printed is no set with elements that "
			 "handlers can have");
}

/* Adds the elements of a set. */
static bool add_elements(struct entries *entries, struct json_object *elements,
			 struct node_error *error)
{
	const size_t n = elements ? json_object_array_length(elements) : 0;
	char key[ENTRIES_KEY_MAX];

	for (size_t i = 0; i < n && !entries->more; i++) {
		if (!write_key(json_object_array_get_idx(elements, i), key,
			       sizeof(key)))
			return fail_output(error);
		entries_add(entries, key, json_object_new_boolean(true));
	}
	return true;
}

struct json_object *nft_set_read(const char *printed, const char *after,
				 struct node_error *error)
{
	struct json_object *json = json_tokener_parse(printed);
	struct json_object *elements, *out = NULL;
	struct entries entries;
	bool is_set;

	elements = find_elements(json, &is_set);
	entries_begin(&entries, after);
	if (!is_set)
		fail_output(error);
	else if (add_elements(&entries, elements, error))
		out = entries_end(&entries, error);
	entries_clear(&entries);
	json_object_put(json);
	return out;
}

/* --- writing ------------------------------------------------------------- */

/* Returns true for what cannot be anything but elements: parts that ' . '
 * joins. */
static bool is_key(const char *key)
{
	const char *const allowed = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789.:/_-";
	const char *at = key;

	if (strlen(key) >= ENTRIES_KEY_MAX)
		return false;
	while (true) {
		size_t n = strspn(at, allowed);

		if (!n || *at == '-')
			return false;
		at += n;
		if (!*at)
			return true;
		if (strncmp(at, " . ", 3) != 0)
			return false;
		at += 3;
	}
}

/* Returns the key of a JSON value, or NULL with '*error' filled. */
static const char *get_key(struct json_object *value, struct node_error *error)
{
	const char *key =
		json_object_is_type(value, json_type_string) ||
				json_object_is_type(value, json_type_int)
			? json_object_get_string(value)
			: NULL;

	if (key && is_key(key) &&
	    strlen(key) == (size_t)json_object_get_string_len(value))
		return key;
	/* A number has no length of a string. */
	if (key && is_key(key) && json_object_is_type(value, json_type_int))
		return key;
	node_fail(error, NODE_INVALID,
		  "an element of a set is text as nft reads it, as "
		  "192.0.2.0/24 or 80, not '%.60s'",
		  key ? key : json_object_to_json_string(value));
	return NULL;
}

/* Returns the key of an entry. */
static const char *get_entry(struct json_object *entry,
			     struct node_error *error)
{
	struct json_object *value = entries_member(entry, "value");

	if (!json_object_is_type(value, json_type_boolean) ||
	    !json_object_get_boolean(value)) {
		node_fail(error, NODE_INVALID,
			  "an entry of a set has a key, and the value true");
		return NULL;
	}
	return get_key(entries_member(entry, "key"), error);
}

static bool write_deleted(FILE *out, const char *where,
			  struct json_object *deleted,
			  struct node_error *error)
{
	const size_t n = deleted ? json_object_array_length(deleted) : 0;

	for (size_t i = 0; i < n; i++) {
		const char *key =
			get_key(json_object_array_get_idx(deleted, i), error);

		if (!key)
			return false;
		/* One that is not there can be deleted too. */
		fprintf(out, "add element %s { %s }\n", where, key);
		fprintf(out, "delete element %s { %s }\n", where, key);
	}
	return true;
}

static bool write_entries(FILE *out, const char *where,
			  struct json_object *entries,
			  struct node_error *error)
{
	const size_t n = entries ? json_object_array_length(entries) : 0;

	for (size_t i = 0; i < n; i++) {
		const char *key = get_entry(
			json_object_array_get_idx(entries, i), error);

		if (!key)
			return false;
		fprintf(out, "add element %s { %s }\n", where, key);
	}
	return true;
}

char *nft_set_write(const struct manifest_set *set,
		    struct json_object *entries, struct json_object *deleted,
		    struct node_error *error)
{
	char where[96], *text = NULL;
	size_t len;
	FILE *out;
	bool is_good;

	if (!entries_check(entries, "entries", error) ||
	    !entries_check(deleted, "delete", error))
		return NULL;
	out = open_memstream(&text, &len);
	if (!out) {
		node_fail(error, NODE_FAILED, "no memory");
		return NULL;
	}
	snprintf(where, sizeof(where), "%s %s %s", set->family, set->table,
		 set->name);
	is_good = write_deleted(out, where, deleted, error) &&
		  write_entries(out, where, entries, error);
	if (fclose(out) && is_good)
		is_good = node_fail(error, NODE_FAILED, "no memory");
	if (is_good)
		return text;
	free(text);
	return NULL;
}
