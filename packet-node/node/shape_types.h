/* SPDX-License-Identifier: Apache-2.0 */
/* What the types of handlers are for JSON. For shape.h's functions only. */
#ifndef SHAPE_TYPES_H
#define SHAPE_TYPES_H

#include <bpf/btf.h>
#include <stdbool.h>
#include <stdint.h>

/* What a type is for JSON. */
enum shape_kind {
	SHAPE_NONE, /* it has no JSON */
	SHAPE_INTEGER,
	SHAPE_BOOL,
	SHAPE_TEXT,
	SHAPE_OCTETS,
	SHAPE_LIST,
	SHAPE_OBJECT,
};

/* Follows typedefs and qualifiers. Returns NULL for void. */
const struct btf_type *shape_resolve(const struct btf *btf, uint32_t *type);

/* Returns what a type is, which shape_resolve() has returned and may be NULL.
 */
enum shape_kind shape_kind_of(const struct btf *btf, const struct btf_type *t);

/* Returns true if an integer or enumeration has a sign. */
bool shape_is_signed(const struct btf *btf, uint32_t type);

const char *shape_member_name(const struct btf *btf,
			      const struct btf_member *member);

/* Returns where the octet with weight 256^i is in an integer of this machine.
 */
static inline uint32_t shape_place_of(uint32_t i, uint32_t size)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : size - 1 - i;
}

#endif
