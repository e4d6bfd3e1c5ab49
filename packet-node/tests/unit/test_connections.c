/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "program/connections.h"
#include "unit.h"

#define TCP                                                                   \
	"-A -t 99 -u SEEN_REPLY,ASSURED -s 10.0.0.1 -d 10.0.0.2 -r 10.0.0.2 " \
	"-n 192.0.2.1 -p tcp --sport 1000 --dport 80 --reply-port-src 80 "    \
	"--reply-port-dst 5555 --state ESTABLISHED\n"
#define KEY "-s 10.0.0.1 -d 10.0.0.2 -p tcp --sport 1000 --dport 80"
#define VALUE \
	"-t 99 -u SEEN_REPLY,ASSURED -n 192.0.2.1:5555 --state ESTABLISHED"

static struct node_error error;

static void check_read(const char *expected, const char *printed,
		       const char *after)
{
	struct json_object *read = connections_read(printed, after, &error);

	CHECK_STR(expected, json_object_to_json_string_ext(
				    entries_member(read, "entries"),
				    JSON_C_TO_STRING_PLAIN |
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(read);
}

static void test_reads(void)
{
	check_read("[]", "", NULL);
	check_read("[{\"key\":\"" KEY "\",\"value\":\"" VALUE "\"}]", TCP,
		   NULL);
	check_read(
		"[{\"key\":\"-s 10.0.0.1 -d 10.0.0.2 -p icmp --icmp-type 8 "
		"--icmp-code 0 --icmp-id 77\",\"value\":\"-t 9 -m 1 -n "
		"192.0.2.1\"}]",
		"-A -t 9 -u UNSET -s 10.0.0.1 -d 10.0.0.2 -r 10.0.0.2 -n "
		"192.0.2.1 -p icmp --icmp-type 8 --icmp-code 0 --icmp-id 77 "
		"-m 1\n",
		NULL);
	/* The destination is translated: the reply comes from there. */
	check_read("[{\"key\":\"-s 10.0.0.1 -d 10.0.0.2 -p udp --sport 1 "
		   "--dport 53\",\"value\":\"-t 9 -u SEEN_REPLY -g "
		   "10.0.0.9:5353\"}]",
		   "-A -t 9 -u SEEN_REPLY -s 10.0.0.1 -d 10.0.0.2 -g 10.0.0.9 "
		   "-q 10.0.0.1 -p udp --sport 1 --dport 53 --reply-port-src "
		   "5353 --reply-port-dst 1\n",
		   NULL);
}

static void test_reads_only_connections(void)
{
	check_read("[]", "nothing\n", NULL);
	check_read("[]", "-A -t 9 -s 10.0.0.1 -d 10.0.0.2 -p gre\n", NULL);
	check_read("[]", "-A -s 10.0.0.1 -d 10.0.0.2 -p tcp\n", NULL);
	check_read("[]", "-A -t 9 -s", NULL);
}

static void test_reads_in_pages(void)
{
	char *printed = NULL, after[ENTRIES_KEY_MAX] = "";
	struct json_object *page, *list;
	size_t len, n = 0, more = 1;
	FILE *out = open_memstream(&printed, &len);

	for (int i = 0; i < 2000; i++)
		fprintf(out,
			"-A -t 9 -s 10.0.0.1 -d 10.0.0.2 -p udp --sport %d "
			"--dport 80\n",
			i);
	fclose(out);
	while (more) {
		page = connections_read(printed, *after ? after : NULL,
					&error);
		list = entries_member(page, "entries");
		n += json_object_array_length(list);
		snprintf(
			after, sizeof(after),
			"-s 10.0.0.1 -d 10.0.0.2 -p udp --sport %zu --dport 80",
			n - 1);
		more = (size_t)json_object_get_boolean(
			entries_member(page, "more"));
		json_object_put(page);
	}
	CHECK_INT(2000, n);
	CHECK(!connections_read(printed, KEY, &error));
	CHECK_INT(NODE_UNKNOWN, error.failure);
	free(printed);
}

static char *write_all(const char *entries, const char *deleted)
{
	struct json_object *one = json_tokener_parse(entries);
	struct json_object *other = json_tokener_parse(deleted);
	char *lines = connections_write(one, other, &error);

	json_object_put(one);
	json_object_put(other);
	return lines;
}

static void test_writes(void)
{
	char *lines =
		write_all("[{\"key\": \"" KEY "\", \"value\": \"" VALUE "\"}]",
			  "[\"-s 10.0.0.3 -d 10.0.0.2 -p icmp\"]");

	CHECK_STR("-D -s 10.0.0.3 -d 10.0.0.2 -p icmp\n"
		  "-D " KEY "\n"
		  "-A " KEY " " VALUE "\n",
		  lines);
	free(lines);
}

static void test_writes_only_connections(void)
{
	static const char *const keys[] = {
		"",
		"-s 10.0.0.1",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp -F",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp -t 9",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp -p tcp",
		"-s 10.0.0.1 -d 10.0.0.2 -p -F",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp\\n-F",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp -F 1",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp ",
		"-s 10.0.0.1 -d 10.0.0.2 -p tcp\\u0000",
		"-s 10.0.0.1  -d 10.0.0.2 -p tcp",
		"-s 10.0.0.1 -d 10.0.0.2 -p \\n\\ntcp",
		"-s 10.0.0.1 -d 10.0.0.2 -p \\t tcp",
	};
	char entries[256];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		snprintf(entries, sizeof(entries), "[\"%s\"]", keys[i]);
		CHECK(!write_all("[]", entries));
		CHECK_INT(NODE_INVALID, error.failure);
	}
	CHECK(!write_all("[{\"key\": \"" KEY "\", \"value\": \"-u ASSURED\"}]",
			 "[]"));
	CHECK(!write_all("[{\"key\": \"" KEY "\", \"value\": \"-t 9 -s 1\"}]",
			 "[]"));
	CHECK(!write_all("[{\"key\": \"" KEY "\", \"value\": true}]", "[]"));
	CHECK(!write_all("[1]", "[]"));
	CHECK(!write_all("{}", "[]"));
}

const struct unit_test connections_tests[] = {
	UNIT_TEST(test_reads),
	UNIT_TEST(test_reads_only_connections),
	UNIT_TEST(test_reads_in_pages),
	UNIT_TEST(test_writes),
	UNIT_TEST(test_writes_only_connections),
	{ NULL, NULL },
};
