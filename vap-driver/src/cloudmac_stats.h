/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters. One table lists each name, as ethtool -S, debugfs and netlink show
 * it, and its meaning.
 */
#ifndef CLOUDMAC_STATS_H
#define CLOUDMAC_STATS_H

#include <linux/atomic.h>

#include "cloudmac.h"

struct cloudmac_radio;

/* Counters of a radio. */
#define CLOUDMAC_RADIO_STATS(X) \
	X(tx_frames)		/* handed to the lower device */ \
	X(tx_bytes)		/* octets of these, with all headers */ \
	X(tx_hellos)		/* virtual station: hellos */ \
	X(tx_scans)		/* virtual station: scans, with repetitions */ \
	X(tx_segments)		/* parts of frames that exceed the MTU */ \
	X(tx_drop_no_lower)	/* the lower device was removed */ \
	X(tx_drop_lower_down)	/* the lower device is down */ \
	X(tx_drop_mtu)		/* longer than the MTU, and no segments carry it */ \
	X(tx_drop_lower)	/* refused by the lower device's queue */ \
	X(tx_drop_80211)	/* CloudMAC cannot carry the frame */ \
	X(tx_drop_channel)	/* for another channel than the VAP's */ \
	X(tx_drop_memory)	/* no memory for the copy */ \
	X(tx_drop_quota)	/* others of the user namespace await statuses */ \
	X(rx_frames)		/* handed to mac80211 */ \
	X(rx_bytes)		/* octets of these, 802.11 only */ \
	X(rx_neighbours)	/* of the frames: beacons of neighbours */ \
	X(rx_surveys)		/* survey reports; no frames */ \
	X(scans_done)		/* virtual station: carried out by a WTP */ \
	X(scans_failed)		/* refused, aborted or not answered */ \
	X(rx_drop_message)	/* messages of kind 3 that nobody awaits */ \
	X(rx_drop_survey)	/* reports of one WTP while another's count */ \
	X(rx_drop_stopped)	/* no interface of the radio is up */ \
	X(rx_drop_channel)	/* the radio is not on the channel */ \
	X(rx_drop_bad_fcs)	/* radiotap reports a wrong FCS */ \
	X(rx_drop_backlog)	/* mac80211 does not keep up */ \
	X(rx_drop_duplicate)	/* came before, from another WTP or try */ \
	X(rx_drop_overtaken)	/* an Authentication behind its association */ \
	X(rx_drop_memory)	/* no memory for the copy */ \
	X(status_acked)		/* TX status: acknowledged */ \
	X(status_failed)	/* TX status: not acknowledged */ \
	X(status_bad_rate)	/* of both: with an impossible rate */ \
	X(status_unmatched)	/* TX status that no frame awaits */ \
	X(status_bad_token)	/* TX status without the frame's token */ \
	X(status_timeout)	/* no TX status in time */ \
	X(status_overflow)	/* given up, too many frames waited */ \
	X(status_flushed)	/* given up, the radio was stopped */ \
	X(status_unsent)	/* given up, the frame was not sent */ \
	X(txq_backlog)		/* frames that wait in mac80211 now */ \
	X(credit_used_us)	/* airtime on its way to the WTP now */ \
	X(credit_limit_us)	/* limits of the credits in use now */ \
	X(credit_expired)	/* given back, the TX status was overdue */ \
	X(credit_late)		/* TX statuses that arrived after that */ \
	X(status_sent)		/* station: sent as acknowledgement */ \
	X(status_heard)		/* station: reported as acknowledged */ \
	X(status_not_heard)	/* station: reported as not so */

/* Counters of a lower device: frames that reached no radio, and segments. */
#define CLOUDMAC_PORT_STATS(X) \
	X(rx_drop_short)	/* as enum cloudmac_error, in its order */ \
	X(rx_drop_ethertype) \
	X(rx_drop_version) \
	X(rx_drop_kind) \
	X(rx_drop_address) \
	X(rx_drop_radiotap) \
	X(rx_drop_80211) \
	X(rx_segments)		/* received parts of frames, in all */ \
	X(rx_drop_segment)	/* a malformed segment */ \
	X(rx_drop_segment_repeated) /* a segment that arrived before */ \
	X(rx_drop_segment_conflict) /* a segment that divides the frame otherwise */ \
	X(rx_drop_segment_timeout) /* a frame whose segments did not all arrive */ \
	X(rx_drop_segment_evicted) /* an incomplete frame, to make room */ \
	X(rx_drop_unknown_vap)	/* no interface with that address or VAP id */ \
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

/* Increments the counter 'name' of a radio or port. */
#define cloudmac_count(radio, name)	atomic64_inc(&(radio)->stats.name)

const char *cloudmac_stat_name(unsigned int i);
void cloudmac_stats_strings(u8 *data);
void cloudmac_stats_get(struct cloudmac_radio *radio, u64 *data);
void cloudmac_stats_debugfs(struct cloudmac_radio *radio, struct dentry *dir);

#endif /* CLOUDMAC_STATS_H */
