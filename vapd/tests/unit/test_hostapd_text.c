/* SPDX-License-Identifier: Apache-2.0 */
#include "hostapd_text.h"
#include "unit.h"

#define RADIO                                                     \
	"state=ENABLED\nphy=vap0\nfreq=2412\nnum_sta_non_erp=0\n" \
	"channel=1\nieee80211n=1\nieee80211ac=0\nieee80211ax=1\n" \
	"beacon_int=200\ndtim_period=2\n"
#define BSS0 \
	"bss[0]=wlan0\nbssid[0]=02:aa:bb:cc:00:01\nssid[0]=a\nnum_sta[0]=3\n"
#define BSS1 \
	"bss[1]=wlan0_1\nbssid[1]=02:AA:bb:cc:00:02\nssid[1]=b\nnum_sta[1]=5\n"

static struct hostapd_status status;

static void test_status(void)
{
	CHECK(hostapd_parse_status(RADIO BSS0, "wlan0", &status));
	CHECK(status.enabled && status.ht && !status.vht && status.he);
	CHECK_STR("vap0", status.phy);
	CHECK_STR("a", status.ssid);
	CHECK_INT(2412, status.frequency);
	CHECK_INT(205, status.beacon_ms);
	CHECK_INT(1, status.bss_n);
	CHECK_INT(3, status.stations_n);
	CHECK_MEM("\2\xaa\xbb\xcc\0\1", status.bssid, 6);
}

/* Each BSS of a radio has a socket, but the status lists all. */
static void test_the_socket_selects_the_bss(void)
{
	CHECK(hostapd_parse_status(RADIO BSS0 BSS1, "wlan0_1", &status));
	CHECK_INT(2, status.bss_n);
	CHECK_STR("b", status.ssid);
	CHECK_INT(5, status.stations_n);
	CHECK_MEM("\2\xaa\xbb\xcc\0\2", status.bssid, 6);
	CHECK(!hostapd_parse_status(RADIO BSS0 BSS1, "wlan", &status));
	CHECK(!hostapd_parse_status(RADIO BSS0 BSS1, "wlan0_12", &status));
}

static void test_no_status(void)
{
	static const char *const texts[] = {
		"",
		"FAIL\n",
		"UNKNOWN COMMAND\n",
		"state=ENABLED\n",
		"bss[0]=wlan0\n",
		"bss[0]=wlan0\nbssid[0]=02:aa:bb:cc:00\n",
		"bss[0]=wlan0\nbssid[1]=02:aa:bb:cc:00:01\n",
		"bss[0]=wlan0\nbssid[0]=ff:ff:ff:ff:ff:ff\n",
		"bss[0x]=wlan0\nbssid[0x]=02:aa:bb:cc:00:01\n",
		"bss[]=wlan0\nbssid[]=02:aa:bb:cc:00:01\n",
		"xbss[0]=wlan0\nxbssid[0]=02:aa:bb:cc:00:01\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK(!hostapd_parse_status(texts[i], "wlan0", &status));
}

static void test_wrong_numbers_are_left_out(void)
{
	CHECK(hostapd_parse_status("state=DFS\nfreq=-1\nbeacon_int=x\n" BSS0,
				   "wlan0", &status));
	CHECK(!status.enabled);
	CHECK_INT(0, status.frequency);
	CHECK_INT(103, status.beacon_ms);
	CHECK(hostapd_parse_status("freq=99999999999999999999\n" BSS0, "wlan0",
				   &status));
	CHECK_INT(0, status.frequency);
	/* Not an end of "ENABLED". */
	CHECK(hostapd_parse_status("state=ENABLE\n" BSS0, "wlan0", &status));
	CHECK(!status.enabled);
}

static void check_ssid(const char *written, const char *expected)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "bss[0]=w\nbssid[0]=02:aa:bb:cc:00:01\nssid[0]=%s\n",
		 written);
	CHECK(hostapd_parse_status(text, "w", &status));
	CHECK_STR(expected, status.ssid);
}

static void check_ssid_hex(const char *written, const char *expected)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "bss[0]=w\nbssid[0]=02:aa:bb:cc:00:01\nssid[0]=%s\n",
		 written);
	CHECK(hostapd_parse_status(text, "w", &status));
	CHECK_STR(expected, status.ssid_hex);
}

static void test_ssid_octets(void)
{
	char longer[4 * 33 + 1] = "";

	check_ssid_hex("", "");
	check_ssid_hex("caf\\xc3\\xa9", "636166c3a9");
	check_ssid_hex("\\xce\\xf7\\xb0\\xb2", "cef7b0b2");
	/* The same text as the octet ff. */
	check_ssid_hex("\\xff", "ff");
	check_ssid_hex("\\\\xff", "5c786666");
	check_ssid_hex("\\x00", "00");
	check_ssid_hex("\\x4", "");
	for (int i = 0; i < 32; i++)
		strcat(longer, "\\xff");
	check_ssid_hex(longer, "ffffffffffffffffffffffffffffffff"
			       "ffffffffffffffffffffffffffffffff");
	strcat(longer, "\\xff");
	check_ssid_hex(longer, "");
}

