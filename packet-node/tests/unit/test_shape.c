/* SPDX-License-Identifier: Apache-2.0 */
#include "node/handler.h"
#include "node/shape.h"
#include "types.h"
#include "unit.h"

static struct types types;
static struct node_error error;

static const char all_json[] =
	"{\"small\":255,\"negative\":-32768,\"large\":18446744073709551615,"
	"\"flag\":true,\"text\":\"eight888\","
	"\"address\":\"02:00:00:00:0a:ff\",\"list\":[1,4294967295]}";

static bool convert(uint32_t type, const char *text, void *data, size_t size)
{
	struct json_object *json = json_tokener_parse(text);
	bool good;

	memset(data, 0, size);
	good = shape_from_json(types.btf, type, json, data, "v", &error);
	json_object_put(json);
	return good;
}

static void check_refused(uint32_t type, const char *text, const char *why)
{
	struct all data;

	CHECK(!convert(type, text, &data, sizeof(data)));
	CHECK_STR(why, error.text);
	CHECK_INT(NODE_INVALID, error.failure);
}

static void test_both_ways(void)
{
	struct json_object *json;
	struct all data;

	types_make(&types);
	CHECK(convert(types.all, all_json, &data, sizeof(data)));
	CHECK_INT(255, data.small);
	CHECK_INT(-32768, data.negative);
	CHECK(data.large == UINT64_MAX);
	CHECK_INT(1, data.flag);
	CHECK_MEM("eight888", data.text, 8);
	CHECK_MEM("\2\0\0\0\xa\xff", data.address, 6);
	CHECK(data.list[1] == UINT32_MAX);
	json = shape_to_json(types.btf, types.all, (uint8_t *)&data);
	CHECK_STR(all_json, json_object_to_json_string_ext(
				    json, JSON_C_TO_STRING_PLAIN));
	json_object_put(json);
	types_free(&types);
}

static void test_text_that_is_no_text(void)
{
	struct all data = { .text = "a\xff" };
	struct json_object *json, *text;

	types_make(&types);
	json = shape_to_json(types.btf, types.all, (uint8_t *)&data);
	json_object_object_get_ex(json, "text", &text);
	CHECK_STR("a?", json_object_get_string(text));
	json_object_put(json);
	types_free(&types);
}

static void test_integers(void)
{
	int64_t data;

	types_make(&types);
	CHECK(convert(types.u8, "0", &data, sizeof(data)));
	check_refused(types.u8, "256", "v is an integer from 0 to 255");
	check_refused(types.u8, "-1", "v is an integer from 0 to 255");
	check_refused(types.u8, "1.0", "v is an integer from 0 to 255");
	check_refused(types.u8, "\"1\"", "v is an integer from 0 to 255");
	check_refused(types.u8, "null", "v is an integer from 0 to 255");
	check_refused(types.u32, "4294967296",
		      "v is an integer from 0 to 4294967295");
	check_refused(types.u64, "-1",
		      "v is an integer from 0 to 18446744073709551615");
	check_refused(types.s16, "32768",
		      "v is an integer from -32768 to 32767");
	check_refused(types.s16, "-32769",
		      "v is an integer from -32768 to 32767");
	check_refused(types.s16, "18446744073709551615",
		      "v is an integer from -32768 to 32767");
	check_refused(types.flag, "1", "v is true or false");
	types_free(&types);
}

/* Replaces one part of the good value by a bad one. */
static void check_part(const char *part, const char *bad, const char *why)
{
	char text[sizeof(all_json) + 64];
	const char *at = strstr(all_json, part);

	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - all_json),
		 all_json, bad, at + strlen(part));
	check_refused(types.all, text, why);
}

static void test_members(void)
{
	types_make(&types);
	check_part("\"small\":255,", "", "v.small is missing");
	check_part("\"small\":255,", "\"small\":255,\"more\":1,",
		   "v has no member 'more'");
	check_part("\"small\":255", "\"small\":256",
		   "v.small is an integer from 0 to 255");
	check_part("\"eight888\"", "\"nine99999\"",
		   "v.text is a string of at most 8 octets");
	check_part("\"eight888\"", "\"a\\u0000b\"",
		   "v.text is a string of at most 8 octets");
	check_part(
		"02:00:00:00:0a:ff", "02:00:00:00:0a",
		"v.address is 6 octets in hexadecimal, with a colon between "
		"two");
	check_part(
		"02:00:00:00:0a:ff", "02:00:00:00:0a:fg",
		"v.address is 6 octets in hexadecimal, with a colon between "
		"two");
	/* Neither a letter nor a digit, but one bit from a digit. */
	check_part(
		"02:00:00:00:0a:ff", "02:00:00:00:\\u00100:ff",
		"v.address is 6 octets in hexadecimal, with a colon between "
		"two");
	check_part("[1,4294967295]", "[1]", "v.list is a list of 2");
	check_part("[1,4294967295]", "[1,-1]",
		   "v.list[1] is an integer from 0 to 4294967295");
	check_refused(types.all, "[]", "v is an object");
	check_refused(types.all, "null", "v is an object");
	types_free(&types);
}

static void check_type_refused(uint32_t type, uint32_t size, const char *why)
{
	CHECK(!shape_check(types.btf, type, size, "v", &error));
	CHECK_STR(why, error.text);
	CHECK_INT(NODE_REFUSED, error.failure);
}

