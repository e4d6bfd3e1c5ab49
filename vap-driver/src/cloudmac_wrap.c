// SPDX-License-Identifier: GPL-2.0-only
/*
 * From mac80211 to the wire: adds a radiotap header and an Ethernet header with
 * the radio tag to an 802.11 frame (wire/SPECIFICATION.md, 1).
 *
 * Access points and virtual stations send the downlink's layout. A station of a radio
 * in access point role sends the uplink's, as a WTP that hears it would. So an access
 * point and a station can be tested back to back over a veth pair.
 */
#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/module.h>
#include <linux/random.h>
#include <net/cfg80211.h>
#include <net/mac80211.h>

#include "cloudmac.h"
#include "cloudmac_deliver.h"
#include "cloudmac_describe.h"
#include "cloudmac_glue.h"
#include "cloudmac_heard.h"
#include "cloudmac_port.h"
#include "cloudmac_radio.h"
#include "cloudmac_radiotap.h"
#include "cloudmac_rate.h"
#include "cloudmac_stats.h"
#include "cloudmac_status.h"
#include "cloudmac_wrap.h"

static bool neighbours = true;
module_param(neighbours, bool, 0644);
MODULE_PARM_DESC(neighbours,
		 "VAPs request beacons of other access points from the WTPs");

#define HEADROOM	(CLOUDMAC_ETH_HLEN + VLAN_HLEN + \
			 CLOUDMAC_RADIOTAP_BUILD_MAX)

static enum cloudmac_direction direction_of(const struct cloudmac_radio *radio,
					    const struct ieee80211_vif *vif,
					    const struct ieee80211_hdr *hdr)
{
	if (radio->role == CLOUDMAC_ROLE_STATION)
		return CLOUDMAC_DOWNLINK;
	if (vif && vif->type == NL80211_IFTYPE_AP)
		return CLOUDMAC_DOWNLINK;
	if (vif && vif->type == NL80211_IFTYPE_STATION)
		return CLOUDMAC_UPLINK;
	/* Injected through a monitor interface: derive it from the header. */
	if (ieee80211_has_fromds(hdr->frame_control))
		return CLOUDMAC_DOWNLINK;
	if (ieee80211_is_mgmt(hdr->frame_control) &&
	    ether_addr_equal(hdr->addr2, hdr->addr3))
		return CLOUDMAC_DOWNLINK;
	return CLOUDMAC_UPLINK;
}

/* Returns the user priority (wire/SPECIFICATION.md, 1). */
static u8 priority_of(struct sk_buff *skb,
		      const struct ieee80211_hdr *hdr)
{
	const struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	if (!ieee80211_is_data(hdr->frame_control))
		return CLOUDMAC_PRIORITY_MGMT;
	if (info->control.flags & IEEE80211_TX_CTRL_PORT_CTRL_PROTO ||
	    skb->protocol == htons(ETH_P_PAE))
		return CLOUDMAC_PRIORITY_EAPOL;
	if (ieee80211_is_data_qos(hdr->frame_control))
		return ieee80211_get_qos_ctl((void *)hdr)[0] &
		       IEEE80211_QOS_CTL_TAG1D_MASK;
	return 0;
}

static u16 vap_of(const struct ieee80211_hdr *hdr,
		  enum cloudmac_direction direction)
{
	const u8 *bssid = hdr->addr1;

	if (direction == CLOUDMAC_DOWNLINK)
		bssid = hdr->addr2;
	else if (ieee80211_is_mgmt(hdr->frame_control))
		bssid = hdr->addr3;
	return is_multicast_ether_addr(bssid) ? CLOUDMAC_VAP_ANY :
						cloudmac_vap_id(bssid);
}

/* Returns the transmit power of the interface in dBm, if mac80211 has set one. */
static s8 power_of(const struct ieee80211_vif *vif)
{
	int power = vif ? vif->bss_conf.txpower : INT_MIN;

	return power == INT_MIN ? CLOUDMAC_POWER_AUTO :
				  clamp(power, -127, 127);
}

/* Sets the rates that rate control chose: the whole chain if a TX status is
 * expected, the first rate otherwise.
 */
static void set_rates(struct cloudmac_radiotap *rt, struct ieee80211_hw *hw,
		      const struct ieee80211_tx_info *info)
{
	struct cloudmac_chain chain;

	cloudmac_chain_from_tx(&chain, hw, info);
	if (!chain.n)
		return;
	rt->rate = chain.stages[0].rate;
	rt->retries = chain.stages[0].tries - 1;
	if (rt->direction == CLOUDMAC_DOWNLINK && !rt->noack)
		rt->chain = chain;
}

