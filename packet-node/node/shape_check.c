/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "shape_types.h"

#define DEPTH_MAX 8
#define PARTS_MAX 256 /* members and elements of a type */
#define WHERE_LEN 96

/* A check of a type, which may come from a stranger: the kernel accepts
 * members that overlap, and structs in structs whose members are more than
 * anyone can visit. */
struct check {
	const struct btf *btf;
	unsigned int parts_n; /* visited so far */
	struct node_error *error;
};

/* Each returns the length of the longest JSON, or 0 with the error filled. */
static uint64_t check_at(struct check *check, uint32_t type, int depth,
			 const char *where);

/* Fills the error and returns 0. */
#define REFUSE(check, ...) \
	((uint64_t)node_fail((check)->error, NODE_REFUSED, __VA_ARGS__))

/* A lock or timer of the kernel is in a struct of its own, which must not be
 * read or written. */
static bool is_kernels(const struct btf *btf, const struct btf_type *t)
{
	return !strncmp(btf__name_by_offset(btf, t->name_off), "bpf_", 4);
}

/* Returns true if an earlier member has the same name. C does not allow that,
 * but the kernel does, and a JSON object would have only one of them. */
static bool is_repeated(const struct btf *btf, const struct btf_type *t,
			uint32_t i)
{
	const char *name = shape_member_name(btf, &btf_members(t)[i]);

	for (uint32_t j = 0; j < i; j++)
		if (!strcmp(name, shape_member_name(btf, &btf_members(t)[j])))
			return true;
	return false;
}

/* 'at' is where the last member ends, and moves behind this one. */
static uint64_t check_member(struct check *check, const struct btf_type *t,
			     uint32_t i, int64_t *at, int depth,
			     const char *where)
{
	const struct btf_member *member = &btf_members(t)[i];
	const char *name = shape_member_name(check->btf, member);
	int64_t size = btf__resolve_size(check->btf, member->type);
	int64_t start = btf_member_bit_offset(t, i) / 8;
	char inside[WHERE_LEN];
	uint64_t len;

	if (!*name)
		return REFUSE(check, "%s has a member without a name", where);
	if (btf_member_bitfield_size(t, i) || btf_member_bit_offset(t, i) % 8)
		return REFUSE(check, "%s: '%s' is a bit field", where, name);
	snprintf(inside, sizeof(inside), "%s.%s", where, name);
	len = check_at(check, member->type, depth + 1, inside);
	if (!len)
		return 0;
	if (start < *at || start + size > t->size)
		return REFUSE(check, "%s overlaps another member, or the end",
			      inside);
	if (is_repeated(check->btf, t, i))
		return REFUSE(check, "%s: two members have this name", inside);
	*at = start + size;
	return len + strlen("\"\":,") + strlen(name);
}

static uint64_t check_struct(struct check *check, const struct btf_type *t,
			     int depth, const char *where)
{
	uint64_t len = strlen("{}");
	int64_t at = 0;

	if (is_kernels(check->btf, t))
		return REFUSE(check, "%s has a member of the kernel", where);
	for (uint32_t i = 0; i < btf_vlen(t); i++) {
		uint64_t more = check_member(check, t, i, &at, depth, where);

		if (!more)
			return 0;
		len += more;
	}
	return len;
}

static uint64_t check_list(struct check *check, const struct btf_type *t,
			   int depth, const char *where)
{
	const struct btf_array *array = btf_array(t);
	uint64_t len = check_at(check, array->type, depth + 1, where);

	return len ? strlen("[]") + array->nelems * (len + strlen(",")) : 0;
}

/* Returns the length of the longest integer of 'size' octets. */
static uint64_t integer_len(uint32_t size)
{
	/* Of 3 decimal digits for each octet, and the sign. */
	return 3 * (uint64_t)size + 1;
}

static uint64_t check_at(struct check *check, uint32_t type, int depth,
			 const char *where)
{
	const struct btf_type *t = shape_resolve(check->btf, &type);
	int64_t size = btf__resolve_size(check->btf, type);

	if (depth > DEPTH_MAX)
		return REFUSE(check, "%s is nested more than %d times", where,
			      DEPTH_MAX);
	if (++check->parts_n > PARTS_MAX)
		return REFUSE(check, "%s: more than %d members", where,
			      PARTS_MAX);
	/* An array of what has no octets could have any length. */
	if (size <= 0 || size > SHAPE_SIZE_MAX)
		return REFUSE(check, "%s has %" PRId64 " octets, not 1 to %d",
			      where, size < 0 ? 0 : size, SHAPE_SIZE_MAX);
	switch (shape_kind_of(check->btf, t)) {
	case SHAPE_INTEGER:
		return integer_len(t->size);
	case SHAPE_BOOL:
		return strlen("false");
	case SHAPE_TEXT:
		/* A control character is \u0001. */
		return strlen("\"\"") + 6 * (uint64_t)size;
	case SHAPE_OCTETS:
		return strlen("\"\"") + 3 * (uint64_t)size;
	case SHAPE_OBJECT:
		return check_struct(check, t, depth, where);
	case SHAPE_LIST:
		return check_list(check, t, depth, where);
	case SHAPE_NONE:
		break;
	}
	return REFUSE(check, "%s has a type that has no JSON", where);
}

uint64_t shape_check(const struct btf *btf, uint32_t type, uint32_t size,
		     const char *where, struct node_error *error)
{
	struct check check = { .btf = btf, .error = error };
	uint64_t len = check_at(&check, type, 0, where);

	if (len && btf__resolve_size(btf, type) != size)
		return REFUSE(&check,
			      "%s has %" PRIu32 " octets, its type has not",
			      where, size);
	return len;
}
