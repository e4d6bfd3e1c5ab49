/* SPDX-License-Identifier: Apache-2.0 */
/* Uplink: wraps frames of a monitor interface in the wire format. */
#ifndef UPLINK_H
#define UPLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac.h"
#include "cloudmac_survey.h"
#include "filter.h"
#include "radiotap.h"

#define UPLINK_80211_MAX 36 /* the longest header of a frame */
#define UPLINK_HEAD_MAX                                                \
	(CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN + RADIOTAP_BUILD_MAX + \
	 UPLINK_80211_MAX)

/* Inserts an 802.1Q tag into the Ethernet header at 'head', which has room for
 * it. Returns the new length. */
size_t uplink_add_vlan_tag(uint8_t *head, int vlan, uint8_t priority);

/* A wrapped frame in two parts, so that the frame itself is not copied. */
struct uplink_frame {
	uint8_t head[UPLINK_HEAD_MAX]; /* begins with the Ethernet header */
	size_t head_len;
	const uint8_t *body; /* radiotap and 802.11, the caller's */
	size_t body_len;
	bool tx_status;
	bool own;     /* TX status of one of the agent's own */
	bool local;   /* TX status of a frame that mac80211 sent */
	bool unknown; /* TX status that matches no frame in flight */
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
 * Wraps the 'len' octets at 'data' of a monitor interface: radiotap, and a
 * received frame or the echo of an injected one. Makes a TX status of an echo.
 * 'vlan' is the id of the 802.1Q tag, or -1. Removes an FCS and changes the
 * radiotap flags at 'data' accordingly.
 *
 * Returns DROP_NONE with '*out' filled, else why the agent drops the frame.
 */
enum drop_reason uplink_wrap(uint8_t *data, size_t len, int vlan,
			     filter_serves *serves, void *arg,
			     struct uplink_frame *out);

/* Wraps a beacon that uplink_wrap() refused as DROP_FROM_AP for the VAP
 * 'bssid'. 'radio' is the address of the radio that received it, and has to
 * stay valid. */
void uplink_wrap_neighbour(struct uplink_frame *out, const uint8_t *radio,
			   const uint8_t *bssid, int vlan);

/* Wraps a received frame for the virtual station 'guest'. Sets 'station', the
 * frame's transmitter. */
void uplink_wrap_guest(struct uplink_frame *out, const uint8_t *guest,
		       int vlan);

/* Makes a frame of the agent itself: 'content' is radiotap and 802.11, of
 * UPLINK_MADE_MAX octets at most. 'station' has to stay valid. */
#define UPLINK_MADE_MAX 96
void uplink_make(struct uplink_frame *out, const uint8_t *station,
		 const struct cloudmac_tag *tag, const uint8_t *content,
		 size_t len, int vlan);

/* Makes a survey report of a radio for the VAP 'bssid'. */
void uplink_make_survey(struct uplink_frame *out, const uint8_t *radio,
			const uint8_t *bssid,
			const struct cloudmac_survey *survey, int vlan);

/* Adds the tried stages of a chain and the token to the TX status in 'out'.
 * Replaces its header by that of 'sent', of 'sent_len' octets. That is the
 * frame as the VAP sent it: the echo may have the Retry bit or another number.
 */
void uplink_report_chain(struct uplink_frame *out,
			 const struct cloudmac_chain *done, uint32_t token,
			 const uint8_t *sent, size_t sent_len);

/* Makes the TX status of a frame that failed without an echo: it never left
 * the kernel. */
void uplink_make_failed_status(struct uplink_frame *out, const uint8_t *frame,
			       size_t len, const struct cloudmac_chain *chain,
			       uint32_t token, int vlan);

#endif