/* Clears the timestamp, which the WTP sets, and numbers beacons. */
static void complete_mgmt(struct cloudmac_radio *radio, struct sk_buff *skb,
			  const struct ieee80211_tx_info *info)
{
	struct ieee80211_mgmt *mgmt = (void *)skb->data;

	if (skb->len < offsetofend(struct ieee80211_mgmt, u.beacon.timestamp))
		return;
	if (ieee80211_is_beacon(mgmt->frame_control)) {
		mgmt->u.beacon.timestamp = 0;
		if (info->flags & IEEE80211_TX_CTL_ASSIGN_SEQ)
			mgmt->seq_ctrl = cpu_to_le16(IEEE80211_SN_TO_SEQ(
				atomic_inc_return(&radio->beacon_seq)) &
				IEEE80211_SCTL_SEQ);
	} else if (ieee80211_is_probe_resp(mgmt->frame_control)) {
		mgmt->u.probe_resp.timestamp = 0;
	}
}

/* Prepends the headers to 'skb', which has room for them. */
static void wrap(struct sk_buff *skb, const struct cloudmac_radiotap *rt,
		 const struct cloudmac_tag *tag, const u8 *station)
{
	u8 header[CLOUDMAC_RADIOTAP_BUILD_MAX];
	u16 len = cloudmac_radiotap_build(header, rt);

	memcpy(skb_push(skb, len), header, len);
	cloudmac_eth_pack(skb_push(skb, CLOUDMAC_ETH_HLEN), rt->direction,
			  station, tag);
}

/* Returns a wrapped copy of 'skb', or NULL if it cannot be sent. Its TX status must
 * have 'token'.
 */
static struct sk_buff *wrapped_copy(struct cloudmac_radio *radio,
				    struct ieee80211_channel *channel,
				    struct ieee80211_sta *sta,
				    struct sk_buff *skb, u32 token)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	struct ieee80211_hdr *hdr = (void *)skb->data;
	struct ieee80211_vif *vif = info->control.vif;
	struct cloudmac_radiotap rt = {
		.direction = direction_of(radio, vif, hdr),
		.kind = CLOUDMAC_KIND_FRAME,
		.freq = channel->center_freq,
		.noack = !cloudmac_needs_ack(info, skb->data),
	};
	bool down = rt.direction == CLOUDMAC_DOWNLINK;
	bool ap = radio->role == CLOUDMAC_ROLE_AP;
	struct cloudmac_tag tag = {
		.level = power_of(vif),
		.priority = priority_of(skb, hdr),
		.kind = CLOUDMAC_KIND_FRAME,
		.vap = vap_of(hdr, rt.direction),
		.request = ap && down && READ_ONCE(neighbours) &&
			   ieee80211_is_beacon(hdr->frame_control),
	};
	struct sk_buff *copy;

	if (skb->len > CLOUDMAC_80211_MAX ||
	    !cloudmac_80211_hdrlen(skb->data, skb->len) ||
	    (down && tag.vap == CLOUDMAC_VAP_ANY)) {
		cloudmac_count(radio, tx_drop_80211);
		return NULL;
	}
	set_rates(&rt, radio->hw, info);
	/* A rate in the tag overrides the chain. Only switches set both. */
	if (!rt.chain.n && rt.rate.kind == CLOUDMAC_RATE_LEGACY)
		tag.rate = rt.rate.legacy;
	if (!down) {
		cloudmac_heard_tune(&radio->heard, channel->center_freq);
		/* As the simulator: gain of the path plus transmit power. */
		rt.signal = clamp(cloudmac_hw_path_gain(radio->hw) +
				  (tag.level == CLOUDMAC_POWER_AUTO ?
				   0 : tag.level), -127, 0);
		tag.level = rt.signal;
	} else if (!rt.noack) {
		if (ap)
			cloudmac_describe_station(&rt.station, radio->hw, sta,
						  skb);
		rt.token = token;
	}

	copy = skb_copy_expand(skb, HEADROOM, 0, GFP_ATOMIC);
	if (!copy) {
		cloudmac_count(radio, tx_drop_memory);
		return NULL;
	}
	copy->priority = tag.priority;
	complete_mgmt(radio, copy, info);
	wrap(copy, &rt, &tag, down ? hdr->addr1 : hdr->addr2);
	return copy;
}

/* Checks if mac80211 sends a frame of an access point on another channel than the
 * access point's, as for DPP or in a scan. The wire does not carry the channel, so
 * a WTP would send the frame on its own.
 */
