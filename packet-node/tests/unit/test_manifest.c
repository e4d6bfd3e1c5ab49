/* SPDX-License-Identifier: Apache-2.0 */
#include "lvnf_access.h"
#include "node/manifest.h"
#include "unit.h"

static struct node_error error;
static struct manifest manifest;

static bool parse(const char *text)
{
	manifest_close(&manifest);
	return manifest_parse(&manifest, (const uint8_t *)text, strlen(text),
			      &error);
}

static void check_refused(const char *text, const char *why)
{
	CHECK(!parse(text));
	CHECK_INT(NODE_REFUSED, error.failure);
	if (!strstr(error.text, why))
		CHECK_STR(why, error.text);
}

static void test_defaults(void)
{
	CHECK(parse(" {\"ruleset\": \"table ip a {}\"}\n"));
	CHECK_STR("table ip a {}", manifest.ruleset);
	CHECK(!manifest.command.words[0]);
	CHECK_INT(GATE_FAIL_BYPASS, manifest.on_failure);
	CHECK_INT(50, manifest.cpu_percent);
	CHECK_INT(128, manifest.memory_mib);
	CHECK_INT(32, manifest.processes);
	CHECK_STR("", manifest.address);
	CHECK_INT(0, manifest.handlers_n);
	manifest_close(&manifest);
}

static void test_all(void)
{
	CHECK(parse("{\"command\": [\"/usr/sbin/dnsmasq\", \"-k\"],"
		    "\"files\": {\"a.conf\": \"x\"},"
		    "\"address\": \"192.0.2.53/24\", \"gateway\": "
		    "\"192.0.2.1\","
		    "\"on-failure\": \"drop\","
		    "\"capabilities\": [\"net-raw\"],"
		    "\"probe\": {\"command\": [\"/bin/true\"], "
		    "\"period-ms\": 20, \"limit-ms\": 7},"
		    "\"limits\": {\"cpu-percent\": 1, \"memory-mib\": 8, "
		    "\"processes\": 2},"
		    "\"handlers\": [{\"handler\": \"one\", \"command\": "
		    "[\"/bin/a\"], \"output\": \"json\"},"
		    "{\"handler\": \"two\", \"set\": \"inet a-b c_d\", "
		    "\"access\": [\"read\", \"migrate\"]},"
		    "{\"handler\": \"four\", \"connections\": \"ipv4\", "
		    "\"access\": [\"migrate\"]}], \"router\": true}"));
	CHECK_STR("/usr/sbin/dnsmasq", manifest.command.words[0]);
	CHECK_STR("-k", manifest.command.words[1]);
	CHECK(!manifest.command.words[2]);
	CHECK_STR("a.conf", manifest.files[0].name);
	CHECK_STR("x", manifest.files[0].text);
	CHECK_STR("192.0.2.53", manifest.address);
	CHECK_INT(24, manifest.prefix_len);
	CHECK_STR("192.0.2.1", manifest.gateway);
	CHECK_INT(GATE_FAIL_DROP, manifest.on_failure);
	CHECK_STR("CAP_NET_RAW", manifest.capabilities[0]);
	CHECK_INT(20, manifest.period_ms);
	CHECK_INT(7, manifest.probe.limit_ms);
	CHECK_INT(8, manifest.memory_mib);
	CHECK(manifest_handler(&manifest, "one")->is_json);
	CHECK_INT(LVNF_READ, manifest_handler(&manifest, "one")->access);
	CHECK_STR("inet", manifest_handler(&manifest, "two")->set.family);
	CHECK_STR("a-b", manifest_handler(&manifest, "two")->set.table);
	CHECK_STR("c_d", manifest_handler(&manifest, "two")->set.name);
	CHECK_INT(LVNF_READ | LVNF_MIGRATE,
		  manifest_handler(&manifest, "two")->access);
	CHECK(!manifest_handler(&manifest, "three"));
	CHECK_INT(MANIFEST_CONNECTIONS,
		  manifest_handler(&manifest, "four")->kind);
	CHECK_INT(LVNF_MIGRATE, manifest_handler(&manifest, "four")->access);
	CHECK(manifest.is_router);
	manifest_close(&manifest);
}

