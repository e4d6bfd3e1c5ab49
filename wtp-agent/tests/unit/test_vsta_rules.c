/* SPDX-License-Identifier: Apache-2.0 */
/* What virtual stations may send and receive, and who has which channel. */
#include "frame/frame.h"
#include "unit.h"
#include "vsta/arbiter.h"
#include "vsta/guest_filter.h"
#include "vsta/guest_frames.h"

static const uint8_t one[ADDR_LEN] = { 2, 0, 0, 0, 2, 1 };
static const uint8_t two[ADDR_LEN] = { 2, 0, 0, 0, 2, 2 };
static const uint8_t ap[ADDR_LEN] = { 2, 0xdd, 0, 0, 0, 1 };
static const uint8_t all[ADDR_LEN] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

static struct guests guests;

static struct cloudmac_vsta_hello hello_at(uint16_t mhz, bool joined)
{
	struct cloudmac_vsta_hello hello = { .frequency = mhz };

	if (joined)
		memcpy(hello.bssid, ap, ADDR_LEN);
	return hello;
}

/* Lets a virtual station of radio 0 say hello. */
static struct guest *greet(const uint8_t *address, uint16_t mhz, bool joined,
			   uint64_t now_ms)
{
	const struct cloudmac_vsta_hello hello = hello_at(mhz, joined);

	guest_note_hello(guests_get(&guests, address, 0), &hello, now_ms);
	return guests_find(&guests, address);
}

static void begin(void)
{
	memset(&guests, 0, sizeof(guests));
}

static void test_a_hello_holds_for_five_seconds(void)
{
	struct guest *guest;

	begin();
	guest = greet(one, 2412, true, 1000);
	CHECK(guest_hello(guest, 5999) != NULL);
	CHECK(guest_holds(guest, 2412, 5999) &&
	      guest_has_bss(guest, ap, 5999));
	CHECK(!guest_holds(guest, 2437, 5999));
	CHECK(!guest_has_bss(guest, two, 5999));
	CHECK(!guest_hello(guest, 6000) && !guest_holds(guest, 2412, 6000));
	CHECK(!guest_has_bss(guest, ap, 6000));
	guest = greet(one, 2412, false, 7000);
	CHECK(!guest_holds(guest, 2412, 7000));
	CHECK(!guest_has_bss(guest, (const uint8_t[ADDR_LEN]){ 0 }, 7000));
}

static void test_guests_come_and_go(void)
{
	uint8_t address[ADDR_LEN] = { 2, 0, 0, 0, 3 };

	begin();
	for (uint8_t i = 0; i < LEASES_MAX; i++) {
		address[5] = i;
		CHECK(guests_get(&guests, address, i % 2) != NULL);
	}
	CHECK(!guests_get(&guests, one, 0) && !guests_find(&guests, one));
	guests_forget(&guests, one);
	address[5] = 7;
	CHECK_INT(1, guests_find(&guests, address)->radio);
	CHECK_INT(0, guests_get(&guests, address, 0)->radio);
	guests_forget(&guests, address);
	CHECK(!guests_find(&guests, address));
	for (uint8_t i = 0; i < LEASES_MAX; i++) {
		address[5] = i;
		CHECK_INT(i != 7, guests_find(&guests, address) != NULL);
	}
	CHECK(guests_get(&guests, one, 0) != NULL);
}

static enum arbiter_verdict judge(const uint8_t *address, unsigned int mhz,
				  unsigned int target, bool pinned,
				  uint64_t now_ms)
{
	const struct arbiter_radio radio = { .mhz = mhz,
					     .target = target,
					     .pinned = pinned };

	return arbiter_judge(&guests, guests_find(&guests, address), &radio,
			     now_ms);
}

static void test_the_first_one_determines_the_channel(void)
{
	struct arbiter_radio radio = { .mhz = 2412 };

	begin();
	greet(one, 0, true, 1);
	CHECK_INT(ARBITER_SILENT, judge(one, 2412, 0, false, 2));
	greet(one, 2437, true, 1);
	CHECK_INT(ARBITER_WAIT, judge(one, 2412, 0, false, 2));
	CHECK_INT(2437, arbiter_target(&guests, &radio, 2));
	/* On the way. */
	CHECK_INT(ARBITER_WAIT, judge(one, 2412, 2437, false, 2));
	radio.target = 2437;
	CHECK_INT(0, arbiter_target(&guests, &radio, 2));
	greet(two, 2462, true, 2);
	CHECK_INT(ARBITER_BUSY, judge(two, 2412, 2437, false, 2));
	/* There. */
	CHECK_INT(ARBITER_ON, judge(one, 2437, 0, false, 2));
	CHECK_INT(ARBITER_BUSY, judge(two, 2437, 0, false, 2));
	radio = (struct arbiter_radio){ .mhz = 2437 };
	CHECK_INT(0, arbiter_target(&guests, &radio, 2));
	/* The holder falls silent, leaves, or has no BSS. */
	CHECK_INT(ARBITER_WAIT, judge(two, 2437, 0, false, 5001));
	greet(one, 2437, false, 2);
	CHECK_INT(ARBITER_WAIT, judge(two, 2437, 0, false, 2));
	CHECK_INT(2462, arbiter_target(&guests, &radio, 2));
}

