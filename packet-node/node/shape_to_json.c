/* SPDX-License-Identifier: Apache-2.0 */
#include "shape.h"

#include <stdio.h>

#include "shape_types.h"

static uint64_t load(const uint8_t *data, uint32_t size)
{
	uint64_t value = 0;

	for (uint32_t i = 0; i < size; i++)
		value |= (uint64_t)data[shape_place_of(i, size)] << (8 * i);
	return value;
}

static struct json_object *integer_to_json(const struct btf *btf,
					   uint32_t type, uint32_t size,
					   const uint8_t *data)
{
	uint64_t value = load(data, size);
	unsigned int unused = 64 - 8 * size;

	if (!shape_is_signed(btf, type))
		return json_object_new_uint64(value);
	return json_object_new_int64((int64_t)(value << unused) >> unused);
}

/* Text that is not ASCII could not be in JSON; each such octet is a '?'. */
static struct json_object *text_to_json(const uint8_t *data, uint32_t len)
{
	char text[SHAPE_SIZE_MAX + 1];
	uint32_t n = 0;

	for (; n < len && data[n]; n++)
		text[n] = (char)(data[n] < 0x80 ? data[n] : '?');
	return json_object_new_string_len(text, (int)n);
}

static struct json_object *octets_to_json(const uint8_t *data, uint32_t len)
{
	char text[SHAPE_SIZE_MAX * 3 + 1];

	for (uint32_t i = 0; i < len; i++)
		sprintf(text + (size_t)3 * i, "%02x:", data[i]);
	return json_object_new_string_len(text, (int)(3 * len - 1));
}

static struct json_object *list_to_json(const struct btf *btf,
					const struct btf_array *array,
					const uint8_t *data)
{
	struct json_object *list = json_object_new_array();
	int64_t size = btf__resolve_size(btf, array->type);

	for (uint32_t i = 0; i < array->nelems; i++)
		json_object_array_add(list, shape_to_json(btf, array->type,
							  data + size * i));
	return list;
}

static struct json_object *struct_to_json(const struct btf *btf,
					  const struct btf_type *t,
					  const uint8_t *data)
{
	struct json_object *object = json_object_new_object();
	const struct btf_member *member = btf_members(t);

	for (uint32_t i = 0; i < btf_vlen(t); i++, member++)
		json_object_object_add(
			object, shape_member_name(btf, member),
			shape_to_json(btf, member->type,
				      data + member->offset / 8));
	return object;
}

struct json_object *shape_to_json(const struct btf *btf, uint32_t type,
				  const uint8_t *data)
{
	const struct btf_type *t = shape_resolve(btf, &type);

	switch (shape_kind_of(btf, t)) {
	case SHAPE_INTEGER:
		return integer_to_json(btf, type, t->size, data);
	case SHAPE_BOOL:
		return json_object_new_boolean(data[0]);
	case SHAPE_TEXT:
		return text_to_json(data, btf_array(t)->nelems);
	case SHAPE_OCTETS:
		return octets_to_json(data, btf_array(t)->nelems);
	case SHAPE_LIST:
		return list_to_json(btf, btf_array(t), data);
	case SHAPE_OBJECT:
		return struct_to_json(btf, t, data);
	case SHAPE_NONE:
		break;
	}
	return NULL;
}
