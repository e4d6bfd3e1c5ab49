// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the wire to mac80211: the frame is parsed, the radios are found that it
 * is for, and what radiotap and the tag say becomes mac80211's RX status.
 *
 * An access point hears frames in the layout of the uplink, a station those of
 * the downlink; the side of the Ethernet header that carries the tag tells
 * which one it is.
 */
#include <linux/if_vlan.h>

#include "cloudmac_hwsim.h"

/* A frame on its way to the radios of a port. */
struct incoming {
	struct cloudmac_port *port;
	struct sk_buff *skb;
	struct cloudmac_frame frame;
	const struct ieee80211_hdr *hdr;
};

/* What is asked of a radio's interfaces. */
struct match {
	const struct incoming *in;
	bool found;
	bool addressed;
};

static void count_error(struct cloudmac_port *port, int err)
{
	switch (err) {
	case CLOUDMAC_ERR_SHORT:
		cloudmac_count(port, rx_drop_short);
		break;
	case CLOUDMAC_ERR_ETHERTYPE:
		cloudmac_count(port, rx_drop_ethertype);
		break;
	case CLOUDMAC_ERR_VERSION:
		cloudmac_count(port, rx_drop_version);
		break;
	case CLOUDMAC_ERR_KIND:
		cloudmac_count(port, rx_drop_kind);
		break;
	case CLOUDMAC_ERR_ADDRESS:
		cloudmac_count(port, rx_drop_address);
		break;
	case CLOUDMAC_ERR_RADIOTAP:
		cloudmac_count(port, rx_drop_radiotap);
		break;
	default:
		cloudmac_count(port, rx_drop_80211);
		break;
	}
}

/* Is the station's side of the Ethernet header the one that the 802.11 header
 * of a frame of this direction names?
 */
static bool sides_agree(const struct cloudmac_frame *frame)
{
	const struct ieee80211_hdr *hdr = (const void *)frame->frame;

	if (frame->direction == CLOUDMAC_DOWNLINK ||
	    frame->tag.kind == CLOUDMAC_KIND_TX_STATUS)
		return ether_addr_equal(frame->station, hdr->addr1);
	return frame->frame_len >= sizeof(struct ieee80211_rts) &&
	       ether_addr_equal(frame->station, hdr->addr2);
}

/* Parse 'data' in the direction that its tag tells. A station's address can
 * itself begin like a tag: then the 802.11 header decides.
 */
static int parse(const u8 *data, u32 len, struct cloudmac_frame *frame)
{
	bool up = data[0] == CLOUDMAC_TAG_OCTET0;
	bool down = data[ETH_ALEN] == CLOUDMAC_TAG_OCTET0;
	struct cloudmac_frame other;
	int err;

	if (down && !up)
		return cloudmac_frame_parse(data, len, CLOUDMAC_DOWNLINK,
					    frame);
	err = cloudmac_frame_parse(data, len, CLOUDMAC_UPLINK, frame);
	if (!down || (!err && sides_agree(frame)))
		return err;
	if (!cloudmac_frame_parse(data, len, CLOUDMAC_DOWNLINK, &other) &&
	    sides_agree(&other)) {
		*frame = other;
		return 0;
	}
	return err;
}

/* Does interface 'vif' want the frame? */
static void match_vif(void *data, u8 *mac, struct ieee80211_vif *vif)
{
	struct match *match = data;
	const struct cloudmac_frame *frame = &match->in->frame;
	const struct ieee80211_hdr *hdr = match->in->hdr;
	bool ap = vif->type == NL80211_IFTYPE_AP;

	if (ap != (frame->direction == CLOUDMAC_UPLINK))
		return;
	if (frame->tag.kind == CLOUDMAC_KIND_TX_STATUS) {
		match->found |= frame->tag.vap == cloudmac_vap_id(vif->addr);
	} else if (!is_multicast_ether_addr(hdr->addr1)) {
		match->addressed |= ether_addr_equal(hdr->addr1, vif->addr);
		match->found |= match->addressed;
	} else {
		match->found |= !ap || frame->tag.vap == CLOUDMAC_VAP_ANY ||
				frame->tag.vap == cloudmac_vap_id(vif->addr);
	}
}

static bool wants(struct cloudmac_radio *radio, struct match *match)
{
	match->found = false;
	match->addressed = false;
	ieee80211_iterate_active_interfaces_atomic(radio->hw,
						   IEEE80211_IFACE_ITER_NORMAL,
						   match_vif, match);
	if (!match->found && match->in->frame.direction == CLOUDMAC_DOWNLINK &&
	    match->in->frame.tag.kind == CLOUDMAC_KIND_FRAME &&
	    cloudmac_hw_scans_as(radio->hw, match->in->hdr->addr1)) {
		match->addressed = true;
		match->found = true;
	}
	return match->found;
}

/* Fill in the RX status. Return false if the radio cannot have heard it. */
static bool rx_status(struct cloudmac_radio *radio,
		      const struct cloudmac_frame *frame,
		      struct cloudmac_radiotap *rt,
		      struct ieee80211_rx_status *status)
{
	const struct ieee80211_hdr *hdr = (const void *)frame->frame;
	struct ieee80211_channel *channel;
	bool bad_fcs;