static void test_one_of_another_radio_holds_nothing(void)
{
	begin();
	greet(one, 2412, true, 1);
	guests_find(&guests, one)->radio = 1;
	greet(two, 2462, true, 1);
	CHECK_INT(ARBITER_WAIT, judge(two, 2412, 0, false, 2));
}

static void test_pinned_and_denied(void)
{
	begin();
	greet(one, 2437, true, 1);
	CHECK_INT(ARBITER_PINNED, judge(one, 2412, 0, true, 2));
	CHECK_INT(ARBITER_ON, judge(one, 2437, 0, true, 2));
	arbiter_deny(&guests, 1, 2437);
	CHECK_INT(ARBITER_WAIT, judge(one, 2412, 0, false, 2));
	arbiter_deny(&guests, 0, 2437);
	CHECK_INT(ARBITER_PINNED, judge(one, 2412, 0, false, 2));
	greet(one, 2437, true, 3);
	CHECK_INT(ARBITER_PINNED, judge(one, 2412, 0, false, 3));
	/* A hello with another frequency begins anew. */
	greet(one, 2462, true, 4);
	CHECK_INT(ARBITER_WAIT, judge(one, 2412, 0, false, 4));
	greet(one, 2437, true, 5);
	CHECK_INT(ARBITER_WAIT, judge(one, 2412, 0, false, 5));
}

static void test_absence_has_a_budget(void)
{
	struct guest *guest;
	uint64_t ms = 1000;

	begin();
	guest = greet(one, 2412, true, ms);
	CHECK_INT(GUEST_BUDGET_MS, guest_budget(guest, ms));
	guest_charge(guest, GUEST_BUDGET_MS + 20);
	CHECK_INT(-20, guest_budget(guest, ms));
	/* However often one asks: 30 ms give a millisecond and a half. */
	for (int i = 0; i < 40; i++) {
		ms += 30;
		guest_budget(guest, ms);
	}
	CHECK_INT(1200 * GUEST_BUDGET_PERMILLE / 1000 - 20,
		  guest_budget(guest, ms));
	CHECK_INT(GUEST_BUDGET_MS, guest_budget(guest, ms + 1000000));
}

static void test_frames_of_a_client(void)
{
	static const struct {
		uint8_t control[2];
		bool allowed, needs_bssid;
	} cases[] = {
		{ { 0x00, 0 }, true, false }, /* association request */
		{ { 0x20, 0 }, true, false }, /* reassociation request */
		{ { 0x40, 0 }, true, false }, /* probe request */
		{ { 0xa0, 0 }, true, false }, /* disassociation */
		{ { 0xb0, 0 }, true, false }, /* authentication */
		{ { 0xb0, 0x40 }, true, false },
		{ { 0xc0, 0 }, true, false },	  /* deauthentication */
		{ { 0xd0, 0 }, true, false },	  /* action */
		{ { 0xd0, 0x80 }, false, false }, /* with HT control */
		{ { 0x10, 0 }, false, false },	  /* association response */
		{ { 0x30, 0 }, false, false },	  /* reassociation response */
		{ { 0x50, 0 }, false, false },	  /* probe response */
		{ { 0x80, 0 }, false, false },	  /* beacon */
		{ { 0x90, 0 }, false, false },	  /* ATIM */
		{ { 0xe0, 0 }, false, false },	  /* action no ack */
		{ { 0x08, 0x01 }, true, true },
		{ { 0x48, 0x11 }, true, true },
		{ { 0x88, 0x01 }, true, true },
		{ { 0x88, 0x81 }, true, true },
		{ { 0x08, 0x81 }, false, true },
		{ { 0x08, 0x00 }, false, true },
		{ { 0x08, 0x02 }, false, true },
		{ { 0x08, 0x03 }, false, true },
		{ { 0xa4, 0 }, true, true },  /* PS-Poll */
		{ { 0x84, 0 }, true, true },  /* block ACK request */
		{ { 0x94, 0 }, true, true },  /* block ACK */
		{ { 0xb4, 0 }, false, true }, /* RTS */
		{ { 0x54, 0 }, false, true }, /* NDP announcement */
		{ { 0x24, 0 }, false, true }, /* trigger */
		{ { 0xe4, 0 }, false, true }, /* CF-End */
	};
	uint8_t frame[32] = { 0 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		memcpy(frame, cases[i].control, 2);
		CHECK_INT(cases[i].allowed, guest_filter_type(frame));
		if (cases[i].allowed)
			CHECK_INT(cases[i].needs_bssid,
				  guest_filter_needs_bssid(frame));
	}
}

