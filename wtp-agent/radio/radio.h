/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of radio/: one radio, and the leases that radios hold.
 *
 *	radio.h			the operations of a radio of any kind
 *	radio_mac80211.c	radios below mac80211
 *	radio_ether.c		Ethernet interfaces as radios: test builds only
 *	lease.h			ACK leases: which radio acknowledges for whom
 *	nl80211*.h		the kernel's wireless configuration
 */
#ifndef RADIO_H
#define RADIO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_station.h"
#include "config/config.h"
#include "frame/frame.h"
#include "lease.h"
#include "nl80211.h"
#include "queue/queue.h"

struct radio;

/* The operations of a kind of radio. All return 0 or a positive errno. 'slot'
 * is the slot of a lease on this radio. */
struct radio_ops {
	/* Makes the radio ready to send and receive, and fills in its
	 * properties. Logs errors. */
	int (*open)(struct radio *radio);
	void (*close)(struct radio *radio);
	/* Starts and ends to acknowledge frames to 'bssid'. The radio may go
	 * on if ack_del() fails; it can be repeated. */
	int (*ack_add)(struct radio *radio, unsigned int slot,
		       const uint8_t *bssid);
	int (*ack_del)(struct radio *radio, unsigned int slot);
	/* Starts and stops an access point with a copy of the VAP's 'beacon'.
	 * mac80211 treats frames that are injected with its address as its
	 * own, and aggregates them. NULL where that is not possible. */
	int (*ap_start)(struct radio *radio, unsigned int slot,
			const uint8_t *beacon, size_t len);
	void (*ap_stop)(struct radio *radio, unsigned int slot);
	/* Adds and removes the entry of a station of that access point. */
	int (*sta_add)(struct radio *radio, unsigned int slot,
		       const uint8_t *station,
		       const struct cloudmac_station *described);
	void (*sta_del)(struct radio *radio, unsigned int slot,
			const uint8_t *station);
	/* Set frequency or power and update the properties. */
	int (*set_frequency)(struct radio *radio, unsigned int mhz);
	int (*set_power)(struct radio *radio, int dbm);
};

struct radio {
	unsigned int index;
	const struct config_radio *config;
	const struct radio_ops *ops;

	/* Properties. */
	uint8_t address[ADDR_LEN];
	unsigned int frequency; /* MHz */
	int power, max_power;	/* dBm */
	bool active_monitor;	/* can acknowledge for a BSSID */
	bool per_frame_rate;
	uint8_t bands; /* as in announcements */

	struct packet packet;
	struct queue queue;
	size_t link_header_len; /* before radiotap, in both directions */

	/* Of radios below mac80211. */
	struct nl80211 *nl;
	struct nl80211_phy phy;
	int monitor; /* ifindex */
	char monitor_name[IFNAMSIZ];
};

/* Radios below mac80211: the only kind in a normal build. */
extern const struct radio_ops radio_mac80211;

/* Returns the kind of radio that the configured name of a phy stands for. */
const struct radio_ops *radio_kind(const char *phy);

/* Returns the number of leases that the radio can hold. */
static inline unsigned int radio_max_leases(const struct radio *radio)
{
	return radio->active_monitor ? radio->config->max_leases : 0;
}

#endif
