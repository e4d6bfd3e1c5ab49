/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual stations: hellos, who has the channel, and which frames pass. */
#include "unit.h"
#include "vsta/arbiter.h"
#include "vsta/guest_filter.h"
#include "vsta/guest_frames.h"

static const uint8_t a[] = { 2, 0, 0, 0, 0, 1 }, b[] = { 2, 0, 0, 0, 0, 2 },
		     ap[] = { 2, 0xdd, 0, 0, 0, 1 }, null[6];
static struct guests guests;
static struct arbiter_radio radio;

static void begin(bool pinned)
{
	memset(&guests, 0, sizeof(guests));
	radio = (struct arbiter_radio){ .mhz = 2412, .pinned = pinned };
}

static struct guest *say(const uint8_t *address, uint16_t mhz,
			 const uint8_t *bssid, uint64_t now_ms)
{
	struct cloudmac_vsta_hello hello = {
		.flags = CLOUDMAC_VSTA_AWAKE | CLOUDMAC_VSTA_ASSOCIATED,
		.frequency = mhz,
	};
	struct guest *guest = guests_get(&guests, address, 0);

	memcpy(hello.bssid, bssid, 6);
	guest_note_hello(guest, &hello, now_ms);
	return guest;
}

static enum arbiter_verdict judge(const uint8_t *address, uint64_t now_ms)
{
	return arbiter_judge(&guests, guests_find(&guests, address), &radio,
			     now_ms);
}

static void test_a_hello_ends(void)
{
	struct guest *guest;

	begin(false);
	guest = guests_get(&guests, a, 0);
	CHECK(!guest_hello(guest, 1));
	guest = say(a, 2412, ap, 1000);
	CHECK(guest_holds(guest, 2412, 5999));
	CHECK(guest_is_associated(guest, 2412, 5999));
	CHECK(!guest_holds(guest, 2437, 1000));
	CHECK(guest_has_bss(guest, ap, 1000));
	CHECK(!guest_has_bss(guest, b, 1000));
	CHECK(!guest_hello(guest, 6000));
	CHECK(!guest_has_bss(guest, ap, 6000));
	say(a, 2412, null, 7000);
	CHECK(!guest_holds(guest, 2412, 7000));
	CHECK(!guest_has_bss(guest, null, 7000));
}

static void test_entries(void)
{
	uint8_t address[6] = { 2 };

	begin(false);
	for (uint8_t i = 0; i < LEASES_MAX; i++) {
		address[5] = i;
		CHECK(guests_get(&guests, address, i) != NULL);
	}
	address[5] = LEASES_MAX;
	CHECK(!guests_get(&guests, address, 0));
	address[5] = 3;
	CHECK_INT(3, guests_get(&guests, address, 3)->radio);
	guests_forget(&guests, address);
	CHECK(!guests_find(&guests, address));
	guests_forget(&guests, address);
	CHECK_INT(LEASES_MAX - 1, guests.n);
	address[5] = LEASES_MAX - 1;
	CHECK_INT(LEASES_MAX - 1, guests_find(&guests, address)->radio);
}

static void test_the_first_one_decides(void)
{
	begin(false);
	say(a, 2437, ap, 1000);
	CHECK_INT(ARBITER_WAIT, judge(a, 1000));
	CHECK_INT(2437, arbiter_target(&guests, &radio, 1000));
	radio.target = 2437;
	say(b, 2462, ap, 1000);
	CHECK_INT(ARBITER_WAIT, judge(a, 1000));
	CHECK_INT(ARBITER_BUSY, judge(b, 1000));
	CHECK_INT(0, arbiter_target(&guests, &radio, 1000));
	radio.target = 0;
	radio.mhz = 2437;
	CHECK_INT(ARBITER_ON, judge(a, 1000));
	CHECK_INT(ARBITER_BUSY, judge(b, 1000));
	CHECK_INT(0, arbiter_target(&guests, &radio, 1000));
	/* The first one has gone, or named no BSSID. */
	say(b, 2462, ap, 4000);
	CHECK_INT(ARBITER_WAIT, judge(b, 6000));
	CHECK_INT(ARBITER_SILENT, judge(a, 6000));
	say(a, 2437, null, 6000);
	CHECK_INT(2462, arbiter_target(&guests, &radio, 6000));
	/* Both name the same channel. */
	say(a, 2437, ap, 6000);
	say(b, 2437, ap, 6000);
	CHECK_INT(ARBITER_ON, judge(b, 6000));
}

static void test_a_pinned_channel(void)
{
	begin(true);
	say(a, 2437, ap, 1000);
	CHECK_INT(ARBITER_PINNED, judge(a, 1000));
	CHECK_INT(0, arbiter_target(&guests, &radio, 1000));
	say(a, 0, null, 1000);
	CHECK_INT(ARBITER_SILENT, judge(a, 1000));
	say(a, 2412, ap, 1000);
	CHECK_INT(ARBITER_ON, judge(a, 1000));
}

