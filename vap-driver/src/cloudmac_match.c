// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decides which radios a received frame is for. An access point and a virtual
 * station receive the uplink's layout, a station that is connected back to back
 * receives the downlink's.
 */
#include <linux/etherdevice.h>
#include <net/mac80211.h>

#include "cloudmac_glue.h"
#include "cloudmac_match.h"
#include "cloudmac_radio.h"

/* Checks if the content is a beacon to all stations whose transmitter is the BSSID. */
static bool is_beacon_of_ap(const struct ieee80211_hdr *hdr)
{
	return ieee80211_is_beacon(hdr->frame_control) &&
	       is_broadcast_ether_addr(hdr->addr1) &&
	       is_valid_ether_addr(hdr->addr2) &&
	       ether_addr_equal(hdr->addr2, hdr->addr3);
}

/* Checks if a frame of kind 2 is for an access point: another one's beacon, or a
 * survey report.
 */
static bool wants_neighbour(const struct cloudmac_incoming *in, const u8 *addr)
{
	const struct ieee80211_hdr *hdr = in->hdr;

	if (in->frame.tag.vap != cloudmac_vap_id(addr))
		return false;
	if (in->is_report)
		return ether_addr_equal(hdr->addr1, addr);
	return is_beacon_of_ap(hdr) && !ether_addr_equal(hdr->addr2, addr);
}

/* Adds to 'data' whether the interface 'vif' wants the frame. */
static void match_vif(void *data, u8 *mac, struct ieee80211_vif *vif)
{
	struct cloudmac_match *match = data;
	const struct cloudmac_frame *frame = &match->in->frame;
	const struct ieee80211_hdr *hdr = match->in->hdr;
	bool ap = vif->type == NL80211_IFTYPE_AP;

	if (ap != (frame->direction == CLOUDMAC_UPLINK) ||
	    frame->tag.kind == CLOUDMAC_KIND_VSTA)
		return;
	if (frame->tag.kind == CLOUDMAC_KIND_TX_STATUS) {
		match->found |= frame->tag.vap == cloudmac_vap_id(vif->addr);
	} else if (frame->tag.kind == CLOUDMAC_KIND_NEIGHBOUR) {
		match->found |= wants_neighbour(match->in, vif->addr);
	} else if (!is_multicast_ether_addr(hdr->addr1)) {
		match->addressed |= ether_addr_equal(hdr->addr1, vif->addr);
		match->found |= match->addressed;
	} else {
		match->found |= !ap || frame->tag.vap == CLOUDMAC_VAP_ANY ||
				frame->tag.vap == cloudmac_vap_id(vif->addr);
	}
}

/* Checks if a virtual station wants a frame with its id. A WTP also sends it probe
 * responses that it remembers, to whomever they were.
 */
static bool wants_content(const struct cloudmac_incoming *in, const u8 *addr)
{
	const struct ieee80211_hdr *hdr = in->hdr;

	switch (in->frame.tag.kind) {
	case CLOUDMAC_KIND_FRAME:
		return is_multicast_ether_addr(hdr->addr1) ||
		       ether_addr_equal(hdr->addr1, addr) ||
		       ieee80211_is_probe_resp(hdr->frame_control);
	case CLOUDMAC_KIND_TX_STATUS:
	case CLOUDMAC_KIND_VSTA:
		return true;
	}
	return false;
}

/* As match_vif(), for a radio in station role. */
static void match_virtual_station(void *data, u8 *mac, struct ieee80211_vif *vif)
{
	struct cloudmac_match *match = data;
	const struct cloudmac_frame *frame = &match->in->frame;

	if (vif->type != NL80211_IFTYPE_STATION ||
	    frame->direction != CLOUDMAC_UPLINK ||
	    frame->tag.vap != cloudmac_vap_id(vif->addr) ||
	    !wants_content(match->in, vif->addr))
		return;
	match->found = true;
	match->addressed |= ether_addr_equal(match->in->hdr->addr1, vif->addr);
	ether_addr_copy(match->address, vif->addr);
}

/**
 * cloudmac_match - checks if a radio wants a frame
 * @radio: the radio
 * @match: has the frame; its other members are set
 *
 * Return: true if an interface of the radio wants the frame.
 */
bool cloudmac_match(struct cloudmac_radio *radio, struct cloudmac_match *match)
{
	bool station = radio->role == CLOUDMAC_ROLE_STATION;

	match->found = false;
	match->addressed = false;
	ieee80211_iterate_active_interfaces_atomic(
		radio->hw, IEEE80211_IFACE_ITER_NORMAL,
		station ? match_virtual_station : match_vif, match);
	if (!match->found && !station &&
	    match->in->frame.direction == CLOUDMAC_DOWNLINK &&
	    match->in->frame.tag.kind == CLOUDMAC_KIND_FRAME &&
	    cloudmac_hw_scans_as(radio->hw, match->in->hdr->addr1)) {
		match->addressed = true;
		match->found = true;
	}
	return match->found;
}
