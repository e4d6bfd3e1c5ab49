/* SPDX-License-Identifier: Apache-2.0 */
/* The mask under which some radios compare receivers with the BSSIDs. */
#include "radio/radio.h"
#include "unit.h"

static struct lease_table leases;
static struct bssid_mask mask;

static bool is_blocked(void *arg, unsigned int radio, unsigned int slot)
{
	(void)arg;
	(void)radio;
	(void)slot;
	return false;
}

static void install(void *arg, unsigned int radio, unsigned int slot,
		    const uint8_t *bssid)
{
	(void)arg;
	(void)bssid;
	lease_finish_install(&leases, radio, slot, 0);
}

static void install_later(void *arg, unsigned int radio, unsigned int slot,
			  const uint8_t *bssid)
{
	(void)arg;
	(void)radio;
	(void)slot;
	(void)bssid;
}

static void drop(void *arg, unsigned int radio, unsigned int slot,
		 const uint8_t *bssid)
{
	(void)arg;
	(void)radio;
	(void)slot;
	(void)bssid;
}

static const struct lease_ops at_once = { is_blocked, install, drop };
static const struct lease_ops later = { is_blocked, install_later, drop };

static void grant(unsigned int radio, uint8_t last)
{
	const uint8_t bssid[ADDR_LEN] = { 2, 0xc1, 0x0d, 0, 0, last };
	bool created;

	CHECK_INT(0, lease_grant(&leases, bssid, LEASE_AP, radio, 8,
				 LEASE_FOREVER, &created));
}

static void check_mask(uint8_t last, unsigned int differing, uint64_t foreign)
{
	const uint8_t bits[ADDR_LEN] = { 0xff, 0xff, 0xff, 0xff, 0xff, last };

	mask = bssid_mask_of(&leases, 0);
	CHECK_MEM(bits, mask.mask, ADDR_LEN);
	CHECK_INT(differing, mask.differing);
	CHECK_INT(foreign, bssid_mask_foreign(&mask));
}

static void test_each_differing_bit_doubles(void)
{
	lease_init(&leases, &at_once, NULL);
	check_mask(0xff, 0, 0);
	grant(0, 0x10);
	check_mask(0xff, 0, 0);
	grant(0, 0x11);
	check_mask(0xfe, 1, 0);
	grant(0, 0x12);
	check_mask(0xfc, 2, 1);
	grant(0, 0x13);
	check_mask(0xfc, 2, 0);
	grant(0, 0x20);
	check_mask(0xcc, 4, 11);
	lease_destroy(&leases);
}

/* Those of other radios, and those that are not installed yet, do not count.
 */
static void test_only_installed_leases_of_the_radio(void)
{
	lease_init(&leases, &at_once, NULL);
	grant(0, 0x10);
	grant(1, 0x2f);
	check_mask(0xff, 0, 0);
	leases.ops = &later;
	grant(0, 0x20);
	check_mask(0xff, 0, 0);
	lease_destroy(&leases);
}

static void test_text(void)
{
	char text[BSSID_MASK_TEXT_MAX];

	lease_init(&leases, &at_once, NULL);
	grant(0, 0x10);
	grant(0, 0x20);
	mask = bssid_mask_of(&leases, 0);
	CHECK_STR("phy3: the BSSIDs of its leases differ in 2 bits (mask "
		  "ff:ff:ff:ff:ff:cf), so driver ath9k also acknowledges "
		  "frames to 2 other addresses; choose BSSIDs that differ in "
		  "fewer bits (cloudmac-vap add --beside)",
		  bssid_mask_text(&mask, "phy3", "ath9k", text));
	lease_destroy(&leases);
}

const struct unit_test bssid_mask_tests[] = {
	UNIT_TEST(test_each_differing_bit_doubles),
	UNIT_TEST(test_only_installed_leases_of_the_radio),
	UNIT_TEST(test_text),
	{ NULL, NULL },
};
