/* SPDX-License-Identifier: Apache-2.0 */
/* When a radio may leave its channel for a scan. */
#include "vsta/scan_needs.h"

#include "unit.h"

#define INTERVAL_TU 100 /* 102.4 ms */
#define HEARD_MS    10000

static const uint8_t one[] = { 2, 0, 0, 0, 0, 1 };
static const uint8_t ap[] = { 2, 0xdd, 0, 0, 0, 1 };
static const uint8_t other_ap[] = { 2, 0xdd, 0, 0, 0, 2 };
static struct vsta vsta;
static struct radio radio;

static void join(const uint8_t *bssid, uint8_t flags, uint16_t mhz)
{
	struct cloudmac_vsta_hello hello = { .flags = flags,
					     .frequency = mhz };

	memcpy(hello.bssid, bssid, ADDR_LEN);
	guest_note_hello(guests_get(&vsta.guests, one, 0), &hello, HEARD_MS);
}

/* Hears a beacon at HEARD_MS. */
static void hear(const uint8_t *bssid, uint16_t interval_tu, size_t len)
{
	uint8_t octets[8 + 36] = { [2] = 8,
				   [8] = 0x80,
				   [8 + 32] = (uint8_t)interval_tu,
				   [8 + 33] = (uint8_t)(interval_tu >> 8) };
	const struct bss_heard heard = { .bssid = bssid,
					 .mhz = 2412,
					 .kind = BSS_BEACON,
					 .octets = octets,
					 .len = len };

	bss_note(&vsta.bss, &heard, HEARD_MS);
}

static uint64_t wait_at(unsigned int ms)
{
	return scan_beacon_wait(&vsta.radios[0], HEARD_MS + ms);
}

static void begin(void)
{
	memset(&vsta, 0, sizeof(vsta));
	radio = (struct radio){ .frequency = 2412 };
	vsta.radios[0] = (struct vsta_radio){ .vsta = &vsta, .radio = &radio };
	join(ap, CLOUDMAC_VSTA_ASSOCIATED, 2412);
}

static void test_it_stays_for_beacons(void)
{
	begin();
	CHECK_INT(0, wait_at(5));
	hear(ap, INTERVAL_TU, 44);
	/* Group frames behind the last one, and the next one. */
	CHECK_INT(6, wait_at(0));
	CHECK_INT(1, wait_at(5));
	CHECK_INT(0, wait_at(7));
	CHECK_INT(0, wait_at(69));
	CHECK_INT(38, wait_at(70));
	CHECK_INT(6, wait_at(102));
	CHECK_INT(0, wait_at(110));
	/* The one after 40 intervals. */
	CHECK_INT(7, wait_at(4096 - 1));
	CHECK_INT(0, wait_at(4096 + 10));
	bss_destroy(&vsta.bss);
}

static void test_only_for_those_of_its_stations(void)
{
	begin();
	hear(other_ap, INTERVAL_TU, 44);
	CHECK_INT(0, wait_at(100));
	hear(ap, INTERVAL_TU, 44);
	CHECK_INT(8, wait_at(100));
	join(ap, CLOUDMAC_VSTA_AWAKE, 2412);
	CHECK_INT(0, wait_at(100));
	join(ap, CLOUDMAC_VSTA_ASSOCIATED, 2437);
	CHECK_INT(0, wait_at(100));
	bss_destroy(&vsta.bss);
}

static void test_beacons_that_say_nothing(void)
{
	begin();
	hear(ap, 0, 44);
	CHECK_INT(0, wait_at(0));
	hear(ap, INTERVAL_TU, 43);
	CHECK_INT(0, wait_at(0));
	bss_destroy(&vsta.bss);
}

static void test_who_uses_the_channel(void)
{
	static struct lease_table leases;
	struct vsta_radio *on = &vsta.radios[0];

	begin();
	leases.n = 1;
	leases.leases[0] = (struct lease){ .role = LEASE_STATION };
	vsta.host.leases = &leases;
	/* A hello of the clock's time. */
	CHECK(!scan_is_disturbing(on));
	vsta.guests.entries[0].heard_ms = clock_ms();
	CHECK(scan_is_disturbing(on));
	vsta.guests.entries[0].hello.flags = 0;
	CHECK(scan_is_disturbing(on));
	memset(vsta.guests.entries[0].hello.bssid, 0, ADDR_LEN);
	CHECK(!scan_is_disturbing(on));
	leases.leases[0].role = LEASE_AP;
	CHECK(scan_is_disturbing(on));
	leases.leases[0].radio = 1;
	CHECK(!scan_is_disturbing(on));
}

const struct unit_test scan_needs_tests[] = {
	UNIT_TEST(test_it_stays_for_beacons),
	UNIT_TEST(test_only_for_those_of_its_stations),
	UNIT_TEST(test_beacons_that_say_nothing),
	UNIT_TEST(test_who_uses_the_channel),
	{ NULL, NULL },
};
