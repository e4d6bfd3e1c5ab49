/* SPDX-License-Identifier: Apache-2.0 */
#include "config/wtp_config.h"
#include "unit.h"

static struct config config;
static char messages[4096];

static void collect(void *arg, const char *text)
{
	(void)arg;
	strncat(messages, text, sizeof(messages) - strlen(messages) - 2);
	strcat(messages, "\n");
}

static unsigned int parse(const char *text)
{
	messages[0] = '\0';
	return config_parse(&config, "f", text, strlen(text), collect, NULL);
}

static void check_contents(void)
{
	CHECK_STR("roof", config.name);
	CHECK_STR("eth0", config.wired);
	CHECK_INT(7, config.vlan);
	CHECK_INT(250, config.announce_interval);
	CHECK_INT(1, config.batch);
	CHECK_STR("DE", config.country);
	CHECK_INT(2, config.radios_n);
	CHECK_STR("phy0", config.radios[0].phy);
	CHECK_INT(2437, config.radios[0].frequency);
	CHECK_INT(WIDTH_40_ABOVE, config.radios[0].width);
	CHECK_INT(2, config.radios[0].leases_n);
	CHECK_MEM("\2\0\0\0\0\2", config.radios[0].leases[1], 6);
	CHECK_INT(CONFIG_POWER_AUTO, config.radios[0].power);
	CHECK(config.radios[0].airtime);
	CHECK_INT(4096, config.radios[0].queue_memory);
	CHECK_INT(5, config.radios[0].codel_target);
	CHECK_INT(100, config.radios[0].codel_interval);
	CHECK_INT(17, config.radios[1].power);
	CHECK(!config.radios[1].airtime);
	CHECK_INT(512, config.radios[1].queue_memory);
	CHECK_INT(20, config.radios[1].codel_target);
	CHECK_INT(300, config.radios[1].codel_interval);
	CHECK(config.control.is_configured);
	CHECK_STR("/etc/cloudmac/a b.pem", config.control.ca);
	CHECK_INT(4919, config.control.port);
}

static void test_ini(void)
{
	CHECK_INT(0, parse("# comment\n"
			   "[wtp]\r\n"
			   "  name=roof\n"
			   "wired = eth0\n"
			   "vlan = 7\n"
			   "announce-interval = 250\n"
			   "batch = 1\n"
			   "country = DE\n"
			   "\n"
			   "[ radio ]\n"
			   "phy = phy0\n"
			   "frequency = 2437\n"
			   "width = 40+\n"
			   "lease = 02:00:00:00:00:01\n"
			   "lease = 02:00:00:00:00:02\n"
			   "[radio]\n"
			   "phy = phy1\n"
			   "power = 17\n"
			   "airtime = off\n"
			   "queue-memory = 512\n"
			   "codel-target = 20\n"
			   "codel-interval = 300\n"
			   "[control]\n"
			   "ca = /etc/cloudmac/a b.pem\n"
			   "cert = c\n"
			   "key = k"));
	CHECK_STR("", messages);
	check_contents();
}

static void test_uci(void)
{
	CHECK_INT(0, parse("\n# comment\n"
			   "package cloudmac\n"
			   "config wtp 'main'\n"
			   "\toption name 'roof'\n"
			   "\toption wired \"eth0\" # comment\n"
			   "\toption vlan 7\n"
			   "\toption announce_interval '250'\n"
			   "\toption batch 1\n"
			   "\toption country 'de'\n"
			   "config radio\n"
			   "\toption phy 'phy'0\n"
			   "\toption frequency '2437'\n"
			   "\toption width '40+'\n"
			   "\tlist lease '02:00:00:00:00:01'\n"
			   "\tlist lease '02:00:00:00:00:02'\n"
			   "config 'radio'\n"
			   "\toption phy phy1\n"
			   "\toption power 17\n"
			   "\toption airtime off\n"
			   "\toption queue_memory 512\n"
			   "\toption codel_target 20\n"
			   "\toption codel_interval 300\n"
			   "config control\n"
			   "\toption ca \"/etc/cloudmac/a\\ b.pem\"\n"
			   "\toption cert c\n"
			   "\toption key k\n"));
	CHECK_STR("", messages);
	check_contents();
}

