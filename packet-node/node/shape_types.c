/* SPDX-License-Identifier: Apache-2.0 */
#include "shape_types.h"

#include <string.h>

const struct btf_type *shape_resolve(const struct btf *btf, uint32_t *type)
{
	int32_t id = btf__resolve_type(btf, *type);

	if (id <= 0)
		return NULL;
	*type = (uint32_t)id;
	return btf__type_by_id(btf, *type);
}

static bool is_octet(const struct btf *btf, uint32_t type)
{
	const struct btf_type *t = shape_resolve(btf, &type);

	return t && btf_is_int(t) && t->size == 1 &&
	       !(btf_int_encoding(t) & BTF_INT_BOOL);
}

/* Compilers encode char as signed where it is, not as BTF_INT_CHAR. So the
 * name tells text from small numbers. */
static bool is_char(const struct btf *btf, uint32_t type)
{
	const struct btf_type *t = shape_resolve(btf, &type);

	return is_octet(btf, type) &&
	       !strcmp(btf__name_by_offset(btf, t->name_off), "char");
}

/* Compilers before LLVM 16 do not note that an enumeration is signed, so one
 * with a negative value tells. */
static bool is_signed_enum(const struct btf_type *t)
{
	bool is_signed = btf_kflag(t);

	for (uint32_t i = 0; btf_is_enum(t) && i < btf_vlen(t); i++)
		is_signed |= btf_enum(t)[i].val < 0;
	return is_signed;
}

bool shape_is_signed(const struct btf *btf, uint32_t type)
{
	const struct btf_type *t = shape_resolve(btf, &type);

	if (btf_is_any_enum(t))
		return is_signed_enum(t);
	return btf_is_int(t) && btf_int_encoding(t) & BTF_INT_SIGNED;
}

static enum shape_kind kind_of_array(const struct btf *btf,
				     const struct btf_type *t)
{
	const struct btf_array *array = btf_array(t);

	if (!array->nelems)
		return SHAPE_NONE;
	if (is_char(btf, array->type))
		return SHAPE_TEXT;
	if (is_octet(btf, array->type) && !shape_is_signed(btf, array->type))
		return SHAPE_OCTETS;
	return SHAPE_LIST;
}

enum shape_kind shape_kind_of(const struct btf *btf, const struct btf_type *t)
{
	if (!t)
		return SHAPE_NONE;
	if (btf_is_array(t))
		return kind_of_array(btf, t);
	if (btf_is_struct(t))
		return SHAPE_OBJECT;
	if (btf_is_int(t) && btf_int_encoding(t) & BTF_INT_BOOL)
		return t->size == 1 ? SHAPE_BOOL : SHAPE_NONE;
	if (btf_is_int(t) || btf_is_any_enum(t))
		return t->size && t->size <= 8 ? SHAPE_INTEGER : SHAPE_NONE;
	return SHAPE_NONE;
}

const char *shape_member_name(const struct btf *btf,
			      const struct btf_member *member)
{
	return btf__name_by_offset(btf, member->name_off);
}
