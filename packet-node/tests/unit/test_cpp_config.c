/* SPDX-License-Identifier: Apache-2.0 */
#include "cpp_config.h"
#include "unit.h"

#define CONTROL "[control]\nca = /a\ncert = /b\nkey = /c\n"

static struct cpp_config config;
static char reports[1024];

static void report(void *arg, const char *text)
{
	(void)arg;
	strncat(reports, text, sizeof(reports) - strlen(reports) - 1);
}

static unsigned int parse(const char *text)
{
	reports[0] = '\0';
	return cpp_config_parse(&config, "f", text, strlen(text), report,
				NULL);
}

static void test_defaults(void)
{
	CHECK_INT(0, parse("[packet-node]\nname = cpp1\n" CONTROL));
	CHECK_STR("cpp1", config.name);
	CHECK_STR("", config.bridge);
	CHECK_STR("/run/openvswitch/db.sock", config.database);
	CHECK_STR("/var/lib/cloudmac-cpp", config.images);
	CHECK_INT(1500, config.mtu);
	CHECK_INT(CPP_PORT, config.control.port);
}

static void test_all(void)
{
	CHECK_INT(0, parse("[packet-node]\nname = a.b-c\nbridge = br0\n"
			   "database = /d\nimages = /i\nmtu = 2304\n"
			   "log-level = debug\n" CONTROL));
	CHECK_STR("br0", config.bridge);
	CHECK_STR("/d", config.database);
	CHECK_STR("/i", config.images);
	CHECK_INT(2304, config.mtu);
	CHECK_INT(LOG_LEVEL_DEBUG, config.log_level);
}

static void test_errors(void)
{
	char long_path[110], text[300];

	CHECK_INT(1, parse("[packet-node]\n" CONTROL));
	CHECK_STR("f: no 'name' in section 'packet-node'", reports);
	CHECK_INT(1, parse("[packet-node]\nname = a/b\nname = a\n" CONTROL));
	CHECK_INT(1, parse("[packet-node]\nname = a\n"));
	CHECK_STR("f: no section 'control'", reports);
	CHECK_INT(1, parse("[packet-node]\nname = a\nmtu = 67\n" CONTROL));
	CHECK_INT(1, parse("[packet-node]\nname = a\nimages = i\n" CONTROL));
	CHECK_STR("f:3: 'images' is an absolute path: 'i'", reports);
	memset(long_path, '/', sizeof(long_path));
	long_path[107] = '\0';
	snprintf(text, sizeof(text),
		 "[packet-node]\nname = a\ndatabase = %s\n" CONTROL,
		 long_path);
	CHECK_INT(0, parse(text));
	long_path[107] = '/';
	long_path[108] = '\0';
	snprintf(text, sizeof(text),
		 "[packet-node]\nname = a\ndatabase = %s\n" CONTROL,
		 long_path);
	CHECK_INT(1, parse(text));
}

const struct unit_test cpp_config_tests[] = {
	UNIT_TEST(test_defaults),
	UNIT_TEST(test_all),
	UNIT_TEST(test_errors),
	{ NULL, NULL },
};
