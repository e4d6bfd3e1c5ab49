/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "shape_types.h"

#define WHERE_LEN 96

static void store(uint8_t *data, uint32_t size, uint64_t value)
{
	for (uint32_t i = 0; i < size; i++)
		data[shape_place_of(i, size)] = (uint8_t)(value >> (8 * i));
}

/* JSON-C has integers of int64 and of uint64, and reads a greater one as the
 * greatest. */
static bool unsigned_from_json(struct json_object *json, uint32_t size,
			       uint8_t *data, const char *where,
			       struct node_error *error)
{
	uint64_t max = UINT64_MAX >> (64 - 8 * size);
	uint64_t value = json_object_get_uint64(json);
	const char *text = json_object_get_string(json);

	if (!json_object_is_type(json, json_type_int) || *text == '-' ||
	    value > max || (value == UINT64_MAX && size < 8))
		return node_fail(error, NODE_INVALID,
				 "%s is an integer from 0 to %" PRIu64, where,
				 max);
	store(data, size, value);
	return true;
}

static bool signed_from_json(struct json_object *json, uint32_t size,
			     uint8_t *data, const char *where,
			     struct node_error *error)
{
	int64_t max = (int64_t)(UINT64_MAX >> (65 - 8 * size));
	int64_t value = json_object_get_int64(json);

	if (!json_object_is_type(json, json_type_int) || value > max ||
	    value < -max - 1 ||
	    json_object_get_uint64(json) > (uint64_t)INT64_MAX)
		return node_fail(error, NODE_INVALID,
				 "%s is an integer from %" PRId64
				 " to %" PRId64,
				 where, -max - 1, max);
	store(data, size, (uint64_t)value);
	return true;
}

static bool text_from_json(struct json_object *json, uint32_t len,
			   uint8_t *data, const char *where,
			   struct node_error *error)
{
	const char *text = json_object_get_string(json);
	size_t given = (size_t)json_object_get_string_len(json);

	if (json_object_is_type(json, json_type_string) && given <= len &&
	    strlen(text) == given) {
		memcpy(data, text, given);
		return true;
	}
	return node_fail(error, NODE_INVALID,
			 "%s is a string of at most %" PRIu32 " octets", where,
			 len);
}

static int hex_of(char digit)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *at = digit ? strchr(digits, digit) : NULL;
	int value = at ? (int)(at - digits) : -1;

	return value < 16 ? value : value - 6;
}

/* Returns true for "02:00:0a" of exactly 'len' octets. */
static bool parse_octets(const char *text, uint32_t len, uint8_t *data)
{
	for (uint32_t i = 0; i < len; i++, text += 3) {
		int high = hex_of(text[0]);
		int low = high < 0 ? -1 : hex_of(text[1]);

		if (low < 0 || text[2] != (i + 1 < len ? ':' : '\0'))
			return false;
		data[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool octets_from_json(struct json_object *json, uint32_t len,
			     uint8_t *data, const char *where,
			     struct node_error *error)
{
	if (json_object_is_type(json, json_type_string) &&
	    (size_t)json_object_get_string_len(json) == 3 * (size_t)len - 1 &&
	    parse_octets(json_object_get_string(json), len, data))
		return true;
	return node_fail(error, NODE_INVALID,
			 "%s is %" PRIu32
			 " octets in hexadecimal, with a colon between two",
			 where, len);
}

static bool list_from_json(const struct btf *btf,
			   const struct btf_array *array,
			   struct json_object *json, uint8_t *data,
			   const char *where, struct node_error *error)
{
	int64_t size = btf__resolve_size(btf, array->type);

	if (!json_object_is_type(json, json_type_array) ||
	    json_object_array_length(json) != array->nelems)
		return node_fail(error, NODE_INVALID,
				 "%s is a list of %" PRIu32, where,
				 array->nelems);
	for (uint32_t i = 0; i < array->nelems; i++) {
		char inside[WHERE_LEN];

		snprintf(inside, sizeof(inside), "%s[%" PRIu32 "]", where, i);
		if (!shape_from_json(btf, array->type,
				     json_object_array_get_idx(json, i),
				     data + size * i, inside, error))
			return false;
	}
	return true;
}

/* Returns true if 'name' is a member of the struct. */
static bool has_member(const struct btf *btf, const struct btf_type *t,
		       const char *name)
{
	const struct btf_member *member = btf_members(t);

	for (uint32_t i = 0; i < btf_vlen(t); i++, member++)
		if (!strcmp(shape_member_name(btf, member), name))
			return true;
	return false;
}

/* Checks that the struct has all members that the object has. */
static bool check_known(const struct btf *btf, const struct btf_type *t,
			struct json_object *json, const char *where,
			struct node_error *error)
{
	struct json_object_iterator at = json_object_iter_begin(json);
	const struct json_object_iterator end = json_object_iter_end(json);

	for (; !json_object_iter_equal(&at, &end);
	     json_object_iter_next(&at)) {
		const char *name = json_object_iter_peek_name(&at);

		if (!has_member(btf, t, name))
			return node_fail(error, NODE_INVALID,
					 "%s has no member '%.40s'", where,
					 name);
	}
	return true;
}

static bool struct_from_json(const struct btf *btf, const struct btf_type *t,
			     struct json_object *json, uint8_t *data,
			     const char *where, struct node_error *error)
{
	const struct btf_member *member = btf_members(t);
	char inside[WHERE_LEN];

	if (!json_object_is_type(json, json_type_object))
		return node_fail(error, NODE_INVALID, "%s is an object",
				 where);
	if (!check_known(btf, t, json, where, error))
		return false;
	for (uint32_t i = 0; i < btf_vlen(t); i++, member++) {
		const char *name = shape_member_name(btf, member);
		struct json_object *inner;

		snprintf(inside, sizeof(inside), "%s.%s", where, name);
		if (!json_object_object_get_ex(json, name, &inner))
			return node_fail(error, NODE_INVALID, "%s is missing",
					 inside);
		if (!shape_from_json(btf, member->type, inner,
				     data + member->offset / 8, inside, error))
			return false;
	}
	return true;
}

bool shape_from_json(const struct btf *btf, uint32_t type,
		     struct json_object *json, uint8_t *data,
		     const char *where, struct node_error *error)
{
	const struct btf_type *t = shape_resolve(btf, &type);

	switch (shape_kind_of(btf, t)) {
	case SHAPE_INTEGER:
		return shape_is_signed(btf, type)
			       ? signed_from_json(json, t->size, data, where,
						  error)
			       : unsigned_from_json(json, t->size, data, where,
						    error);
	case SHAPE_BOOL:
		if (!json_object_is_type(json, json_type_boolean))
			return node_fail(error, NODE_INVALID,
					 "%s is true or false", where);
		data[0] = (uint8_t)json_object_get_boolean(json);
		return true;
	case SHAPE_TEXT:
		return text_from_json(json, btf_array(t)->nelems, data, where,
				      error);
	case SHAPE_OCTETS:
		return octets_from_json(json, btf_array(t)->nelems, data,
					where, error);
	case SHAPE_LIST:
		return list_from_json(btf, btf_array(t), json, data, where,
				      error);
	case SHAPE_OBJECT:
		return struct_from_json(btf, t, json, data, where, error);
	case SHAPE_NONE:
		break;
	}
	return node_fail(error, NODE_INVALID, "%s has no JSON", where);
}