static void test_types_without_json(void)
{
	types_make(&types);
	check_type_refused(types.pointer, 8,
			   "v.pointer has a type that has no JSON");
	check_type_refused(types.with_union, 8,
			   "v.inner has a type that has no JSON");
	check_type_refused(types.bits, 8, "v: 'bits' is a bit field");
	check_type_refused(types.real, 8, "v has a type that has no JSON");
	check_type_refused(types.unnamed, 8, "v has a member without a name");
	check_type_refused(types.lock, 8, "v has a member of the kernel");
	types_free(&types);
}

/* What the kernel accepts, but no compiler makes. */
static void test_hostile_types(void)
{
	char many[SHAPE_SIZE_MAX], name[16];
	struct btf *btf;
	int inner, none, list;

	types_make(&types);
	btf = types.btf;
	check_type_refused(types.all, sizeof(struct all) + 1,
			   "v has 41 octets, its type has not");
	inner = btf__add_struct(btf, "overlap", 8);
	btf__add_field(btf, "a", (int)types.u64, 0, 0);
	btf__add_field(btf, "b", (int)types.u64, 0, 0);
	check_type_refused((uint32_t)inner, 8,
			   "v.b overlaps another member, or the end");
	inner = btf__add_struct(btf, "beyond", 4);
	btf__add_field(btf, "a", (int)types.u64, 0, 0);
	check_type_refused((uint32_t)inner, 4,
			   "v.a overlaps another member, or the end");
	none = btf__add_struct(btf, "none", 0);
	list = btf__add_array(btf, (int)types.u32, none, INT32_MAX);
	inner = btf__add_struct(btf, "endless", 8);
	btf__add_field(btf, "a", list, 0, 0);
	check_type_refused((uint32_t)inner, 8,
			   "v.a has 0 octets, not 1 to 4096");
	none = btf__add_enum(btf, "nothing", 4);
	CHECK(shape_check(btf, (uint32_t)none, 4, "v", &error));
	/* Of 5,000 members in 8 levels. */
	inner = (int)types.u8;
	for (int level = 0; level < 8; level++) {
		int outer = btf__add_struct(btf, "level", 1);

		for (int i = 0; i < 5000; i++)
			btf__add_field(btf, "m", inner, 0, 0);
		inner = outer;
	}
	CHECK(!shape_check(btf, (uint32_t)inner, 1, "v", &error));
	/* Without an overlap they are too many anyhow. */
	inner = btf__add_struct(btf, "many", sizeof(many));
	for (uint32_t i = 0; i < 256; i++) {
		snprintf(name, sizeof(name), "m%u", i);
		btf__add_field(btf, name, (int)types.u8, i * 8, 0);
	}
	check_type_refused((uint32_t)inner, sizeof(many),
			   "v.m255: more than 256 members");
	inner = btf__add_struct(btf, "twins", 2);
	btf__add_field(btf, "a", (int)types.u8, 0, 0);
	btf__add_field(btf, "a", (int)types.u8, 8, 0);
	check_type_refused((uint32_t)inner, 2,
			   "v.a: two members have this name");
	types_free(&types);
}

/* No JSON of a type is longer than its check says. */
static void test_lengths(void)
{
	struct json_object *json;
	struct all data;
	uint64_t len;
	size_t actual;

	types_make(&types);
	len = shape_check(types.btf, types.all, sizeof(data), "v", &error);
	memset(&data, 1, sizeof(data));
	data.negative = INT16_MIN;
	data.large = UINT64_MAX;
	data.list[0] = data.list[1] = UINT32_MAX;
	json = shape_to_json(types.btf, types.all, (const uint8_t *)&data);
	json_object_to_json_string_length(json, JSON_C_TO_STRING_PLAIN,
					  &actual);
	CHECK(actual <= len);
	CHECK(len < actual + 32);
	json_object_put(json);
	types_free(&types);
}

static void test_signed_enumerations(void)
{
	int32_t data;
	uint32_t id;

	types_make(&types);
	id = (uint32_t)btf__add_enum(types.btf, "signed", 4);
	btf__add_enum_value(types.btf, "MINUS", -1);
	CHECK(convert(id, "-1", &data, sizeof(data)));
	CHECK_INT(-1, data);
	id = (uint32_t)btf__add_enum(types.btf, "unsigned", 4);
	btf__add_enum_value(types.btf, "ONE", 1);
	check_refused(id, "-1", "v is an integer from 0 to 4294967295");
	types_free(&types);
}

static void test_access(void)
{
	types_make(&types);
	CHECK_INT(5, handler_access(types.btf, "table"));
	CHECK_INT(0, handler_access(types.btf, "other"));
	types_free(&types);
}

const struct unit_test shape_tests[] = {
	UNIT_TEST(test_both_ways),
	UNIT_TEST(test_text_that_is_no_text),
	UNIT_TEST(test_integers),
	UNIT_TEST(test_members),
	UNIT_TEST(test_types_without_json),
	UNIT_TEST(test_hostile_types),
	UNIT_TEST(test_lengths),
	UNIT_TEST(test_signed_enumerations),
	UNIT_TEST(test_access),
	{ NULL, NULL },
};
