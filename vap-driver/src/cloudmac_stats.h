/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters. One table gives each its name, as ethtool -S, debugfs and netlink
 * show it, and what it counts.
 */
#ifndef CLOUDMAC_STATS_H
#define CLOUDMAC_STATS_H

#include <linux/atomic.h>

#include "cloudmac.h"

struct cloudmac_radio;

/* Of a radio. */
#define CLOUDMAC_RADIO_STATS(X) \
	X(tx_frames)		/* handed to the lower device */ \
	X(tx_bytes)		/* of these, wrapping included */ \
	X(tx_drop_no_lower)	/* the lower device has gone */ \
	X(tx_drop_lower_down)	/* the lower device is down */ \
	X(tx_drop_mtu)		/* longer than the lower device's MTU */ \
	X(tx_drop_lower)	/* refused by the lower device's queue */ \
	X(tx_drop_80211)	/* not a frame that CloudMAC carries */ \
	X(tx_drop_memory)	/* no memory for the copy */ \
	X(rx_frames)		/* handed to mac80211 */ \
	X(rx_bytes)		/* of 802.11, without wrapping */ \
	X(rx_drop_stopped)	/* no interface of the radio is up */ \
	X(rx_drop_channel)	/* heard on a channel it does not use */ \
	X(rx_drop_bad_fcs)	/* radiotap says that the FCS was wrong */ \
	X(rx_drop_backlog)	/* mac80211 did not keep up */ \
	X(rx_drop_duplicate)	/* another WTP, or another try, was faster */ \
	X(rx_drop_memory)	/* no memory for the copy */ \
	X(status_acked)		/* TX status: acknowledged */ \
	X(status_failed)	/* TX status: not acknowledged */ \
	X(status_bad_rate)	/* of both: with a rate that cannot be */ \
	X(status_unmatched)	/* TX status of no pending frame */ \
	X(status_timeout)	/* no TX status in time */ \
	X(status_overflow)	/* given up, too many were pending */ \
	X(status_flushed)	/* given up, the radio was stopped */ \
	X(status_sent)		/* station: acknowledged a frame */ \
	X(status_heard)		/* station: taken for acknowledged */ \
	X(status_not_heard)	/* station: not, the receiver is not heard */

/* Of a lower device: frames that no radio got. */
#define CLOUDMAC_PORT_STATS(X) \
	X(rx_drop_short)	/* enum cloudmac_error, in its order */ \
	X(rx_drop_ethertype) \
	X(rx_drop_version) \
	X(rx_drop_kind) \
	X(rx_drop_address) \
	X(rx_drop_radiotap) \
	X(rx_drop_80211) \
	X(rx_drop_unknown_vap)	/* no interface has that address or VAP id */ \
	X(rx_drop_port_memory)	/* no memory to make the frame linear */

#define CLOUDMAC_STAT_FIELD(name)	atomic64_t name;

struct cloudmac_radio_stats {
	CLOUDMAC_RADIO_STATS(CLOUDMAC_STAT_FIELD)
};

struct cloudmac_port_stats {
	CLOUDMAC_PORT_STATS(CLOUDMAC_STAT_FIELD)
};

#define CLOUDMAC_STAT_ONE(name)	+ 1
#define CLOUDMAC_RADIO_STATS_LEN (0 CLOUDMAC_RADIO_STATS(CLOUDMAC_STAT_ONE))
#define CLOUDMAC_PORT_STATS_LEN	(0 CLOUDMAC_PORT_STATS(CLOUDMAC_STAT_ONE))
#define CLOUDMAC_STATS_LEN	(CLOUDMAC_RADIO_STATS_LEN + \
				 CLOUDMAC_PORT_STATS_LEN)

/* Count one frame of 'radio' (or port) under 'name'. */
#define cloudmac_count(radio, name)	atomic64_inc(&(radio)->stats.name)

const char *cloudmac_stat_name(unsigned int i);
void cloudmac_stats_strings(u8 *data);
void cloudmac_stats_get(struct cloudmac_radio *radio, u64 *data);
void cloudmac_stats_debugfs(struct cloudmac_radio *radio, struct dentry *dir);

#endif /* CLOUDMAC_STATS_H */