static void test_a_denied_channel(void)
{
	begin(false);
	say(a, 5260, ap, 1000);
	arbiter_deny(&guests, 0, 5260);
	CHECK_INT(ARBITER_PINNED, judge(a, 1000));
	CHECK_INT(0, arbiter_target(&guests, &radio, 1000));
	say(a, 5260, ap, 2000);
	CHECK_INT(ARBITER_PINNED, judge(a, 2000));
	say(a, 2437, ap, 2000);
	CHECK_INT(ARBITER_WAIT, judge(a, 2000));
}

static void test_the_budget(void)
{
	struct guest *guest;

	begin(false);
	guest = guests_get(&guests, a, 0);
	CHECK_INT(GUEST_BUDGET_MS, guest_budget(guest, 1000));
	guest_charge(guest, GUEST_BUDGET_MS + 100);
	CHECK_INT(-100, guest_budget(guest, 1000));
	/* In steps that are too short for one, nothing is lost. */
	for (uint64_t ms = 1000; ms <= 3000; ms++)
		guest_budget(guest, ms);
	CHECK_INT(-100 + 2 * GUEST_BUDGET_PERMILLE, guest_budget(guest, 3000));
	CHECK_INT(GUEST_BUDGET_MS, guest_budget(guest, 10000000));
}

static uint8_t header[36];

static const uint8_t *with(uint8_t type, uint8_t flags)
{
	header[0] = type;
	header[1] = flags;
	return header;
}

static void test_what_a_client_sends(void)
{
	static const uint8_t good[][2] = {
		{ 0x00, 0 }, { 0x20, 0 }, { 0x40, 0 },	  { 0xa0, 0 },
		{ 0xb0, 0 }, { 0xc0, 0 }, { 0xd0, 0 },	  { 0x08, 1 },
		{ 0x48, 1 }, { 0x88, 1 }, { 0xc8, 0x11 }, { 0x88, 0x81 },
		{ 0xa4, 0 }, { 0x84, 0 }, { 0x94, 0 },	  { 0x08, 0x41 },
	};
	static const uint8_t bad[][2] = {
		{ 0x10, 0 }, { 0x30, 0 },    { 0x50, 0 },    { 0x80, 0 },
		{ 0x90, 0 }, { 0xe0, 0 },    { 0xb0, 0x80 }, { 0x08, 0x81 },
		{ 0x08, 0 }, { 0x08, 2 },    { 0x88, 3 },    { 0xb4, 0 },
		{ 0xe4, 0 }, { 0x84, 0x80 },
	};

	for (size_t i = 0; i < sizeof(good) / 2; i++)
		CHECK(guest_filter_type(with(good[i][0], good[i][1])));
	for (size_t i = 0; i < sizeof(bad) / 2; i++)
		CHECK(!guest_filter_type(with(bad[i][0], bad[i][1])));
}

/* Returns true if a frame may go to 'to' while the hello names 'ap'.
 * 'category' is that of an action frame. */
static bool may_go(uint8_t type, const uint8_t *to, const uint8_t *bssid,
		   uint8_t category)
{
	memcpy(header + 4, to, 6);
	memcpy(header + 16, bssid, 6);
	header[24] = category;
	return guest_filter_receiver(with(type, type == 0x88), sizeof(header),
				     ap);
}