static void test_refused(void)
{
	check_refused("", "no JSON object");
	check_refused("[]", "no JSON object");
	check_refused("{\"ruleset\": \"\"} x", "no JSON object");
	check_refused("{}", "neither");
	check_refused("{\"ruleset\": 1}", "type string");
	check_refused("{\"ruleset\": \"a\\u0000b\"}", "octet 0");
	check_refused("{\"ruleset\": \"\", \"x\": 1}", "no member 'x'");
	check_refused("{\"command\": []}", "1 to 64 words, not 0");
	check_refused("{\"command\": [\"a\"]}", "absolute path");
	check_refused("{\"command\": [\"/a\", 1]}", "only strings");
	check_refused("{\"ruleset\": \"\", \"files\": {\"../a\": \"\"}}",
		      "a file's name");
	check_refused("{\"ruleset\": \"\", \"files\": {\".a\": \"\"}}",
		      "a file's name");
	check_refused("{\"ruleset\": \"\", \"address\": \"192.0.2.1\"}",
		      "'address'");
	check_refused("{\"ruleset\": \"\", \"address\": \"192.0.2.1/33\"}",
		      "'address'");
	check_refused("{\"ruleset\": \"\", \"address\": \"192.0.2.1/1x\"}",
		      "'address'");
	check_refused("{\"ruleset\": \"\", \"gateway\": \"192.0.2.1\"}",
		      "needs an 'address'");
	check_refused("{\"ruleset\": \"\", \"router\": true}",
		      "'router' needs an 'address'");
	check_refused("{\"ruleset\": \"\", \"on-failure\": \"x\"}",
		      "bypass or drop");
	check_refused("{\"ruleset\": \"\", \"capabilities\": "
		      "[\"sys-admin\"]}",
		      "net-raw");
	check_refused("{\"ruleset\": \"\", \"probe\": {}}", "no 'command'");
	check_refused("{\"ruleset\": \"\", \"limits\": {\"processes\": 0}}",
		      "1 to 4096, not 0");
}

static void test_refused_handlers(void)
{
#define WITH(handler) "{\"ruleset\": \"\", \"handlers\": [" handler "]}"
	check_refused(WITH("1"), "list of objects");
	check_refused(WITH("{}"), "'handler' has 1 to 15");
	check_refused(WITH("{\"handler\": \"a.b\"}"), "'handler' has 1 to 15");
	check_refused(WITH("{\"handler\": \"a\"}"),
		      "either 'command', 'set' or");
	check_refused(WITH("{\"handler\": \"a\", \"command\": [\"/a\"], "
			   "\"set\": \"ip a b\"}"),
		      "either 'command', 'set' or");
	check_refused(WITH("{\"handler\": \"a\", \"command\": [\"/a\"], "
			   "\"access\": [\"write\"]}"),
		      "its access is read");
	check_refused(WITH("{\"handler\": \"a\", \"set\": \"ip a b c\"}"),
		      "the name of a set");
	check_refused(WITH("{\"handler\": \"a\", \"set\": \"ip a b;\"}"),
		      "the name of a set");
	check_refused(WITH("{\"handler\": \"a\", \"set\": \"x a b\"}"),
		      "the name of a set");
	check_refused(WITH("{\"handler\": \"a\", \"set\": \"ip a b\"}, "
			   "{\"handler\": \"a\", \"set\": \"ip a b\"}"),
		      "two handlers 'a'");
	manifest_close(&manifest);
}

static void test_kind_of_image(void)
{
	CHECK(manifest_is_likely((const uint8_t *)"{", 1));
	CHECK(manifest_is_likely((const uint8_t *)" \n{", 3));
	CHECK(!manifest_is_likely((const uint8_t *)"\x7f"
						   "ELF",
				  4));
	CHECK(!manifest_is_likely((const uint8_t *)"  ", 2));
	CHECK(!manifest_is_likely((const uint8_t *)"\0{", 2));
}

const struct unit_test manifest_tests[] = {
	UNIT_TEST(test_defaults),      UNIT_TEST(test_all),
	UNIT_TEST(test_refused),       UNIT_TEST(test_refused_handlers),
	UNIT_TEST(test_kind_of_image), { NULL, NULL },
};
