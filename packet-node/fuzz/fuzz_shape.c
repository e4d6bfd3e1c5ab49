/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of a controller as a value of a handler. What is accepted has to come
 * back as the same JSON. */
#include <json-c/json.h>

#include "fuzz.h"
#include "node/shape.h"
#include "types.h"

static struct types types;

/* Aborts unless data and JSON convert into each other. */
static void check(const struct all *value)
{
	struct json_object *json =
		shape_to_json(types.btf, types.all, (const uint8_t *)value);
	struct node_error error;
	struct all again;

	memset(&again, 0, sizeof(again));
	if (!shape_from_json(types.btf, types.all, json, (uint8_t *)&again,
			     "value", &error) ||
	    memcmp(value, &again, sizeof(again)))
		abort();
	json_object_put(json);
}

/* Returns true if text would come back as it is: ASCII only. */
static bool is_ascii(const struct all *value)
{
	for (size_t i = 0; i < sizeof(value->text); i++)
		if (value->text[i] & 0x80)
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_tokener *tokener = json_tokener_new_ex(16);
	struct json_object *json;
	struct node_error error;
	struct all value;

	if (!types.btf)
		types_make(&types);
	json = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
	memset(&value, 0, sizeof(value));
	if (shape_from_json(types.btf, types.all, json, (uint8_t *)&value,
			    "value", &error) &&
	    is_ascii(&value))
		check(&value);
	json_object_put(json);
	json_tokener_free(tokener);
	return 0;
}