static void test_frames_to_a_client(void)
{
	uint8_t frame[32] = { 0x08, 0x02 };

	memcpy(frame + 4, one, ADDR_LEN);
	CHECK(guest_filter_is_to(frame, one) &&
	      !guest_filter_is_to(frame, two));
	CHECK(!guest_filter_is_to_bss(frame));
	frame[0] = 0x84;
	CHECK(guest_filter_is_to(frame, one));
	frame[0] = 0xb4;
	CHECK(!guest_filter_is_to(frame, one));
	memcpy(frame + 4, all, ADDR_LEN);
	CHECK(!guest_filter_is_to_bss(frame));
	frame[0] = 0x08;
	CHECK(guest_filter_is_to_bss(frame));
	frame[1] = 0x01;
	CHECK(!guest_filter_is_to_bss(frame));
	frame[0] = 0xc0;
	frame[1] = 0;
	CHECK(guest_filter_is_to_bss(frame) &&
	      !guest_filter_is_scanned(frame));
	frame[0] = 0x80;
	CHECK(guest_filter_is_scanned(frame) && guest_filter_is_to_bss(frame));
	frame[0] = 0x50;
	CHECK(guest_filter_is_scanned(frame));
}

static void test_a_refusal_answers_the_request(void)
{
	uint8_t request[30] = { 0xb0 }, content[GUEST_REFUSAL_LEN];

	memcpy(request + 4, ap, ADDR_LEN);
	memcpy(request + 10, one, ADDR_LEN);
	memcpy(request + 16, ap, ADDR_LEN);
	request[26] = 1;
	CHECK(guest_filter_is_auth(request, 30));
	CHECK(!guest_filter_is_auth(request, 29));
	CHECK_INT(sizeof(content),
		  guest_frame_make_refusal(content, request, 39, 5180));
	CHECK_MEM("\0\0\x0c\0\x08\0\0\0\x3c\x14\x40\x01", content, 12);
	CHECK_MEM("\xb0\0\0\0", content + 12, 4);
	CHECK_MEM(one, content + 16, ADDR_LEN);
	CHECK_MEM(ap, content + 22, ADDR_LEN);
	CHECK_MEM(ap, content + 28, ADDR_LEN);
	CHECK_MEM("\0\0\0\0\2\0\x27\0", content + 34, 8);
	/* SAE: confirm. Its frames may be protected by no key yet. */
	request[24] = 3;
	request[26] = 2;
	guest_frame_make_refusal(content, request, 37, 2412);
	CHECK_MEM("\x6c\x09\xc0\0", content + 8, 4);
	CHECK_MEM("\3\0\2\0\x25\0", content + 36, 6);
	request[1] = 0x40;
	CHECK(!guest_filter_is_auth(request, 30));
}

static void test_null_frames_and_probe_requests(void)
{
	const struct cloudmac_ssid ssid = { 3, "net" };
	uint8_t null[GUEST_NULL_LEN], probe[GUEST_PROBE_MAX];
	struct ieee80211_element element;
	size_t len;

	CHECK_INT(24, guest_frame_make_null(null, one, ap, true, 0xabc));
	CHECK_MEM("\x48\x11", null, 2);
	CHECK_MEM(ap, null + 4, ADDR_LEN);
	CHECK_MEM(one, null + 10, ADDR_LEN);
	CHECK_MEM("\xc0\xab", null + 22, 2);
	guest_frame_make_null(null, one, ap, false, 1);
	CHECK_MEM("\x48\x01", null, 2);

	for (unsigned int mhz = 2412; mhz < 6000; mhz += 2768) {
		len = guest_frame_make_probe(probe, one, &ssid, mhz, 1);
		CHECK(guest_filter_type(probe));
		CHECK_MEM(all, probe + 4, ADDR_LEN);
		CHECK_MEM(one, probe + 10, ADDR_LEN);
		CHECK_MEM(all, probe + 16, ADDR_LEN);
		CHECK(ieee80211_probe_element(probe, len, 0, &element));
		CHECK_INT(3, element.len);
		CHECK_MEM("net", element.value, 3);
		CHECK(ieee80211_probe_element(probe, len, 1, &element));
		CHECK_INT(mhz == 2412 ? 2 : 12, element.value[0]);
	}
}

const struct unit_test vsta_rules_tests[] = {
	UNIT_TEST(test_a_hello_holds_for_five_seconds),
	UNIT_TEST(test_guests_come_and_go),
	UNIT_TEST(test_the_first_one_determines_the_channel),
	UNIT_TEST(test_one_of_another_radio_holds_nothing),
	UNIT_TEST(test_pinned_and_denied),
	UNIT_TEST(test_absence_has_a_budget),
	UNIT_TEST(test_frames_of_a_client),
	UNIT_TEST(test_frames_to_a_client),
	UNIT_TEST(test_a_refusal_answers_the_request),
	UNIT_TEST(test_null_frames_and_probe_requests),
	{ NULL, NULL },
};
