/* SPDX-License-Identifier: Apache-2.0 */
/* Phys, interfaces, channels and power of the kernel's wireless configuration
 * (nl80211). All functions return 0 or a positive errno. */
#ifndef NL80211_H
#define NL80211_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "config/wtp_config.h"
#include "nl80211_socket.h"
#include "regulatory.h"

#define NL80211_CHANNELS_MAX 256

struct nl80211_phy {
	uint32_t wiphy;
	bool active_monitor;
	bool self_managed; /* its driver has a regulatory domain of its own */
	uint8_t bands;	   /* with enabled channels, as in announcements */
	unsigned int channels_n;
	struct regulatory_channel channels[NL80211_CHANNELS_MAX];
};

/* Finds the phy called 'name' in this network namespace; ENODEV if none. */
int nl80211_phy_find(struct nl80211 *nl, const char *name,
		     struct nl80211_phy *phy);

/* Calls 'visit' for each interface of a phy. It may remove that interface. */
int nl80211_interfaces(struct nl80211 *nl, uint32_t wiphy,
		       void (*visit)(void *arg, int ifindex,
				     const char *ifname),
		       void *arg);

/* Creates a monitor interface. An active one acknowledges frames to
 * 'address'; of others 'address' may be NULL. The kernel removes it with the
 * socket of 'nl'. */
int nl80211_monitor_add(struct nl80211 *nl, uint32_t wiphy, const char *ifname,
			bool active, const uint8_t *address);
int nl80211_interface_del(struct nl80211 *nl, int ifindex);

int nl80211_set_frequency(struct nl80211 *nl, int ifindex, unsigned int mhz,
			  enum config_width width);
/* 'dbm' may be CONFIG_POWER_AUTO. */
int nl80211_set_power(struct nl80211 *nl, uint32_t wiphy, int dbm);

/* Reads frequency and power. Leaves unchanged what the kernel does not
 * report. */
int nl80211_get_state(struct nl80211 *nl, int ifindex, unsigned int *mhz,
		      int *dbm);

#endif
