/* SPDX-License-Identifier: Apache-2.0 */
/* What a radio applies of an injected frame's radiotap header. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "radio/radio.h"
#include "unit.h"

static void test_drivers(void)
{
	CHECK(abilities_driver_applies_rate("ath9k"));
	CHECK(abilities_driver_applies_rate("mac80211_hwsim"));
	CHECK(!abilities_driver_applies_rate("ath9k_htc"));
	CHECK(!abilities_driver_applies_rate("mt7915e"));
	CHECK(!abilities_driver_applies_rate(""));
}

static void test_drivers_with_a_mask(void)
{
	CHECK(abilities_driver_masks_bssids("ath9k"));
	CHECK(!abilities_driver_masks_bssids("ath9k_htc"));
	CHECK(!abilities_driver_masks_bssids("mac80211_hwsim"));
	CHECK(!abilities_driver_masks_bssids(""));
}

static void check_obstacle(const char *driver, const char *part)
{
	const char *obstacle = abilities_driver_obstacle(driver);

	CHECK(obstacle);
	if (obstacle)
		CHECK(strstr(obstacle, part));
}

static void test_drivers_that_cannot_serve(void)
{
	check_obstacle("ath10k_pci", "no active monitor");
	check_obstacle("ath10k_snoc", "no active monitor");
	check_obstacle("ath11k", "no monitor interface");
	check_obstacle("ath11k_pci", "no active monitor");
	check_obstacle("ath9k_htc", "no active monitor");
	check_obstacle("mt76x2e", "no TX status");
	CHECK(!abilities_driver_obstacle("ath9k"));
	CHECK(!abilities_driver_obstacle("mt7915e"));
	CHECK(!abilities_driver_obstacle("mt7603e"));
	CHECK(!abilities_driver_obstacle("mac80211_hwsim"));
	CHECK(!abilities_driver_obstacle(""));
}

static void test_flags(void)
{
	CHECK(abilities_have_flag("A\nTX_POWER\nB\n", "TX_POWER"));
	CHECK(abilities_have_flag("TX_POWER", "TX_POWER"));
	CHECK(!abilities_have_flag("TX_POWER_X\nX_TX_POWER\n", "TX_POWER"));
	CHECK(!abilities_have_flag("", "TX_POWER"));
}

static void make_folder(const char *sys, const char *path)
{
	char full[256];

	snprintf(full, sizeof(full), "%s/%s", sys, path);
	CHECK_INT(0, mkdir(full, 0700));
}

static void make_sysfs(const char *sys)
{
	static const char *const folders[] = {
		"class",
		"class/ieee80211",
		"class/ieee80211/phy3",
		"class/ieee80211/phy3/device",
		"kernel",
		"kernel/debug",
		"kernel/debug/ieee80211",
		"kernel/debug/ieee80211/phy3",
	};
	char path[256];
	FILE *file;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		make_folder(sys, folders[i]);
	snprintf(path, sizeof(path), "%s/class/ieee80211/phy3/device/driver",
		 sys);
	CHECK_INT(0, symlink("../../../../bus/pci/drivers/ath9k", path));
	snprintf(path, sizeof(path), "%s/kernel/debug/ieee80211/phy3/hwflags",
		 sys);
	file = fopen(path, "w");
	CHECK(file);
	fputs("HAS_RATE_CONTROL\nTX_POWER_PER_FRAME\n", file);
	fclose(file);
}

static void remove_sysfs(const char *sys)
{
	static const char *const paths[] = {
		"class/ieee80211/phy3/device/driver",
		"class/ieee80211/phy3/device",
		"class/ieee80211/phy3",
		"class/ieee80211",
		"class",
		"kernel/debug/ieee80211/phy3/hwflags",
		"kernel/debug/ieee80211/phy3",
		"kernel/debug/ieee80211",
		"kernel/debug",
		"kernel",
		"",
	};
	char path[256];

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", sys, paths[i]);
		CHECK_INT(0, remove(path));
	}
}

static void test_read(void)
{
	char sys[] = "/tmp/abilities.XXXXXX";
	struct abilities abilities;
	char text[ABILITIES_TEXT_MAX];

	CHECK(mkdtemp(sys));
	make_sysfs(sys);
	abilities = abilities_read(sys, "phy3");
	CHECK_STR("ath9k", abilities.driver);
	CHECK(abilities.rate && abilities.power);
	CHECK_STR("driver ath9k, rate per frame: yes, power per frame: yes",
		  abilities_text(&abilities, text));
	abilities = abilities_read(sys, "phy4");
	CHECK_STR("", abilities.driver);
	CHECK(!abilities.rate && !abilities.power);
	CHECK_STR("driver unknown, rate per frame: no, power per frame: no",
		  abilities_text(&abilities, text));
	remove_sysfs(sys);
}

const struct unit_test abilities_tests[] = {
	UNIT_TEST(test_drivers),
	UNIT_TEST(test_drivers_with_a_mask),
	UNIT_TEST(test_drivers_that_cannot_serve),
	UNIT_TEST(test_flags),
	UNIT_TEST(test_read),
	{ NULL, NULL },
};
