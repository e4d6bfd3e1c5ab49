// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the wire to mac80211: parses a frame, finds the radios that it is for,
 * and converts radiotap header and tag to mac80211's RX status.
 *
 * The position of the tag in the Ethernet header determines the frame's layout.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <net/mac80211.h>

#include "cloudmac.h"
#include "cloudmac_deliver.h"
#include "cloudmac_duplicate.h"
#include "cloudmac_glue.h"
#include "cloudmac_heard.h"
#include "cloudmac_match.h"
#include "cloudmac_parse.h"
#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_radiotap.h"
#include "cloudmac_rate.h"
#include "cloudmac_rx.h"
#include "cloudmac_scan.h"
#include "cloudmac_segments.h"
#include "cloudmac_stats.h"
#include "cloudmac_status.h"
#include "cloudmac_surveys.h"
#include "cloudmac_wrap.h"

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
	case CLOUDMAC_ERR_SEGMENT:
		cloudmac_count(port, rx_drop_segment);
		break;
	default:
		cloudmac_count(port, rx_drop_80211);
		break;
	}
}

/* Checks if the station's address in the Ethernet header equals the one in the
 * 802.11 header, for a frame of this direction. That of a neighbour's beacon does not:
 * it is the WTP's radio.
 */
static bool has_consistent_station(const struct cloudmac_frame *frame)
{
	const struct ieee80211_hdr *hdr = (const void *)frame->frame;

	if (frame->direction == CLOUDMAC_DOWNLINK ||
	    frame->tag.kind == CLOUDMAC_KIND_TX_STATUS)
		return ether_addr_equal(frame->station, hdr->addr1);
	return frame->frame_len >= sizeof(struct ieee80211_rts) &&
	       ether_addr_equal(frame->station, hdr->addr2);
}

/* Parses 'data' in the direction that its tag implies. If the station's address
 * begins like a tag too, the 802.11 header decides.
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
	if (!down || (!err && has_consistent_station(frame)))
		return err;
	switch (cloudmac_frame_parse(data, len, CLOUDMAC_DOWNLINK, &other)) {
	case CLOUDMAC_OK:
		if (!has_consistent_station(&other))
			return err;
		*frame = other;
		return 0;
	case CLOUDMAC_ERR_SEGMENT:
		return CLOUDMAC_ERR_SEGMENT;
	default:
		return err;
	}
}

/* Returns the channel on which the radio has heard the frame, or NULL. While it
 * scans, a WTP hears access points on other channels for it.
 */
static struct ieee80211_channel *channel_of(struct cloudmac_radio *radio,
					    const struct ieee80211_hdr *hdr,
					    u16 frequency)
{
	struct ieee80211_channel *channel =
		cloudmac_hw_listens(radio->hw, frequency);

	if (!channel && frequency && cloudmac_scan_is_active(radio) &&
	    (ieee80211_is_beacon(hdr->frame_control) ||
	     ieee80211_is_probe_resp(hdr->frame_control)))
		channel = ieee80211_get_channel(radio->hw->wiphy, frequency);
	return channel;
}

