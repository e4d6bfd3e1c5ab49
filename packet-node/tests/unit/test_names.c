/* SPDX-License-Identifier: Apache-2.0 */
#include "node/names.h"
#include "node/node_error.h"
#include "unit.h"

static void test_valid(void)
{
	char longest[NAME_MAX_LEN + 2];

	memset(longest, 'a', sizeof(longest));
	longest[NAME_MAX_LEN] = '\0';
	CHECK(name_is_valid("a"));
	CHECK(name_is_valid("dns-filter_2"));
	CHECK(name_is_valid(longest));
	longest[NAME_MAX_LEN] = 'a';
	longest[NAME_MAX_LEN + 1] = '\0';
	CHECK(!name_is_valid(longest));
	CHECK(!name_is_valid(""));
	CHECK(!name_is_valid("-a"));
	CHECK(!name_is_valid(".."));
	CHECK(!name_is_valid("a/b"));
	CHECK(!name_is_valid("a.b"));
	CHECK(!name_is_valid("\xc3\xa4"));
}

static void test_interfaces(void)
{
	char name[IFNAMSIZ];

	name_switch_interface(name, NODE_ID_MAX, GATE_PORTS_MAX - 1);
	CHECK_STR("lv9999p7", name);
	name_gate_interface(name, 3);
	CHECK_STR("g3", name);
}

static void test_partners(void)
{
	CHECK_INT(0, partner_of(0, 1));
	CHECK_INT(1, partner_of(0, 2));
	CHECK_INT(0, partner_of(1, 2));
	CHECK_INT(2, partner_of(2, 3));
	CHECK_INT(3, partner_of(2, 4));
}

static void test_image_files(void)
{
	char file[NODE_PATH_LEN], name[NAME_MAX_LEN + 1];
	unsigned int ports;
	bool is_program;

	name_image_file(file, "null", 2, true);
	CHECK_STR("null.2.json", file);
	CHECK(name_parse_image_file(file, name, &ports, &is_program));
	CHECK(is_program);
	name_image_file(file, "null", 2, false);
	CHECK_STR("null.2.o", file);
	CHECK(name_parse_image_file(file, name, &ports, &is_program));
	CHECK(!is_program);
	CHECK_STR("null", name);
	CHECK_INT(2, ports);
	CHECK(!name_parse_image_file("null.2.o.new", name, &ports,
				     &is_program));
	CHECK(!name_parse_image_file("null.0.o", name, &ports, &is_program));
	CHECK(!name_parse_image_file("null.9.o", name, &ports, &is_program));
	CHECK(!name_parse_image_file("null.", name, &ports, &is_program));
	CHECK(!name_parse_image_file("..", name, &ports, &is_program));
	CHECK(!name_parse_image_file("null", name, &ports, &is_program));
}

static void test_last_lines(void)
{
	struct node_error error;
	char text[600];

	node_fail(&error, NODE_REFUSED, "refused");
	node_error_tail(&error, "one\ntwo\n");
	CHECK_STR("one\ntwo", error.details);
	memset(text, 'x', sizeof(text));
	strcpy(text + 300, "\nlast but one\nlast\n");
	node_error_tail(&error, text);
	CHECK_STR("last but one\nlast", error.details);
}

const struct unit_test names_tests[] = {
	UNIT_TEST(test_valid),	    UNIT_TEST(test_interfaces),
	UNIT_TEST(test_partners),   UNIT_TEST(test_image_files),
	UNIT_TEST(test_last_lines), { NULL, NULL },
};
