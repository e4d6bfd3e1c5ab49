/* SPDX-License-Identifier: Apache-2.0 */
/* Both formats, with the options of a made-up daemon; channels. */
#include "config/config.h"
#include "unit.h"

static struct {
	char name[16];
	char notes[64];
	unsigned int rooms;
	struct config_control control;
} settings;

static char messages[1024];

static void set_name(struct config_reader *reader, const char *key,
		     const char *value)
{
	config_copy_text(reader, key, value, settings.name,
			 sizeof(settings.name));
}

static void add_note(struct config_reader *reader, const char *key,
		     const char *value)
{
	(void)reader;
	(void)key;
	strcat(strcat(settings.notes, value), ";");
}

static const struct config_option options[] = {
	{ "house", "the-name", set_name },
	{ "room", "note", add_note },
	{ NULL, NULL, NULL },
};

static void begin_section(struct config_reader *reader, const char *type)
{
	(void)reader;
	settings.rooms += !strcmp(type, "room");
}

static void check_complete(struct config_reader *reader)
{
	if (!settings.name[0])
		config_reader_error(reader, "no name");
}

static const struct config_schema schema = {
	.options = options,
	.sections = "house, room or control",
	.begin_section = begin_section,
	.check_complete = check_complete,
};

static const struct config_target target = {
	&schema,
	&settings,
	&settings.control,
};

static void collect(void *arg, const char *text)
{
	(void)arg;
	strncat(messages, text, sizeof(messages) - strlen(messages) - 2);
	strcat(messages, "\n");
}

static void reset(void)
{
	memset(&settings, 0, sizeof(settings));
	config_control_init(&settings.control, 7);
	messages[0] = '\0';
}

static unsigned int parse(const char *text)
{
	reset();
	return config_file_parse(&target, "f", text, strlen(text), collect,
				 NULL);
}

static void check_contents(void)
{
	CHECK_STR("", messages);
	CHECK_STR("a b", settings.name);
	CHECK_INT(2, settings.rooms);
	CHECK_STR("one;two;", settings.notes);
	CHECK(settings.control.is_configured);
	CHECK_STR("::1", settings.control.address);
	CHECK_INT(7, settings.control.port);
	CHECK_INT(60, settings.control.idle_timeout);
}

#define FILES_INI "ca = a\ncert = c\nkey = k\n"
#define FILES_UCI "option ca a\noption cert c\noption key k\n"

static void test_ini(void)
{
	CHECK_INT(
		0,
		parse("# comment\r\n[house]\nthe-name = a b\n"
		      "[room]\nnote = one\n[room]\n  note=two\n"
		      "[control]\naddress = ::1\nidle-timeout = 60\n" FILES_INI));
	check_contents();
}

static void test_uci(void)
{
	CHECK_INT(0, parse("package cloudmac\nconfig house 'main'\n"
			   "\toption the_name 'a b'\n"
			   "config room\n\tlist note \"one\"\n"
			   "config room\n\tlist note two # comment\n"
			   "config control\noption address ::1\n"
			   "option idle_timeout 60\n" FILES_UCI));
	check_contents();
}

static void test_errors_name_the_line(void)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "", "f: no name\n" },
		{ "the-name = a\n",
		  "f:1: 'the-name' stands before any section\n" },
		{ "[hut]\nthe-name = a\n",
		  "f:1: section is house, room or control, not 'hut'\n" },
		{ "[room]\nthe-name = a\n",
		  "f:2: section 'room' has no option 'the-name'\n" },
		{ "[house]\nthe-name = 0123456789abcdef\n",
		  "f:2: 'the-name' is 1 to 15 octets long\n" },
		{ "config house\noption the_name 'a\n",
		  "f:2: a quote is not closed\n" },
		{ "[house]\nthe-name = a\n[control]\nkey = k\n",
		  "f: section 'control' needs 'ca', 'cert' and 'key'\n" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CHECK_INT(1, parse(cases[i].text));
		CHECK_STR(cases[i].message, messages);
	}
}

static void test_what_is_no_text_file(void)
{
	reset();
	CHECK_INT(1,
		  config_file_parse(&target, "f", "a\0b", 3, collect, NULL));
	CHECK_STR("f: has a NUL octet: not a text file\n", messages);
	reset();
	CHECK_INT(1, config_file_load(&target, "/nonexistent/file", collect,
				      NULL));
	CHECK(strstr(messages, "/nonexistent/file: cannot be read: ") != NULL);
}

static void test_channels(void)
{
	static const unsigned int good[] = { 2412, 2472, 2484, 5180,
					     5320, 5500, 5720, 5745,
					     5885, 5935, 5955, 7115 };
	static const unsigned int bad[] = { 0,	  2407, 2413, 2477, 2489,
					    5190, 5340, 5480, 5740, 5905,
					    5945, 7125, 7135 };

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		CHECK(channel_is_valid(good[i]));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK(!channel_is_valid(bad[i]));
	CHECK_INT(2412, channel_nearest(0));
	CHECK_INT(2484, channel_nearest(3000));
	CHECK_INT(5180, channel_nearest(5190));
}

const struct unit_test config_file_tests[] = {
	UNIT_TEST(test_ini),
	UNIT_TEST(test_uci),
	UNIT_TEST(test_errors_name_the_line),
	UNIT_TEST(test_what_is_no_text_file),
	UNIT_TEST(test_channels),
	{ NULL, NULL },
};