/* Sets the RX status. Returns false if the radio cannot have heard the frame. */
static bool set_rx_status(struct cloudmac_radio *radio,
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
	channel = channel_of(radio, hdr, rt->freq);
	if (!channel) {
		cloudmac_count(radio, rx_drop_channel);
		return false;
	}
	memset(status, 0, sizeof(*status));
	status->band = channel->band;
	status->freq = channel->center_freq;
	if (rt->he.nss)
		cloudmac_he_to_rx(&rt->he, status);
	else
		cloudmac_rate_to_rx(&rt->rate,
				    radio->hw->wiphy->bands[channel->band],
				    status);
	if (frame->direction == CLOUDMAC_DOWNLINK) {
		/* The tag has the transmit power: compute as the simulator. */
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

/* Adds a survey report if it is of the radio's channel. */
static void receive_report(struct cloudmac_radio *radio,
			   const struct cloudmac_incoming *in)
{
	if (!cloudmac_hw_listens(radio->hw, in->survey.frequency))
		cloudmac_count(radio, rx_drop_channel);
	else if (!cloudmac_surveys_add(&radio->surveys, in->frame.station,
				       &in->survey))
		cloudmac_count(radio, rx_drop_survey);
	else
		cloudmac_count(radio, rx_surveys);
}

/* Queues the end of a scan behind the frames that were received before. */
static void receive_message(struct cloudmac_radio *radio,
			    const struct cloudmac_frame *frame)
{
	struct sk_buff *skb = alloc_skb(1, GFP_ATOMIC);

	if (!skb) {
		cloudmac_count(radio, rx_drop_memory);
	} else if (!cloudmac_scan_answer(radio, frame)) {
		cloudmac_count(radio, rx_drop_message);
		kfree_skb(skb);
	} else {
		cloudmac_deliver(radio, skb, CLOUDMAC_EVENT_SCANNED);
	}
}

/* Queues a copy of the frame for the mac80211 of 'radio'. */
static void receive(struct cloudmac_radio *radio, const struct cloudmac_match *match)
{
	const struct cloudmac_incoming *in = match->in;
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
	if (frame->tag.kind == CLOUDMAC_KIND_VSTA) {
		receive_message(radio, frame);
		return;
	}
	if (in->is_report) {
		receive_report(radio, in);
		return;
	}
	if (!set_rx_status(radio, frame, &rt, &status))
		return;
	if (cloudmac_deliver_is_full(radio)) {
		cloudmac_count(radio, rx_drop_backlog);
		return;
	}
	if (frame->direction == CLOUDMAC_UPLINK) {
		if (cloudmac_is_overtaken(radio->duplicates, in->hdr,
					  frame->frame_len)) {
			cloudmac_count(radio, rx_drop_overtaken);
			return;
		}
		if (cloudmac_is_duplicate(radio->duplicates, in->hdr,
					  frame->frame_len)) {
			cloudmac_count(radio, rx_drop_duplicate);
			return;
		}
		/* mac80211 would compare numbers only. */
		status.flag |= RX_FLAG_DUP_VALIDATED;
	} else {
		if (frame->frame_len >= sizeof(struct ieee80211_rts))
			cloudmac_heard_add(&radio->heard, in->hdr->addr2);
		if (match->addressed && !rt.noack)
			cloudmac_send_status(radio, frame, &rt);
	}
	/* mac80211 modifies the skb, and several radios may receive it. */
	skb = skb_copy(in->skb, GFP_ATOMIC);
	if (!skb) {
		cloudmac_count(radio, rx_drop_memory);
		return;
	}
	skb_pull(skb, frame->frame - in->skb->data);
	skb_trim(skb, frame->frame_len);
	skb_scrub_packet(skb, true);
	skb_orphan(skb);
	/* The metadata of the Ethernet frame does not apply to its content. */
	__vlan_hwaccel_clear_tag(skb);
	skb->ip_summed = CHECKSUM_NONE;
	skb_reset_mac_header(skb);
	skb->priority = 0;
	skb->dev = NULL;
	memcpy(IEEE80211_SKB_RXCB(skb), &status, sizeof(status));

	/* mac80211 takes only responses to its own probe requests. */
	if (radio->role == CLOUDMAC_ROLE_STATION &&
	    ieee80211_is_probe_resp(in->hdr->frame_control))
		ether_addr_copy(((struct ieee80211_hdr *)skb->data)->addr1,
				match->address);

	cloudmac_count(radio, rx_frames);
	if (frame->tag.kind == CLOUDMAC_KIND_NEIGHBOUR)
		cloudmac_count(radio, rx_neighbours);
	atomic64_add(frame->frame_len, &radio->stats.rx_bytes);
	cloudmac_hw_count_rx(radio->hw, frame->frame_len);
	cloudmac_deliver(radio, skb, CLOUDMAC_EVENT_RX);
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

/* Adds a segment; consumes it. Returns the whole frame if it was the last one. */
static struct sk_buff *reassemble(struct cloudmac_port *port,
				  struct sk_buff *skb, u16 vlan)
{
	struct sk_buff *whole =
		cloudmac_segments_receive(port->segments, skb, vlan,
					  &port->stats);

	consume_skb(skb);
	return whole;
}

/**
 * cloudmac_rx_handler - receives CloudMAC frames from a lower device
 * @pskb: a frame that the device received
 *
 * Return: RX_HANDLER_CONSUMED for a CloudMAC frame of a VLAN that a radio uses.
 * RX_HANDLER_PASS for all other frames, which the kernel handles as usual.
 */
rx_handler_result_t cloudmac_rx_handler(struct sk_buff **pskb)
{
	struct sk_buff *skb = *pskb;
	struct cloudmac_incoming in = {
		.port = rcu_dereference(skb->dev->rx_handler_data),
	};
	struct cloudmac_match match = { .in = &in };
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
	__skb_push(skb, ETH_HLEN);
	err = parse(skb->data, skb->len, &in.frame);
	if (err == CLOUDMAC_ERR_SEGMENT) {
		skb = reassemble(in.port, skb, vlan);
		if (!skb)
			return RX_HANDLER_CONSUMED;
		err = parse(skb->data, skb->len, &in.frame);
	}
	in.skb = skb;
	if (err) {
		count_error(in.port, err);
		goto out;
	}
	in.hdr = (const void *)in.frame.frame;
	in.is_report = cloudmac_survey_parse(&in.frame, &in.survey);

	list_for_each_entry_rcu(radio, &in.port->radios, port_entry) {
		if (radio->vlan != vlan || !cloudmac_match(radio, &match))
			continue;
		wanted = true;
		receive(radio, &match);
		/* An individual address belongs to a single radio. */
		if (match.addressed)
			break;
	}
	if (!wanted)
		cloudmac_count(in.port, rx_drop_unknown_vap);
out:
	consume_skb(skb);
	return RX_HANDLER_CONSUMED;
}