static void test_uci_quotes(void)
{
	CHECK_INT(0, parse("config wtp\n"
			   "option wired e\n"
			   "option name 'a\\b \"c\"'\n"
			   "config radio\n"
			   "option phy \"p\\\"q'\"\n"));
	CHECK_STR("a\\b \"c\"", config.name);
	CHECK_STR("p\"q'", config.radios[0].phy);
}

static void test_stations(void)
{
	CHECK_INT(0, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"));
	CHECK_INT(STATIONS_OFF, config.radios[0].stations);
	CHECK_INT(0, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"
			   "lease=02:00:00:00:00:01\nstations=pinned\n"));
	CHECK_INT(STATIONS_PINNED, config.radios[0].stations);
	CHECK_INT(0, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"
			   "stations=free\n"));
	CHECK_INT(STATIONS_FREE, config.radios[0].stations);
	CHECK_INT(1, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"
			   "stations=on\n"));
	CHECK_STR("f:5: 'stations' is off, pinned or free, not 'on'\n",
		  messages);
	CHECK_INT(1, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"
			   "lease=02:00:00:00:00:01\nstations=free\n"));
	CHECK(strstr(messages, "radio 0 has a 'lease', but serves no VAPs") !=
	      NULL);
}

static void test_country(void)
{
	static const char *const bad[] = { "D", "DEU", "0", "01", "D1", "" };
	char text[128], message[128];

	CHECK_INT(0, parse("[wtp]\nwired=e\n[radio]\nphy=p\n"));
	CHECK_STR("", config.country);
	CHECK_INT(0, parse("[wtp]\ncountry=00\nwired=e\n[radio]\nphy=p\n"));
	CHECK_STR("00", config.country);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		sprintf(text, "[wtp]\ncountry=%s\n", bad[i]);
		sprintf(message,
			"f:2: 'country' is a country of two letters (ISO "
			"3166-1) or 00, not '%s'\n",
			bad[i]);
		CHECK(parse(text) > 0);
		CHECK_STR(message, messages);
	}
}

#define MINIMAL "[wtp]\nwired=e\n[radio]\nphy=p\n"

#define LETTERS_32  "abcdefghijklmnopabcdefghijklmnop"
#define LETTERS_128 LETTERS_32 LETTERS_32 LETTERS_32 LETTERS_32

