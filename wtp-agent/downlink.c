/* SPDX-License-Identifier: Apache-2.0 */
#include "downlink.h"

#include "cloudmac.h"
#include "ieee80211.h"

static void set_field(struct radiotap *rt, enum radiotap_field field)
{
	rt->present |= 1u << field;
}

static void clear_field(struct radiotap *rt, enum radiotap_field field)
{
	rt->present &= ~(1u << field);
}

/* What mac80211 is to do with the frame, from radiotap and tag together. */
static void injection_fields(const struct cloudmac_frame *frame,
			     struct radiotap *rt)
{
	if (frame->tag.rate != CLOUDMAC_RATE_RADIOTAP) {
		rt->rate = frame->tag.rate;
		set_field(rt, RADIOTAP_RATE);
		clear_field(rt, RADIOTAP_MCS);
		clear_field(rt, RADIOTAP_VHT);
	} else if (rt->rate == 0) {
		clear_field(rt, RADIOTAP_RATE);
	}
	if (frame->tag.level != CLOUDMAC_POWER_AUTO) {
		rt->tx_power = frame->tag.level;
		set_field(rt, RADIOTAP_TX_POWER);
	}
	/* The sequence numbers are the VAP's, and so is the order. */
	rt->tx_flags &= RADIOTAP_TX_NOACK;
	rt->tx_flags |= RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER;
	if (cloudmac_addr_is_group(ieee80211_addr1(frame->frame)))
		rt->tx_flags |= RADIOTAP_TX_NOACK;
	set_field(rt, RADIOTAP_TX_FLAGS);
}

enum drop_reason downlink_unwrap(uint8_t *data, size_t len,
				 downlink_clock *now,
				 struct downlink_frame *out)
{
	struct cloudmac_frame frame;
	struct radiotap rt;
	int err;

	err = cloudmac_frame_parse(data, (uint32_t)len, CLOUDMAC_DOWNLINK,
				   &frame);
	if (err)
		return (enum drop_reason)err;
	if (frame.tag.kind != CLOUDMAC_KIND_FRAME)
		return DROP_KIND;
	/* A frame without a transmitter can belong to no VAP. */
	if (cloudmac_80211_hdrlen(frame.frame, frame.frame_len) < 16)
		return DROP_CONTROL;
	radiotap_parse(frame.radiotap, frame.radiotap_len, &rt);
	injection_fields(&frame, &rt);
	if (ieee80211_has_timestamp(frame.frame, frame.frame_len))
		ieee80211_set_timestamp(data + (frame.frame - data), now());

	out->head_len = radiotap_build(&rt, out->head);
	out->body = frame.frame;
	out->body_len = frame.frame_len;
	out->bssid = ieee80211_downlink_bssid(frame.frame);
	out->station = ieee80211_addr1(frame.frame);
	out->priority = frame.tag.priority;
	return DROP_NONE;
}
