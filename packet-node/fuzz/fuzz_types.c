/* SPDX-License-Identifier: Apache-2.0 */
/* Types of a stranger's image. What is accepted has JSON of at most the length
 * that the check has told, and this can be written. */
#include <json-c/json.h>

#include "fuzz.h"
#include "node/shape.h"

/* Takes the next octet, 0 at the end. */
static uint8_t take(const uint8_t **data, size_t *size)
{
	if (!*size)
		return 0;
	--*size;
	return *(*data)++;
}

/* Adds one type or member. */
static void add(struct btf *btf, const uint8_t **data, size_t *size)
{
	const uint8_t kind = take(data, size);
	const int type = take(data, size);
	const uint32_t n = (uint32_t)take(data, size) << (kind >> 4);
	const char name[] = { 'm', (char)('a' + n % 26), '\0' };

	switch (kind % 10) {
	case 0:
		btf__add_int(btf, kind & 16 ? "char" : "int", 1 << (n % 5),
			     kind & 32 ? BTF_INT_SIGNED : 0);
		break;
	case 1:
		btf__add_int(btf, "_Bool", 1, BTF_INT_BOOL);
		break;
	case 2:
		btf__add_struct(btf, "s", n);
		break;
	case 3:
	case 4:
	case 5:
		btf__add_field(btf, name, type, n * 8, 0);
		break;
	case 6:
		btf__add_array(btf, type, type, n);
		break;
	case 7:
		btf__add_typedef(btf, "t", type);
		break;
	case 8:
		btf__add_enum(btf, "e", 1U << n % 4);
		break;
	default:
		btf__add_enum_value(btf, "v", (int8_t)type);
		break;
	}
}

static void check(const struct btf *btf, uint32_t type, uint32_t size,
		  uint8_t octet, uint64_t most)
{
	uint8_t value[SHAPE_SIZE_MAX], again[SHAPE_SIZE_MAX] = { 0 };
	struct json_object *json;
	struct node_error error;
	size_t len;

	memset(value, octet, size);
	json = shape_to_json(btf, type, value);
	json_object_to_json_string_length(json, JSON_C_TO_STRING_PLAIN, &len);
	if (len > most ||
	    !shape_from_json(btf, type, json, again, "value", &error))
		abort();
	json_object_put(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct btf *btf = btf__new_empty();
	struct node_error error;

	while (size && btf__type_cnt(btf) < 200)
		add(btf, &data, &size);
	for (uint32_t i = 1; i < btf__type_cnt(btf); i++) {
		int64_t octets = btf__resolve_size(btf, i);
		uint64_t most =
			shape_check(btf, i, (uint32_t)octets, "type", &error);

		if (!most)
			continue;
		check(btf, i, (uint32_t)octets, 0, most);
		check(btf, i, (uint32_t)octets, 1, most);
		check(btf, i, (uint32_t)octets, 0xff, most);
	}
	btf__free(btf);
	return 0;
}
