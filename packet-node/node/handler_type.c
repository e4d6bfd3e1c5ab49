/* SPDX-License-Identifier: Apache-2.0 */
/* What an image declares about a handler. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "handler.h"
#include "shape.h"

#define ACCESS_MEMBER "lvnf_access"

/* Octets of an entry besides its key and value. */
#define HANDLER_ENTRY_LEN (sizeof("{\"key\":,\"value\":},") - 1)

/* Returns the number that __uint(name, number) puts into a map's definition,
 * the length of an array; 0 if it has no such member. */
static unsigned int definition_number(const struct btf *btf, uint32_t type,
				      const char *name)
{
	const struct btf_type *t =
		btf__type_by_id(btf, (uint32_t)btf__resolve_type(btf, type));
	const struct btf_member *member;

	if (!t || !btf_is_struct(t))
		return 0;
	member = btf_members(t);
	for (uint32_t i = 0; i < btf_vlen(t); i++, member++) {
		const struct btf_type *inner;

		if (strcmp(btf__name_by_offset(btf, member->name_off), name))
			continue;
		inner = btf__type_by_id(btf, member->type);
		if (!inner || !btf_is_ptr(inner))
			return 0;
		inner = btf__type_by_id(btf, inner->type);
		return inner && btf_is_array(inner) ? btf_array(inner)->nelems
						    : 0;
	}
	return 0;
}

unsigned int handler_access(const struct btf *btf, const char *name)
{
	int32_t id = btf__find_by_name_kind(btf, ".maps", BTF_KIND_DATASEC);
	const struct btf_type *section =
		id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
	const struct btf_var_secinfo *at;

	if (!section)
		return 0;
	at = btf_var_secinfos(section);
	for (uint32_t i = 0; i < btf_vlen(section); i++, at++) {
		const struct btf_type *var = btf__type_by_id(btf, at->type);

		if (var && btf_is_var(var) &&
		    !strcmp(btf__name_by_offset(btf, var->name_off), name))
			return definition_number(btf, var->type,
						 ACCESS_MEMBER);
	}
	return 0;
}

/* A name of the kernel may have dots, which a file of its file system of eBPF
 * cannot have. */
static bool has_good_name(const struct handler *handler)
{
	const char *at = handler->name;

	while (isascii((unsigned char)*at) &&
	       (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	return !*at && *handler->name;
}

bool handler_check(const struct handler *handler, struct node_error *error)
{
	uint64_t key, value;
	char where[64];

	if (!has_good_name(handler))
		return node_fail(error, NODE_REFUSED,
				 "handler '%s' has other characters than "
				 "letters, digits and underscores",
				 handler->name);
	switch (handler->map_type) {
	case BPF_MAP_TYPE_ARRAY:
	case BPF_MAP_TYPE_HASH:
	case BPF_MAP_TYPE_LRU_HASH:
		break;
	default:
		return node_fail(error, NODE_REFUSED,
				 "handler '%s' is no array, hash or LRU hash",
				 handler->name);
	}
	if (!handler->key_type || !handler->value_type)
		return node_fail(error, NODE_REFUSED,
				 "handler '%s' has no types: use __type() and "
				 "compile with -g",
				 handler->name);
	snprintf(where, sizeof(where), "key of handler '%s'", handler->name);
	key = shape_check(handler->btf, handler->key_type, handler->key_size,
			  where, error);
	if (!key)
		return false;
	snprintf(where, sizeof(where), "value of handler '%s'", handler->name);
	value = shape_check(handler->btf, handler->value_type,
			    handler->value_size, where, error);
	if (!value)
		return false;
	if (key + value + HANDLER_ENTRY_LEN <= HANDLER_READ_MAX)
		return true;
	return node_fail(error, NODE_REFUSED,
			 "an entry of handler '%s' can have %" PRIu64
			 " octets as JSON, more than %d",
			 handler->name, key + value + HANDLER_ENTRY_LEN,
			 HANDLER_READ_MAX);
}
