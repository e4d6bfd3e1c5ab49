/* SPDX-License-Identifier: Apache-2.0 */
/* What a radio below mac80211 applies of the radiotap header of an injected
 * frame. mac80211 ignores silently what it or the driver does not apply, so
 * the agent looks at their names and flags in sysfs and debugfs. */
#ifndef ABILITIES_H
#define ABILITIES_H

#include <stdbool.h>

#define ABILITIES_DRIVER_MAX 64
#define ABILITIES_TEXT_MAX   128

struct abilities {
	char driver[ABILITIES_DRIVER_MAX]; /* "" if unknown */
	bool rate, power;		   /* per frame */
};

/* Returns true if the driver is one of those whose sources show that they
 * apply the rate (docs/reference/radio-drivers.md). */
bool abilities_driver_applies_rate(const char *driver);

/* Returns true if the hardware of the driver compares the receivers of frames
 * with the BSSIDs under a mask (bssid_mask.h). */
bool abilities_driver_masks_bssids(const char *driver);

/* Returns why radios of the driver cannot serve a VAP, by the sources of Linux
 * 6.12 (docs/reference/radio-drivers.md), or NULL if those do not show it. */
const char *abilities_driver_obstacle(const char *driver);

/* Logs one warning and returns true if radios of the driver cannot serve a
 * VAP. */
bool abilities_warn_of_driver(const char *phy, const char *driver);

/* Returns true if 'flags', one on each line, has the flag 'name'. */
bool abilities_have_flag(const char *flags, const char *name);

/* Reads the abilities of a phy. 'sys' is the mount point of sysfs, with
 * debugfs below it. What cannot be read counts as absent. */
struct abilities abilities_read(const char *sys, const char *phy);

/* As abilities_read(), of the driver's name alone: "" if unknown. */
void abilities_read_driver(const char *sys, const char *phy,
			   char name[ABILITIES_DRIVER_MAX]);

/* Describes the abilities in 'text', for a log. Returns 'text'. */
const char *abilities_text(const struct abilities *abilities,
			   char text[ABILITIES_TEXT_MAX]);

#endif