static bool is_off_channel(const struct ieee80211_channel *channel,
			   const struct ieee80211_tx_info *info)
{
	const struct ieee80211_vif *vif = info->control.vif;
	const struct ieee80211_chanctx_conf *conf;
	bool off;

	if (!vif || vif->type != NL80211_IFTYPE_AP)
		return false;
	rcu_read_lock();
	conf = rcu_dereference(vif->bss_conf.chanctx_conf);
	/* The simulator takes the access point's channel for group frames. */
	off = conf && conf->def.chan &&
	      (info->flags & IEEE80211_TX_CTL_TX_OFFCHAN ||
	       conf->def.chan->center_freq != channel->center_freq);
	rcu_read_unlock();
	return off;
}

/**
 * cloudmac_tx - sends a frame and reports its TX status to mac80211
 * @radio: the sender
 * @channel: channel of the frame
 * @sta: the receiver, NULL if mac80211 does not know it
 * @skb: the frame as mac80211 passed it to the driver; consumed
 */
void cloudmac_tx(struct cloudmac_radio *radio,
		 struct ieee80211_channel *channel, struct ieee80211_sta *sta,
		 struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	struct ieee80211_hdr *hdr = (void *)skb->data;
	u32 token = get_random_u32() ?: 1;	/* not CLOUDMAC_TOKEN_NONE */
	struct sk_buff *copy;
	u64 number = 0;
	bool acked;

	if (is_off_channel(channel, info)) {
		cloudmac_count(radio, tx_drop_channel);
		cloudmac_report(radio, skb, false, NULL);
		return;
	}
	copy = wrapped_copy(radio, channel, sta, skb, token);
	if (!copy)
		goto unknown;
	if (!cloudmac_needs_ack(info, skb->data)) {
		cloudmac_report(radio, skb, false, NULL);
	} else if (direction_of(radio, info->control.vif, hdr) == CLOUDMAC_DOWNLINK) {
		/* The status can arrive before cloudmac_port_send() returns,
		 * so queue the frame first.
		 */
		number = cloudmac_pending_add(radio, sta, skb, token);
		if (!number) {
			kfree_skb(copy);
			goto unknown;
		}
	} else {
		acked = cloudmac_heard_recently(&radio->heard, hdr->addr1);
		if (acked)
			cloudmac_count(radio, status_heard);
		else
			cloudmac_count(radio, status_not_heard);
		cloudmac_report(radio, skb, acked, NULL);
	}
	if (!cloudmac_port_send(radio, copy) && number)
		cloudmac_pending_cancel(radio, number);
	return;
unknown:
	cloudmac_give_up(radio, skb);
}

/**
 * cloudmac_tx_untracked - sends a frame without a TX status, such as a beacon
 * @radio: the sender
 * @channel: channel of the frame
 * @skb: the frame; consumed
 */
void cloudmac_tx_untracked(struct cloudmac_radio *radio,
			   struct ieee80211_channel *channel,
			   struct sk_buff *skb)
{
	struct sk_buff *copy = wrapped_copy(radio, channel, NULL, skb,
					    CLOUDMAC_TOKEN_NONE);

	dev_kfree_skb(skb);
	if (copy)
		cloudmac_port_send(radio, copy);
}

/**
 * cloudmac_send_status - acknowledges a frame by a TX status (station mode)
 * @radio: the radio that received the frame
 * @frame: the frame, parsed
 * @received: content of its radiotap header
 */
void cloudmac_send_status(struct cloudmac_radio *radio,
			  const struct cloudmac_frame *frame,
			  const struct cloudmac_radiotap *received)
{
	u16 hdrlen = cloudmac_80211_hdrlen(frame->frame, frame->frame_len);
	const struct cloudmac_rate *rate = &received->rate;
	const struct cloudmac_radiotap rt = {
		.direction = CLOUDMAC_UPLINK,
		.kind = CLOUDMAC_KIND_TX_STATUS,
		.rate = *rate,
		.token = received->token,
	};
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.rate = rate->kind == CLOUDMAC_RATE_LEGACY ? rate->legacy : 0,
		.priority = frame->tag.priority,
		.kind = CLOUDMAC_KIND_TX_STATUS,
		.vap = frame->tag.vap,
	};
	struct sk_buff *skb = alloc_skb(HEADROOM + hdrlen, GFP_ATOMIC);

	if (!skb) {
		cloudmac_count(radio, tx_drop_memory);
		return;
	}
	skb_reserve(skb, HEADROOM);
	skb_put_data(skb, frame->frame, hdrlen);
	cloudmac_count(radio, status_sent);
	skb->priority = tag.priority;
	wrap(skb, &rt, &tag,
	     ((const struct ieee80211_hdr *)frame->frame)->addr1);
	cloudmac_port_send(radio, skb);
}
