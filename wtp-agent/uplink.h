/* SPDX-License-Identifier: Apache-2.0 */
/* From the air to the wire: wrapping what a monitor interface delivered. */
#ifndef UPLINK_H
#define UPLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudmac.h"
#include "counters.h"
#include "filter.h"
#include "radiotap.h"

#define UPLINK_80211_MAX 36 /* the longest header of a frame */
#define UPLINK_HEAD_MAX                                                \
	(CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN + RADIOTAP_BUILD_MAX + \
	 UPLINK_80211_MAX)

/* Insert an 802.1Q tag into the Ethernet header at 'head', which has room for
 * it. Returns the new length. */
size_t wire_add_vlan(uint8_t *head, int vlan, uint8_t priority);

/* A wrapped frame in two parts, so that the frame itself is not copied. */
struct uplink_frame {
	uint8_t head[UPLINK_HEAD_MAX]; /* begins with the Ethernet header */
	size_t head_len;
	const uint8_t *body; /* radiotap and 802.11, the caller's */
	size_t body_len;
	bool tx_status;
	bool own;     /* its status: a frame of the agent's own */
	bool local;   /* its status: mac80211 may have aggregated it */
	bool unknown; /* of a frame that nobody had injected */
	const uint8_t *station;
	int8_t signal; /* dBm or CLOUDMAC_SIGNAL_UNKNOWN */
	/* What the monitor interface delivered, if 'frame' is not NULL: valid
	 * for an echo that is not forwarded, too. */
	bool echo;
	struct radiotap rt;
	const uint8_t *frame; /* 802.11, at least its header, no FCS */
	size_t frame_len;
};

/*
 * Wrap the 'len' octets at 'data' that a monitor interface delivered:
 * radiotap and 802.11 frame, which is either one that was received or the
 * echo of one that was injected; of the latter a TX status is made. 'vlan' is
 * the id of the 802.1Q tag to write, or -1. An FCS is cut off, for which the
 * radiotap flags at 'data' are changed.
 *
 * Returns DROP_NONE with '*out' filled, else why the frame is not forwarded.
 */
enum drop_reason uplink_wrap(uint8_t *data, size_t len, int vlan,
			     filter_serves *serves, void *arg,
			     struct uplink_frame *out);

/* Make the TX status in 'out' tell what was done of a chain of rates, if there
 * are stages, for the frame 'sent' as the VAP sent it, which its echo may be a
 * repetition of, or have another number than. */
void uplink_add_chain(struct uplink_frame *out,
		      const struct cloudmac_chain *done, const uint8_t *sent);

/* Make the TX status of a frame of which no echo came, as it never left the
 * kernel: it failed without a try. */
void uplink_make_failed(struct uplink_frame *out, const uint8_t *frame,
			size_t len, const struct cloudmac_chain *chain,
			int vlan);

#endif