static void test_to_whom_it_sends(void)
{
	static const uint8_t all[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
			     group[] = { 0x51, 0x6f, 0x9a, 1, 0, 0 };
	static const uint8_t bound[] = { 0x88, 0xa4, 0xa0, 0xc0, 0xd0 };
	static const uint8_t unbound[] = { 0x00, 0x20, 0x40, 0xb0 };

	for (size_t i = 0; i < sizeof(bound); i++) {
		CHECK(may_go(bound[i], ap, ap, 127));
		CHECK(!may_go(bound[i], b, b, 127));
		CHECK(!may_go(bound[i], all, all, 127));
	}
	for (size_t i = 0; i < sizeof(unbound); i++)
		CHECK(may_go(unbound[i], b, b, 127) &&
		      may_go(unbound[i], all, all, 0));
	/* A client of 'b' would see the end of its own association. */
	CHECK(!may_go(0xc0, ap, b, 0));
	CHECK(!may_go(0xd0, ap, b, 4));
	/* Public action frames name the receiver, or all. */
	CHECK(may_go(0xd0, b, b, 4) && may_go(0xd0, b, all, 4));
	CHECK(may_go(0xd0, all, all, 4));
	CHECK(!may_go(0xd0, all, ap, 4));
	CHECK(!may_go(0xd0, b, ap, 4));
	CHECK(!may_go(0xd0, group, group, 4));
	CHECK(!may_go(0xc0, b, b, 4));
	/* Encrypted, the category is not readable. */
	CHECK(guest_filter_receiver(with(0xd0, 0x40), sizeof(header), ap) ==
	      false);
	CHECK(!guest_filter_receiver(with(0xd0, 0), 24, ap));
}

static void test_what_it_receives(void)
{
	memcpy(header + 4, a, 6);
	CHECK(guest_filter_is_to(with(0x88, 2), a));
	CHECK(guest_filter_is_to(with(0x84, 0), a));
	CHECK(!guest_filter_is_to(with(0xb4, 0), a));
	CHECK(!guest_filter_is_to(with(0x88, 2), b));
	CHECK(!guest_filter_is_to_bss(with(0x08, 2)));
	header[4] = 0xff;
	CHECK(guest_filter_is_to_bss(with(0x08, 2)));
	CHECK(guest_filter_is_to_bss(with(0x80, 0)));
	CHECK(!guest_filter_is_to_bss(with(0x08, 1)));
	CHECK(!guest_filter_is_to_bss(with(0x84, 0)));
	CHECK(guest_filter_is_scanned(with(0x80, 0)));
	CHECK(guest_filter_is_scanned(with(0x50, 0)));
	CHECK(!guest_filter_is_scanned(with(0xd0, 0)));
	CHECK(guest_filter_is_auth(with(0xb0, 0), 30));
	CHECK(!guest_filter_is_auth(with(0xb0, 0), 29));
	CHECK(!guest_filter_is_auth(with(0xb0, 0x40), 30));
	CHECK(!guest_filter_is_auth(with(0xc0, 0), 30));
}

static void test_made_frames(void)
{
	static const uint8_t doze[] = {
		0x48, 0x11, 0, 0, 2, 0xdd, 0, 0, 0, 1, 2,    0,
		0,    0,    0, 1, 2, 0xdd, 0, 0, 0, 1, 0x30, 0x12,
	};
	static const uint8_t high[] = { 0,  1,	'x', 1,	 8,  12, 18,
					24, 36, 48,  72, 96, 108 };
	const struct cloudmac_ssid ssid = { 1, "x" };
	uint8_t null_frame[GUEST_NULL_LEN], probe[GUEST_PROBE_MAX];
	struct cloudmac_ssid longest = { .len = CLOUDMAC_VSTA_SSID_MAX };

	CHECK_INT(24, guest_frame_make_null(null_frame, a, ap, true, 0x123));
	CHECK_MEM(doze, null_frame, sizeof(doze));
	guest_frame_make_null(null_frame, a, ap, false, 0x123);
	CHECK_INT(1, null_frame[1]);
	CHECK_INT(24 + sizeof(high),
		  guest_frame_make_probe(probe, a, &ssid, 5180, 1));
	CHECK_MEM(high, probe + 24, sizeof(high));
	CHECK_INT(0x40, probe[0]);
	CHECK_MEM(a, probe + 10, 6);
	CHECK_INT(24 + 34 + 16,
		  guest_frame_make_probe(probe, a, &longest, 2412, 1));
}

static void test_a_refusal(void)
{
	static const uint8_t expected[] = {
		0,    0, 12,   0, 8, 0, 0, 0,	 0x85, 9, 0xc0, 0, /* 2437 MHz
								    */
		0xb0, 0, 0,    0, 2, 0, 0, 0,	 0,    1, 2,	0xdd, 0, 0,  0,
		1,    2, 0xdd, 0, 0, 0, 1, 0x30, 0x12, 3, 0,	1,    0, 39, 0,
	};
	uint8_t auth[30] = { 0xb0, 0, 0, 0, 2, 0xdd, 0, 0,    0, 1,
			     2,	   0, 0, 0, 0, 1,    2, 0xdd, 0, 0,
			     0,	   1, 0, 0, 3, 0,    1, 0,    0, 0 };
	uint8_t content[GUEST_REFUSAL_LEN];

	CHECK_INT(sizeof(expected),
		  guest_frame_make_refusal(content, auth, 39, 2437, 0x123));
	CHECK_MEM(expected, content, sizeof(expected));
	auth[24] = 0;
	guest_frame_make_refusal(content, auth, 37, 2437, 0);
	CHECK_INT(2, content[38]); /* the transaction of other algorithms */
	CHECK_INT(37, content[40]);
}

const struct unit_test guests_tests[] = {
	UNIT_TEST(test_a_hello_ends),
	UNIT_TEST(test_entries),
	UNIT_TEST(test_the_first_one_decides),
	UNIT_TEST(test_a_pinned_channel),
	UNIT_TEST(test_a_denied_channel),
	UNIT_TEST(test_the_budget),
	UNIT_TEST(test_what_a_client_sends),
	UNIT_TEST(test_to_whom_it_sends),
	UNIT_TEST(test_what_it_receives),
	UNIT_TEST(test_made_frames),
	UNIT_TEST(test_a_refusal),
	{ NULL, NULL },
};
