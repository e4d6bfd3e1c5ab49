/* SPDX-License-Identifier: Apache-2.0 */
#include "abilities.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

/* The flag of drivers that apply the power of a frame, in a kernel with
 * 0005-mac80211-power-of-injected-frames.patch (testbed/kernel/patches). */
#define POWER_FLAG "TX_POWER_PER_FRAME"
#define FLAGS_MAX  4096

bool abilities_driver_applies_rate(const char *driver)
{
	static const char *const names[] = {
		"ath5k",     "ath9k",	  "carl9170",	    "iwlwifi",
		"mt7601u",   "mt7603e",	  "mt7615e",	    "mt7622-wmac",
		"mt7663s",   "mt7663u",	  "mt76_wmac",	    "mt76x0e",
		"mt76x0u",   "mt76x2e",	  "mt76x2u",	    "rt2800_wmac",
		"rt2800pci", "rt2800usb", "mac80211_hwsim",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(driver, names[i]))
			return true;
	return false;
}

bool abilities_driver_masks_bssids(const char *driver)
{
	return !strcmp(driver, "ath9k");
}

#define NO_ACTIVE_MONITOR \
	"it has no active monitor, so its radio acknowledges no frame for a VAP"
#define NO_STATUS                                                             \
	"it has one lease and no TX status, so the VAP does not learn which " \
	"frames arrive"

const char *abilities_driver_obstacle(const char *driver)
{
	/* By the beginning of the name: one driver has a name for each bus. */
	static const struct {
		const char *begin, *obstacle;
	} drivers[] = {
		{ "ath10k", NO_ACTIVE_MONITOR },
		{ "ath11k",
		  NO_ACTIVE_MONITOR ", and most of its chips have no "
				    "monitor interface" },
		{ "ath12k", NO_ACTIVE_MONITOR ", and it has no monitor "
					      "interface" },
		{ "ath9k_htc", NO_ACTIVE_MONITOR },
		{ "brcmfmac", "it drops injected frames" },
		{ "carl9170", NO_ACTIVE_MONITOR },
		{ "ath5k", NO_ACTIVE_MONITOR },
		{ "iwlwifi", NO_ACTIVE_MONITOR },
		{ "mt7601u", NO_STATUS },
		{ "mt76x0", NO_STATUS },
		{ "mt76x2", NO_STATUS },
		{ "rt2800", NO_ACTIVE_MONITOR },
		{ "rtw_8", NO_ACTIVE_MONITOR },
		{ "rtw89", NO_ACTIVE_MONITOR },
	};

	for (size_t i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++)
		if (!strncmp(driver, drivers[i].begin,
			     strlen(drivers[i].begin)))
			return drivers[i].obstacle;
	return NULL;
}

bool abilities_warn_of_driver(const char *phy, const char *driver)
{
	const char *obstacle = abilities_driver_obstacle(driver);

	if (obstacle)
		log_warn("%s: its driver %s cannot serve a VAP: %s", phy,
			 driver, obstacle);
	return obstacle != NULL;
}

bool abilities_have_flag(const char *flags, const char *name)
{
	size_t len = strlen(name);

	while (*flags) {
		size_t line = strcspn(flags, "\n");

		if (line == len && !memcmp(flags, name, len))
			return true;
		flags += line + (flags[line] == '\n');
	}
	return false;
}

/* The name is the end of the link 'driver' of the device. */
void abilities_read_driver(const char *sys, const char *phy,
			   char name[ABILITIES_DRIVER_MAX])
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *last;
	ssize_t len;

	name[0] = '\0';
	snprintf(path, sizeof(path), "%s/class/ieee80211/%s/device/driver",
		 sys, phy);
	len = readlink(path, target, sizeof(target) - 1);
	if (len <= 0)
		return;
	target[len] = '\0';
	last = strrchr(target, '/');
	snprintf(name, ABILITIES_DRIVER_MAX, "%.*s", ABILITIES_DRIVER_MAX - 1,
		 last ? last + 1 : target);
}

static bool read_power_flag(const char *sys, const char *phy)
{
	char path[PATH_MAX], flags[FLAGS_MAX];
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "%s/kernel/debug/ieee80211/%s/hwflags",
		 sys, phy);
	file = fopen(path, "re");
	if (!file)
		return false;
	len = fread(flags, 1, sizeof(flags) - 1, file);
	flags[len] = '\0';
	fclose(file);
	return abilities_have_flag(flags, POWER_FLAG);
}

struct abilities abilities_read(const char *sys, const char *phy)
{
	struct abilities abilities = { 0 };

	abilities_read_driver(sys, phy, abilities.driver);
	abilities.rate = abilities_driver_applies_rate(abilities.driver);
	abilities.power = read_power_flag(sys, phy);
	return abilities;
}

const char *abilities_text(const struct abilities *abilities,
			   char text[ABILITIES_TEXT_MAX])
{
	snprintf(text, ABILITIES_TEXT_MAX,
		 "driver %s, rate per frame: %s, power per frame: %s",
		 abilities->driver[0] ? abilities->driver : "unknown",
		 abilities->rate ? "yes" : "no",
		 abilities->power ? "yes" : "no");
	return text;
}
