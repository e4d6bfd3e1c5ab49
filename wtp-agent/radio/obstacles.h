/* SPDX-License-Identifier: Apache-2.0 */
/* What on this host keeps the agent from using a radio, by files of sysfs and
 * of NetworkManager. */
#ifndef OBSTACLES_H
#define OBSTACLES_H

#include <stdbool.h>

/* Returns true if the kernel has loaded no 802.11 driver: 'sys', the mount
 * point of sysfs, has no class of radios. */
bool obstacles_no_wireless(const char *sys);

/* Logs a warning, with cause and cure, for each obstacle of a phy: rfkill, and
 * NetworkManager, whose files of devices are in 'run'/NetworkManager. Logs
 * nothing for a phy that this host does not have. */
void obstacles_warn(const char *sys, const char *run, const char *phy);

#endif