static void test_ssids(void)
{
	char longest[4 * 32 + 1] = "", longer[4 * 33 + 1] = "";

	check_ssid("", "");
	check_ssid("a b=c[1]", "a b=c[1]");
	check_ssid("\\\"a\\\\b\\\"", "\"a\\b\"");
	check_ssid("caf\\xc3\\xa9", "caf\xc3\xa9");
	/* No text: as hostapd writes it. */
	check_ssid("\\xff", "\\xff");
	check_ssid("a\\n", "a\\n");
	check_ssid("\\e[0m", "\\e[0m");
	check_ssid("\\", "\\");
	check_ssid("\\q", "\\q");
	check_ssid("\\x4", "\\x4");
	check_ssid("a\xff\x01", "a??");
	for (int i = 0; i < 32; i++)
		strcat(longest, "\\x61");
	check_ssid(longest, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
	for (int i = 0; i < 33; i++)
		strcat(longer, "\\x61");
	check_ssid(longer, "");
}

static void test_stations(void)
{
	struct hostapd_station station;

	CHECK(hostapd_parse_station("02:00:00:00:01:00\nflags=[AUTH][ASSOC]"
				    "[AUTHORIZED][WMM]\naid=1\n",
				    &station));
	CHECK(station.associated && station.authorized);
	CHECK_MEM("\2\0\0\0\1\0", station.address, 6);
	CHECK(hostapd_parse_station("02:00:00:00:01:00\nflags=[AUTH]\n",
				    &station));
	CHECK(!station.associated && !station.authorized);
	CHECK(hostapd_parse_station("02:00:00:00:01:00", &station));
	CHECK(!hostapd_parse_station("", &station));
	CHECK(!hostapd_parse_station("FAIL\n", &station));
	CHECK(!hostapd_parse_station("x=02:00:00:00:01:00\n", &station));
}

static struct hostapd_event event_of(const char *text)
{
	struct hostapd_event event;

	CHECK(hostapd_is_event(text));
	hostapd_parse_event(text, &event);
	return event;
}

static void test_events(void)
{
	static const struct {
		const char *text;
		enum hostapd_event_type type;
	} cases[] = {
		{ "<3>AP-STA-CONNECTED 02:00:00:00:01:00",
		  HOSTAPD_STA_AUTHORIZED },
		{ "<3>AP-STA-CONNECTED 02:00:00:00:01:00 keyid=x",
		  HOSTAPD_STA_AUTHORIZED },
		{ "<3>EAPOL-4WAY-HS-COMPLETED 02:00:00:00:01:00",
		  HOSTAPD_STA_AUTHORIZED },
		{ "<3>AP-STA-DISCONNECTED 02:00:00:00:01:00",
		  HOSTAPD_STA_DISCONNECTED },
		{ "<3>AP-CSA-FINISHED freq=2437 dfs=0", HOSTAPD_CHANNEL },
		{ "<3>AP-ENABLED ", HOSTAPD_ENABLED },
		{ "<3>AP-DISABLED ", HOSTAPD_DISABLED },
		{ "<3>CTRL-EVENT-TERMINATING ", HOSTAPD_TERMINATING },
		/* Not these, whatever a station put into them. */
		{ "<3>AP-STA-CONNECTED 02:00:00:00:01", HOSTAPD_OTHER },
		{ "<3>AP-STA-CONNECTED ", HOSTAPD_OTHER },
		{ "<3>AP-CSA-FINISHED xfreq=2437", HOSTAPD_OTHER },
		{ "<3>AP-CSA-FINISHED freq=", HOSTAPD_OTHER },
		{ "<3>WPS-ENROLLEE-SEEN x AP-DISABLED ", HOSTAPD_OTHER },
		{ "<3>x<3>AP-DISABLED ", HOSTAPD_OTHER },
		{ "<3>", HOSTAPD_OTHER },
		{ "<", HOSTAPD_OTHER },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct hostapd_event event = event_of(cases[i].text);

		CHECK_INT(cases[i].type, event.type);
		if (cases[i].type == HOSTAPD_CHANNEL)
			CHECK_INT(2437, event.frequency);
		if (cases[i].type == HOSTAPD_STA_AUTHORIZED)
			CHECK_MEM("\2\0\0\0\1\0", event.station, 6);
	}
	CHECK(!hostapd_is_event("OK\n"));
	CHECK(!hostapd_is_event(""));
}

const struct unit_test hostapd_text_tests[] = {
	UNIT_TEST(test_status),
	UNIT_TEST(test_the_socket_selects_the_bss),
	UNIT_TEST(test_no_status),
	UNIT_TEST(test_wrong_numbers_are_left_out),
	UNIT_TEST(test_ssids),
	UNIT_TEST(test_ssid_octets),
	UNIT_TEST(test_stations),
	UNIT_TEST(test_events),
	{ NULL, NULL },
};
