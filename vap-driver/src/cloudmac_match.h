/* SPDX-License-Identifier: GPL-2.0-only */
/* Decides which radios a received frame is for. */
#ifndef CLOUDMAC_MATCH_H
#define CLOUDMAC_MATCH_H

#include <linux/if_ether.h>
#include <linux/skbuff.h>
#include <net/mac80211.h>

#include "cloudmac.h"
#include "cloudmac_survey.h"

struct cloudmac_port;
struct cloudmac_radio;

/**
 * struct cloudmac_incoming - a frame that a port received
 *
 * @port: the port
 * @skb: the Ethernet frame
 * @frame: the same, parsed
 * @hdr: its 802.11 header
 * @is_report: a survey report of a WTP
 * @survey: its content
 */
struct cloudmac_incoming {
	struct cloudmac_port *port;
	struct sk_buff *skb;
	struct cloudmac_frame frame;
	const struct ieee80211_hdr *hdr;
	bool is_report;
	struct cloudmac_survey survey;
};

/**
 * struct cloudmac_match - result of a search in the interfaces of a radio
 *
 * @in: the frame
 * @found: one of them wants the frame
 * @addressed: one of them has the frame's receiver address
 * @address: address of the virtual station that wants the frame
 */
struct cloudmac_match {
	const struct cloudmac_incoming *in;
	bool found;
	bool addressed;
	u8 address[ETH_ALEN] __aligned(2);
};

bool cloudmac_match(struct cloudmac_radio *radio, struct cloudmac_match *match);

#endif /* CLOUDMAC_MATCH_H */
