/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "program/nft_set.h"
#include "unit.h"

#define PRINTED(elements)                                                         \
	"{\"nftables\": [{\"metainfo\": {}}, {\"set\": {\"name\": \"a\"" elements \
	"}}]}"

static struct node_error error;

static void check_read(const char *expected, const char *printed,
		       const char *after)
{
	struct json_object *read = nft_set_read(printed, after, &error);
	struct json_object *entries = NULL;

	CHECK(json_object_object_get_ex(read, "entries", &entries));
	CHECK_STR(expected, json_object_to_json_string_ext(
				    entries, JSON_C_TO_STRING_PLAIN));
	json_object_put(read);
}

static void test_reads_elements(void)
{
	check_read("[]", PRINTED(""), NULL);
	check_read("[{\"key\":\"a\",\"value\":true},{\"key\":\"80\","
		   "\"value\":true}]",
		   PRINTED(", \"elem\": [\"a\", 80]"), NULL);
	check_read("[{\"key\":\"10.0.0.0\\/8\",\"value\":true}]",
		   PRINTED(", \"elem\": [{\"prefix\": {\"addr\": "
			   "\"10.0.0.0\", \"len\": 8}}]"),
		   NULL);
	check_read("[{\"key\":\"1-2\",\"value\":true}]",
		   PRINTED(", \"elem\": [{\"range\": [1, 2]}]"), NULL);
	check_read("[{\"key\":\"a . 80\",\"value\":true}]",
		   PRINTED(", \"elem\": [{\"elem\": {\"val\": {\"concat\": "
			   "[\"a\", 80]}, \"timeout\": 5}}]"),
		   NULL);
}

static void test_reads_in_pages(void)
{
	char *printed = NULL;
	struct json_object *page, *entries, *more;
	char after[16] = "";
	size_t len, n = 0;
	FILE *out = open_memstream(&printed, &len);

	fprintf(out, "{\"nftables\": [{\"set\": {\"elem\": [0");
	for (int i = 1; i < 5000; i++)
		fprintf(out, ", %d", i);
	fprintf(out, "]}}]}");
	fclose(out);
	do {
		page = nft_set_read(printed, *after ? after : NULL, &error);
		CHECK(json_object_object_get_ex(page, "entries", &entries));
		CHECK(json_object_object_get_ex(page, "more", &more));
		n += json_object_array_length(entries);
		snprintf(after, sizeof(after), "%zu", n - 1);
		len = (size_t)json_object_get_boolean(more);
		json_object_put(page);
	} while (len);
	CHECK_INT(5000, n);
	CHECK(!nft_set_read(printed, "5000", &error));
	CHECK_INT(NODE_UNKNOWN, error.failure);
	free(printed);
}

static void test_reads_only_sets(void)
{
	CHECK(!nft_set_read("", NULL, &error));
	CHECK(!nft_set_read("[]", NULL, &error));
	CHECK(!nft_set_read("{\"nftables\": [{\"map\": {}}]}", NULL, &error));
	CHECK(!nft_set_read(PRINTED(", \"elem\": [{\"other\": 1}]"), NULL,
			    &error));
	CHECK(!nft_set_read(PRINTED(", \"elem\": [null]"), NULL, &error));
	CHECK_INT(NODE_FAILED, error.failure);
}

static char *write_set(const char *entries, const char *deleted)
{
	const struct manifest_set set = { "ip", "a", "b" };
	struct json_object *one = json_tokener_parse(entries);
	struct json_object *other = json_tokener_parse(deleted);
	char *commands = nft_set_write(&set, one, other, &error);

	json_object_put(one);
	json_object_put(other);
	return commands;
}

static void test_writes(void)
{
	char *commands =
		write_set("[{\"key\": \"192.0.2.0/24\", \"value\": true}]",
			  "[\"10.0.0.1 . 80\"]");

	CHECK_STR("add element ip a b { 10.0.0.1 . 80 }\n"
		  "delete element ip a b { 10.0.0.1 . 80 }\n"
		  "add element ip a b { 192.0.2.0/24 }\n",
		  commands);
	free(commands);
}

static void test_writes_only_elements(void)
{
	static const char *const keys[] = {
		"",   " ",  "}",   "a}",    "a b",	 "a .b",  "a . ", "-a",
		"@a", "$a", "a;b", "a\\nb", "a\\u0000b", "\\\"a", "a,b",
	};
	char entries[128];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		snprintf(entries, sizeof(entries),
			 "[{\"key\": \"%s\", \"value\": true}]", keys[i]);
		CHECK(!write_set(entries, "[]"));
		CHECK_INT(NODE_INVALID, error.failure);
	}
	CHECK(!write_set("[{\"key\": \"a\"}]", "[]"));
	CHECK(!write_set("[{\"key\": \"a\", \"value\": false}]", "[]"));
	CHECK(!write_set("[1]", "[]"));
	CHECK(!write_set("{}", "[]"));
	CHECK(!write_set("[]", "[null]"));
}

const struct unit_test nft_set_tests[] = {
	UNIT_TEST(test_reads_elements),	      UNIT_TEST(test_reads_in_pages),
	UNIT_TEST(test_reads_only_sets),      UNIT_TEST(test_writes),
	UNIT_TEST(test_writes_only_elements), { NULL, NULL },
};
