/* SPDX-License-Identifier: Apache-2.0 */
#include "types.h"

#include <stddef.h>

#define MEMBER(btf, name, type)                   \
	btf__add_field((btf), #name, (int)(type), \
		       offsetof(struct all, name) * 8, 0)

/* Adds a struct with one member. */
static uint32_t add_struct(struct btf *btf, const char *name,
			   const char *member, uint32_t type, uint32_t bits)
{
	int id = btf__add_struct(btf, name, 8);

	btf__add_field(btf, member, (int)type, 0, bits);
	return (uint32_t)id;
}

static void add_unsupported(struct types *types)
{
	struct btf *btf = types->btf;
	int id;

	id = btf__add_ptr(btf, (int)types->u8);
	types->pointer = add_struct(btf, "p", "pointer", (uint32_t)id, 0);
	id = btf__add_union(btf, "u", 8);
	btf__add_field(btf, "a", (int)types->u64, 0, 0);
	types->with_union = add_struct(btf, "w", "inner", (uint32_t)id, 0);
	types->bits = add_struct(btf, "b", "bits", types->u64, 3);
	types->real = (uint32_t)btf__add_float(btf, "double", 8);
	types->unnamed = add_struct(btf, "n", "", types->u64, 0);
	types->lock = add_struct(btf, "bpf_spin_lock", "val", types->u32, 0);
}

/* Adds the definition of map "table". */
static void add_map(struct types *types)
{
	struct btf *btf = types->btf;
	int array = btf__add_array(btf, (int)types->u32, (int)types->u32, 5);
	int pointer = btf__add_ptr(btf, array);
	int definition = btf__add_struct(btf, NULL, 8);
	int var;

	btf__add_field(btf, "lvnf_access", pointer, 0, 0);
	var = btf__add_var(btf, "table", BTF_VAR_GLOBAL_ALLOCATED, definition);
	btf__add_datasec(btf, ".maps", 8);
	btf__add_datasec_var_info(btf, var, 0, 8);
}

void types_make(struct types *types)
{
	struct btf *btf = btf__new_empty();
	int text, address, list, c;

	types->btf = btf;
	types->u8 = (uint32_t)btf__add_int(btf, "unsigned char", 1, 0);
	types->s16 = (uint32_t)btf__add_int(btf, "short", 2, BTF_INT_SIGNED);
	types->u32 = (uint32_t)btf__add_int(btf, "unsigned int", 4, 0);
	types->u64 = (uint32_t)btf__add_int(btf, "unsigned long long", 8, 0);
	types->flag = (uint32_t)btf__add_int(btf, "_Bool", 1, BTF_INT_BOOL);
	c = btf__add_int(btf, "char", 1, BTF_INT_SIGNED);
	text = btf__add_array(btf, (int)types->u32, c, 8);
	address = btf__add_array(btf, (int)types->u32, (int)types->u8, 6);
	list = btf__add_array(btf, (int)types->u32, (int)types->u32, 2);
	types->all = (uint32_t)btf__add_struct(btf, "all", sizeof(struct all));
	MEMBER(btf, small, types->u8);
	MEMBER(btf, negative, types->s16);
	MEMBER(btf, large, types->u64);
	MEMBER(btf, flag, types->flag);
	MEMBER(btf, text, text);
	MEMBER(btf, address, address);
	MEMBER(btf, list, list);
	add_unsupported(types);
	add_map(types);
}

void types_free(struct types *types)
{
	btf__free(types->btf);
}