	cloudmac_radiotap_parse(frame, rt, &bad_fcs);
	if (bad_fcs) {
		cloudmac_count(radio, rx_drop_bad_fcs);
		return false;
	}
	channel = cloudmac_hw_listens(radio->hw, rt->freq);
	if (!channel) {
		cloudmac_count(radio, rx_drop_channel);
		return false;
	}
	memset(status, 0, sizeof(*status));
	status->band = channel->band;
	status->freq = channel->center_freq;
	cloudmac_rate_to_rx(&rt->rate, radio->hw->wiphy->bands[channel->band],
			    status);
	if (frame->direction == CLOUDMAC_DOWNLINK) {
		/* The tag has the transmitter's power: as the simulator. */
		status->signal = cloudmac_hw_path_gain(radio->hw);
		if (frame->tag.level != CLOUDMAC_POWER_AUTO)
			status->signal += frame->tag.level;
	} else if (frame->tag.level == CLOUDMAC_SIGNAL_UNKNOWN) {
		status->flag |= RX_FLAG_NO_SIGNAL_VAL;
	} else {
		status->signal = frame->tag.level;
	}
	if (ieee80211_is_beacon(hdr->frame_control) ||
	    ieee80211_is_probe_resp(hdr->frame_control))
		status->boottime_ns = ktime_get_boottime_ns();
	return true;
}

/* Give a copy of the frame to 'radio', that wants it. */
static void receive(struct cloudmac_radio *radio, const struct match *match)
{
	const struct incoming *in = match->in;
	const struct cloudmac_frame *frame = &in->frame;
	struct ieee80211_rx_status status;
	struct cloudmac_radiotap rt;
	struct sk_buff *skb;

	if (!READ_ONCE(radio->started)) {
		cloudmac_count(radio, rx_drop_stopped);
		return;
	}
	if (frame->tag.kind == CLOUDMAC_KIND_TX_STATUS) {
		cloudmac_pending_complete(radio, frame);
		return;
	}
	if (!rx_status(radio, frame, &rt, &status))
		return;
	if (cloudmac_radio_busy(radio)) {
		cloudmac_count(radio, rx_drop_backlog);
		return;
	}
	if (frame->direction == CLOUDMAC_UPLINK &&
	    cloudmac_duplicate(radio->duplicates, in->hdr, frame->frame_len)) {
		cloudmac_count(radio, rx_drop_duplicate);
		return;
	}
	if (frame->direction == CLOUDMAC_DOWNLINK) {
		if (frame->frame_len >= sizeof(struct ieee80211_rts))
			cloudmac_heard_note(&radio->heard, in->hdr->addr2);
		if (match->addressed && !rt.noack)
			cloudmac_send_status(radio, frame, &rt.rate);
	}
	/* mac80211 changes what it gets, and several radios may get it */
	skb = skb_copy(in->skb, GFP_ATOMIC);
	if (!skb) {
		cloudmac_count(radio, rx_drop_memory);
		return;
	}
	skb_pull(skb, frame->frame - in->skb->data);
	skb_trim(skb, frame->frame_len);
	skb_scrub_packet(skb, true);
	skb_orphan(skb);
	/* what was known of the Ethernet frame is not true of what was in it */
	__vlan_hwaccel_clear_tag(skb);
	skb->ip_summed = CHECKSUM_NONE;
	skb_reset_mac_header(skb);
	skb->priority = 0;
	skb->dev = NULL;
	memcpy(IEEE80211_SKB_RXCB(skb), &status, sizeof(status));

	cloudmac_count(radio, rx_frames);
	atomic64_add(frame->frame_len, &radio->stats.rx_bytes);
	cloudmac_hw_count_rx(radio->hw, frame->frame_len);
	cloudmac_radio_event(radio, skb, CLOUDMAC_EVENT_RX);
}

static u16 vlan_of(const struct sk_buff *skb)
{
	return skb_vlan_tag_present(skb) ? skb_vlan_tag_get_id(skb) :
					   CLOUDMAC_VLAN_NONE;
}

static bool carries_vlan(const struct cloudmac_port *port, u16 vlan)
{
	struct cloudmac_radio *radio;

	list_for_each_entry_rcu(radio, &port->radios, port_entry)
		if (radio->vlan == vlan)
			return true;
	return false;
}

/**
 * cloudmac_rx_handler - take CloudMAC frames off a lower device
 * @pskb: a frame that the device received
 *
 * Return: RX_HANDLER_PASS for everything that is no CloudMAC frame of a VLAN
 * that some radio uses; that goes its usual way.
 */
rx_handler_result_t cloudmac_rx_handler(struct sk_buff **pskb)
{
	struct sk_buff *skb = *pskb;
	struct incoming in = {
		.port = rcu_dereference(skb->dev->rx_handler_data),
	};
	struct match match = { .in = &in };
	struct cloudmac_radio *radio;
	bool wanted = false;
	u16 vlan;
	int err;

	if (skb->protocol != htons(CLOUDMAC_ETHERTYPE))
		return RX_HANDLER_PASS;
	vlan = vlan_of(skb);
	if (!carries_vlan(in.port, vlan))
		return RX_HANDLER_PASS;

	skb = skb_share_check(skb, GFP_ATOMIC);
	*pskb = skb;
	if (!skb || skb_linearize(skb)) {
		cloudmac_count(in.port, rx_drop_port_memory);
		kfree_skb(skb);
		return RX_HANDLER_CONSUMED;
	}
	in.skb = skb;
	__skb_push(skb, ETH_HLEN);
	err = parse(skb->data, skb->len, &in.frame);
	if (err) {
		count_error(in.port, err);
		goto out;
	}
	in.hdr = (const void *)in.frame.frame;

	list_for_each_entry_rcu(radio, &in.port->radios, port_entry) {
		if (radio->vlan != vlan || !wants(radio, &match))
			continue;
		wanted = true;
		receive(radio, &match);
		/* an address, unlike a group, belongs to one radio */
		if (match.addressed)
			break;
	}
	if (!wanted)
		cloudmac_count(in.port, rx_drop_unknown_vap);
out:
	consume_skb(skb);
	return RX_HANDLER_CONSUMED;
}
