/* SPDX-License-Identifier: Apache-2.0 */
#include "node/ovsdb.h"
#include "unit.h"

static struct json_object *json(const char *text)
{
	struct json_object *object = json_tokener_parse(text);

	CHECK(object != NULL);
	return object;
}

static void check_transaction(const char *expected, struct json_object *actual)
{
	struct json_object *wanted = json(expected);

	CHECK_STR(json_object_to_json_string_ext(wanted, 0),
		  json_object_to_json_string_ext(actual, 0));
	json_object_put(wanted);
	json_object_put(actual);
}

static void test_add(void)
{
	check_transaction(
		"[\"Open_vSwitch\","
		"{\"op\":\"wait\",\"table\":\"Bridge\",\"timeout\":0,"
		"\"where\":[[\"name\",\"==\",\"br0\"]],"
		"\"columns\":[\"name\"],\"until\":\"==\","
		"\"rows\":[{\"name\":\"br0\"}]},"
		"{\"op\":\"insert\",\"table\":\"Interface\","
		"\"uuid-name\":\"interface\",\"row\":{\"name\":\"lv1p0\"}},"
		"{\"op\":\"insert\",\"table\":\"QoS\",\"uuid-name\":\"qos\","
		"\"row\":{\"type\":\"linux-noop\",\"external_ids\":[\"map\","
		"[[\"cloudmac\",\"lvnf\"],[\"cloudmac-lvnf\",\"a\"]]]}},"
		"{\"op\":\"insert\",\"table\":\"Port\",\"uuid-name\":\"port\","
		"\"row\":{\"name\":\"lv1p0\",\"interfaces\":[\"named-uuid\","
		"\"interface\"],\"qos\":[\"named-uuid\",\"qos\"],"
		"\"trunks\":4095,"
		"\"external_ids\":[\"map\",[[\"cloudmac\",\"lvnf\"],"
		"[\"cloudmac-lvnf\",\"a\"]]]}},"
		"{\"op\":\"mutate\",\"table\":\"Bridge\","
		"\"where\":[[\"name\",\"==\",\"br0\"]],\"mutations\":"
		"[[\"ports\",\"insert\",[\"set\",[[\"named-uuid\",\"port\"]]]]"
		"]},"
		"{\"op\":\"mutate\",\"table\":\"Open_vSwitch\",\"where\":[],"
		"\"mutations\":[[\"next_cfg\",\"+=\",1]]}]",
		ovsdb_add_port("br0", "lv1p0", "a"));
}

static void test_remove(void)
{
	struct json_object *found =
		json("[{\"rows\":[{\"_uuid\":[\"uuid\",\"p\"],"
		     "\"qos\":[\"uuid\",\"q\"]}]}]");

	check_transaction(
		"[\"Open_vSwitch\","
		"{\"op\":\"mutate\",\"table\":\"Bridge\","
		"\"where\":[[\"ports\",\"includes\","
		"[\"set\",[[\"uuid\",\"p\"]]]]],\"mutations\":"
		"[[\"ports\",\"delete\",[\"set\",[[\"uuid\",\"p\"]]]]]},"
		"{\"op\":\"update\",\"table\":\"Port\",\"where\":"
		"[[\"_uuid\",\"==\",[\"uuid\",\"p\"]]],"
		"\"row\":{\"qos\":[\"set\",[]]}},"
		"{\"op\":\"delete\",\"table\":\"QoS\",\"where\":"
		"[[\"_uuid\",\"==\",[\"uuid\",\"q\"]]]},"
		"{\"op\":\"mutate\",\"table\":\"Open_vSwitch\",\"where\":[],"
		"\"mutations\":[[\"next_cfg\",\"+=\",1]]}]",
		ovsdb_remove_port(found));
	json_object_put(found);
}

static void test_nothing_to_remove(void)
{
	static const char *const answers[] = {
		"[{\"rows\":[]}]", "[]", "{}", "[{\"rows\":[{}]}]", "[1]",
	};

	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		struct json_object *found = json(answers[i]);

		CHECK(!ovsdb_remove_port(found));
		json_object_put(found);
	}
}

static void test_answers(void)
{
	struct json_object *good = json("[{},{\"rows\":[{\"ofport\":7}]}]");
	struct json_object *bad = json(
		"[{},{\"error\":\"timed out\",\"details\":\"wait\"},null]");
	struct json_object *list =
		json("[{\"rows\":[{\"name\":\"a\"},{\"name\":\"b\"}]}]");
	struct node_error error;

	CHECK(ovsdb_check_answer(good, "port a", &error));
	CHECK_INT(7, ovsdb_port_number(good));
	CHECK(!ovsdb_check_answer(bad, "port a", &error));
	CHECK_STR("Open vSwitch refuses port a: timed out", error.text);
	CHECK_STR("wait", error.details);
	CHECK_INT(-1, ovsdb_port_number(bad));
	CHECK(!ovsdb_check_answer(NULL, "port a", &error));
	CHECK_STR("b", ovsdb_listed_port(list, 1));
	CHECK(!ovsdb_listed_port(list, 2));
	json_object_put(good);
	json_object_put(bad);
	json_object_put(list);
}

static void check_bridge(bool has_bridge, bool is_at_bridge, const char *ports)
{
	char answer[160];
	struct json_object *found;

	snprintf(answer, sizeof(answer),
		 "[{\"rows\":[{\"_uuid\":[\"uuid\",\"p\"]}]},"
		 "{\"rows\":[%s]}]",
		 ports);
	found = json(answer);
	CHECK_INT(has_bridge, ovsdb_has_bridge(found));
	CHECK_INT(is_at_bridge, ovsdb_is_at_bridge(found));
	json_object_put(found);
}

static void test_bridges(void)
{
	check_bridge(false, false, "");
	check_bridge(true, false, "{\"ports\":[\"set\",[]]}");
	check_bridge(true, true, "{\"ports\":[\"uuid\",\"p\"]}");
	check_bridge(true, false, "{\"ports\":[\"uuid\",\"q\"]}");
	check_bridge(true, true,
		     "{\"ports\":[\"set\",[[\"uuid\",\"q\"],"
		     "[\"uuid\",\"p\"]]]}");
	check_bridge(true, false, "{\"ports\":[\"set\",[[\"uuid\",\"q\"]]]}");
	check_bridge(true, false, "{\"ports\":[\"set\"]}");
	check_bridge(true, false, "{}");
}

const struct unit_test ovsdb_tests[] = {
	UNIT_TEST(test_add),
	UNIT_TEST(test_remove),
	UNIT_TEST(test_nothing_to_remove),
	UNIT_TEST(test_answers),
	UNIT_TEST(test_bridges),
	{ NULL, NULL },
};
