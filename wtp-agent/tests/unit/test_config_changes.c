/* SPDX-License-Identifier: Apache-2.0 */
#include "config/config_options.h"
#include "config/wtp_config.h"
#include "unit.h"

static char messages[4096];

static void collect(void *arg, const char *text)
{
	(void)arg;
	strncat(messages, text, sizeof(messages) - strlen(messages) - 2);
	strcat(messages, "\n");
}

/* Each option, with a value that the configuration below does not have. */
static const struct {
	const char *section, *key, *value;
	bool fixed;
} options[] = {
	{ "wtp", "name", "roof", false },
	{ "wtp", "id", "02:00:00:00:00:07", true },
	{ "wtp", "wired", "eth1", true },
	{ "wtp", "vlan", "7", true },
	{ "wtp", "announce-interval", "250", false },
	{ "wtp", "batch", "1", true },
	{ "wtp", "country", "DE", true },
	{ "wtp", "user", "wtp", true },
	{ "wtp", "log-level", "debug", false },
	{ "radio", "phy", "phy1", true },
	{ "radio", "frequency", "2437", true },
	{ "radio", "width", "40+", true },
	{ "radio", "power", "17", true },
	{ "radio", "max-leases", "3", true },
	{ "radio", "in-flight", "16", true },
	{ "radio", "queue", "100", true },
	{ "radio", "queue-memory", "600", true },
	{ "radio", "airtime", "off", false },
	{ "radio", "codel-target", "20", false },
	{ "radio", "codel-interval", "300", false },
	{ "radio", "aggregation", "off", true },
	{ "radio", "stations", "pinned", true },
	{ "radio", "lease", "02:00:00:00:00:08", true },
	{ "control", "address", "192.0.2.1", true },
	{ "control", "port", "5000", true },
	{ "control", "ca", "other", true },
	{ "control", "cert", "other", true },
	{ "control", "key", "other", true },
	{ "control", "clock-floor", "clock", true },
	{ "control", "idle-timeout", "60", false },
	{ "control", "announce", "192.0.2.2", false },
};

#define N (sizeof(options) / sizeof(options[0]))

/* Parses a whole configuration in which one option of a section, if there is
 * one, has the value. */
static void parse(struct config *config, const char *section, const char *key,
		  const char *value)
{
	static const char *const lines[][3] = {
		{ "wtp", "wired", "eth0" }, { "radio", "phy", "phy0" },
		{ "control", "ca", "a" },   { "control", "cert", "b" },
		{ "control", "key", "c" },
	};
	const char *current = "";
	char text[512] = "";

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *const *line = lines[i];

		if (strcmp(current, line[0])) {
			current = line[0];
			sprintf(text + strlen(text), "[%s]\n", current);
			if (section && !strcmp(section, current))
				sprintf(text + strlen(text), "%s = %s\n", key,
					value);
		}
		if (!section || strcmp(section, line[0]) ||
		    strcmp(key, line[1]))
			sprintf(text + strlen(text), "%s = %s\n", line[1],
				line[2]);
	}
	messages[0] = '\0';
	CHECK_INT(0, config_parse(config, "f", text, strlen(text), collect,
				  NULL));
	CHECK_STR("", messages);
}

static void test_each_option_is_copied_or_reported(void)
{
	static struct config running, next;

	for (size_t i = 0; i < N; i++) {
		parse(&running, NULL, NULL, NULL);
		parse(&next, options[i].section, options[i].key,
		      options[i].value);
		CHECK(memcmp(&running, &next, sizeof(running)));
		CHECK_INT(
			options[i].fixed,
			!!config_report_fixed(&running, &next, collect, NULL));
		CHECK(!options[i].fixed ||
		      strstr(messages, strcmp(options[i].key, "phy")
					       ? options[i].key
					       : options[i].value));
		config_copy_changeable(&running, &next);
		CHECK_INT(options[i].fixed,
			  !!memcmp(&running, &next, sizeof(running)));
	}
}

static bool is_listed(const struct config_option *option)
{
	size_t i = 0;

	while (i < N && (strcmp(options[i].section, option->section) ||
			 strcmp(options[i].key, option->key)))
		i++;
	return i < N;
}

static void test_each_option_is_listed(void)
{
	size_t n = 0;

	for (const struct config_option *option = config_options.options;
	     option->section; option++, n++)
		CHECK(is_listed(option));
	for (const struct config_option *option = config_control_options;
	     option->section; option++, n++)
		CHECK(is_listed(option));
	CHECK_INT(N, n);
}

static void add_radio(struct config *config, const char *phy)
{
	config->radios[config->radios_n] = config->radios[0];
	strcpy(config->radios[config->radios_n++].phy, phy);
}

static void test_radios_come_and_go_with_a_restart(void)
{
	static struct config running, next;

	parse(&running, NULL, NULL, NULL);
	next = running;
	add_radio(&running, "phy1");
	add_radio(&next, "phy2");
	CHECK_INT(2, config_report_fixed(&running, &next, collect, NULL));
	CHECK_STR("section 'radio': 'phy1' is removed only with a restart\n"
		  "section 'radio': 'phy2' is added only with a restart\n",
		  messages);
}

/* Whatever the order of their sections. */
static void test_radios_are_those_of_their_phys(void)
{
	static struct config running, next;

	parse(&running, NULL, NULL, NULL);
	add_radio(&running, "phy1");
	next = running;
	next.radios[0] = running.radios[1];
	next.radios[1] = running.radios[0];
	next.radios[0].codel_target = 20;
	CHECK_INT(0, config_report_fixed(&running, &next, collect, NULL));
	config_copy_changeable(&running, &next);
	CHECK_INT(5, running.radios[0].codel_target);
	CHECK_INT(20, running.radios[1].codel_target);
}

const struct unit_test config_changes_tests[] = {
	UNIT_TEST(test_each_option_is_copied_or_reported),
	UNIT_TEST(test_each_option_is_listed),
	UNIT_TEST(test_radios_come_and_go_with_a_restart),
	UNIT_TEST(test_radios_are_those_of_their_phys),
	{ NULL, NULL },
};