static void test_errors_name_the_line(void)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "", "f: no 'wired' interface in section 'wtp'\n"
		      "f: no section 'radio'\n" },
		{ "[wtp\n", "f:1: ']' expected after the section\n" },
		{ "wired = e\n", "f:1: 'wired' stands before any section\n" },
		{ "[wtp]\nwired\n", "f:2: 'key = value' expected\n" },
		{ "[wtp]\ncolour = red\n",
		  "f:2: section 'wtp' has no option 'colour'\n" },
		{ "[wpt]\nname = x\n",
		  "f:1: section is wtp, radio or control, not 'wpt'\n" },
		{ MINIMAL "frequency = 80\n",
		  "f:5: 'frequency' is 2412 to 7125, not '80'\n" },
		{ MINIMAL "frequency = 2412x\n",
		  "f:5: 'frequency' is 2412 to 7125, not '2412x'\n" },
		{ MINIMAL "frequency = 2440\n",
		  "f:5: 'frequency' is the centre of an 802.11 channel in "
		  "MHz, not '2440'; the nearest is 2442\n" },
		{ MINIMAL "width = 41\n",
		  "f:5: 'width' is 20-noht, 20, 40+, 40- or 80, not '41'\n" },
		{ MINIMAL "airtime = yes\n",
		  "f:5: 'airtime' is on or off, not 'yes'\n" },
		{ MINIMAL "queue-memory = 511\n",
		  "f:5: 'queue-memory' is 512 to 65536, not '511'\n" },
		{ MINIMAL "codel-target = 0\n",
		  "f:5: 'codel-target' is 1 to 200, not '0'\n" },
		{ MINIMAL "codel-interval = 1001\n",
		  "f:5: 'codel-interval' is 10 to 1000, not '1001'\n" },
		{ MINIMAL "lease = 03:00:00:00:00:01\n",
		  "f:5: 'lease' is a BSSID: unicast, not ending in ff:ff, not "
		  "'03:00:00:00:00:01'\n" },
		{ MINIMAL "[radio]\n", "f: radio 1 has no 'phy'\n" },
		{ MINIMAL "[radio]\nphy=p\n",
		  "f: radios 0 and 1 are both 'p'\n" },
		{ MINIMAL "[control]\nport = 0\n",
		  "f:6: 'port' is 1 to 65535, not '0'\n" },
		{ MINIMAL "[control]\naddress = host\n",
		  "f:6: 'address' is an IPv4 or IPv6 address, not 'host'\n" },
		{ MINIMAL "[control]\n",
		  "f: section 'control' needs 'ca', 'cert' and 'key'\n" },
		{ "[wtp]\nname = \x1b[0m\n",
		  "f:2: 'name' has a control character or is not UTF-8\n" },
		{ "[wtp]\nid = 01:00:00:00:00:00\nvlan = 4095\n",
		  "f:2: 'id' is a unicast address aa:bb:cc:dd:ee:ff, not "
		  "'01:00:00:00:00:00'\n"
		  "f:3: 'vlan' is 1 to 4094, not '4095'\n" },
		{ "[wtp]\nwired = " LETTERS_128 "\n",
		  "f:2: 'wired' is 1 to 127 octets long\n" },
		{ "config wtp\noption name 'x\n",
		  "f:2: a quote is not closed\n" },
		{ "config wtp\nvalue x\n",
		  "f:2: 'config TYPE', 'option KEY VALUE' or 'list KEY VALUE' "
		  "expected\n" },
		{ "config wtp\noption a b c d\n",
		  "f:2: 'config TYPE', 'option KEY VALUE' or 'list KEY VALUE' "
		  "expected\n" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		CHECK(parse(cases[i].text) > 0);
		CHECK_STR(cases[i].message, messages);
	}
}

static void test_bounds(void)
{
	char text[8192];

	memset(text, 'x', 2000);
	strcpy(text + 2000, "\n[wtp]\n");
	CHECK(parse(text) > 0);
	CHECK_STR("f:1: line of more than 1023 octets\n", messages);

	text[0] = '\0';
	for (int i = 0; i < 17; i++)
		sprintf(text + strlen(text), "[radio]\nphy=p%d\n", i);
	CHECK(parse(text) > 0);
	CHECK_STR("f:33: more than 16 radios\n", messages);

	strcpy(text, MINIMAL);
	for (int i = 0; i < 17; i++)
		sprintf(text + strlen(text), "lease=02:00:00:00:00:%02x\n", i);
	CHECK(parse(text) > 0);
	CHECK_STR("f:21: more than 16 of 'lease' on one radio\n", messages);

	messages[0] = '\0';
	CHECK_INT(1, config_parse(&config, "f", "a\0b", 3, collect, NULL));
	CHECK_INT(1, config_load(&config, "/nonexistent/file", collect, NULL));
}

static void test_widths(void)
{
	CHECK_INT(WIDTH_20_NOHT, channel_width(2484, WIDTH_40_BELOW));
	CHECK_INT(WIDTH_40_BELOW, channel_width(2472, WIDTH_40_BELOW));
}

const struct unit_test config_tests[] = {
	UNIT_TEST(test_ini),
	UNIT_TEST(test_uci),
	UNIT_TEST(test_uci_quotes),
	UNIT_TEST(test_stations),
	UNIT_TEST(test_country),
	UNIT_TEST(test_errors_name_the_line),
	UNIT_TEST(test_bounds),
	UNIT_TEST(test_widths),
	{ NULL, NULL },
};
