/* SPDX-License-Identifier: Apache-2.0 */
#include "uplink.h"

#include <string.h>

#include "ieee80211.h"
#include "rate.h"

size_t uplink_add_vlan_tag(uint8_t *head, int vlan, uint8_t priority)
{
	uint8_t *type = head + 2 * CLOUDMAC_ADDR_LEN;

	memmove(type + CLOUDMAC_VLAN_HLEN, type, 2);
	cloudmac_put_be16(type, CLOUDMAC_ETHERTYPE_VLAN);
	cloudmac_put_be16(type + 2, (uint16_t)(priority << 13 | vlan));
	return CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN;
}

static void write_head(struct uplink_frame *out,
		       const struct cloudmac_tag *tag, int vlan)
{
	cloudmac_eth_pack(out->head, CLOUDMAC_UPLINK, out->station, tag);
	out->head_len =
		vlan < 0 ? CLOUDMAC_ETH_HLEN
			 : uplink_add_vlan_tag(out->head, vlan, tag->priority);
}

static uint16_t vap_id_of(const uint8_t *bssid)
{
	return cloudmac_addr_is_group(bssid) ? CLOUDMAC_VAP_ANY
					     : cloudmac_vap_id(bssid);
}

/* Makes a TX status of the echo of an injected frame; keeps its header only.
 */
static enum drop_reason wrap_status(const uint8_t *frame, size_t frame_len,
				    size_t rt_len, struct cloudmac_tag *tag,
				    struct uplink_frame *out)
{
	size_t hdrlen = cloudmac_80211_hdrlen(frame, (uint32_t)frame_len);

	if (!hdrlen)
		return DROP_80211;
	out->station = ieee80211_addr1(frame);
	if (cloudmac_addr_is_group(out->station))
		return DROP_STATUS;
	if (cloudmac_addr_is_null(out->station))
		return DROP_ADDRESS;
	/* The hardware itself sends frames without a second address. */
	if (hdrlen < 16)
		return DROP_STATUS;
	out->tx_status = true;
	out->body_len = rt_len + hdrlen;
	tag->kind = CLOUDMAC_KIND_TX_STATUS;
	/* A public action frame may have the wildcard BSSID. */
	tag->vap = cloudmac_vap_id(ieee80211_addr2(frame));
	return DROP_NONE;
}

static enum drop_reason wrap_received(const uint8_t *frame, size_t frame_len,
				      size_t rt_len, filter_serves *serves,
				      void *arg, struct cloudmac_tag *tag,
				      struct uplink_frame *out)
{
	enum drop_reason reason = filter_uplink(frame, frame_len, serves, arg);

	if (reason)
		return reason;
	out->station = ieee80211_addr2(frame);
	out->body_len = rt_len + frame_len;
	tag->kind = CLOUDMAC_KIND_FRAME;
	tag->vap = vap_id_of(ieee80211_uplink_bssid(frame));
	return DROP_NONE;
}

/* Removes the FCS if there is one, and its flag. */
static enum drop_reason strip_fcs(uint8_t *data, const struct radiotap *rt,
				  size_t *frame_len)
{
	if ((rt->flags & RADIOTAP_FLAG_BAD_FCS) ||
	    (rt->rx_flags & RADIOTAP_RX_BAD_PLCP))
		return DROP_BAD_FCS;
	if (!(rt->flags & RADIOTAP_FLAG_FCS))
		return DROP_NONE;
	if (*frame_len < IEEE80211_FCS_LEN)
		return DROP_80211;
	*frame_len -= IEEE80211_FCS_LEN;
	data[rt->flags_offset] &= (uint8_t)~RADIOTAP_FLAG_FCS;
	return DROP_NONE;
}

enum drop_reason uplink_wrap(uint8_t *data, size_t len, int vlan,
			     filter_serves *serves, void *arg,
			     struct uplink_frame *out)
{
	struct cloudmac_tag tag;
	struct radiotap *rt = &out->rt;
	size_t rt_len, frame_len;
	enum drop_reason reason;
	const uint8_t *frame;

	memset(out, 0, sizeof(*out));
	if (len < CLOUDMAC_RADIOTAP_HLEN)
		return DROP_SHORT;
	rt_len = cloudmac_get_le16(data + 2);
	if (data[0] != 0 || rt_len < CLOUDMAC_RADIOTAP_HLEN ||
	    rt_len > CLOUDMAC_RADIOTAP_MAX || rt_len > len)
		return DROP_RADIOTAP;
	radiotap_parse(data, rt_len, rt);
	frame = data + rt_len;
	frame_len = len - rt_len;
	reason = strip_fcs(data, rt, &frame_len);
	if (reason)
		return reason;

	if (cloudmac_80211_hdrlen(frame, (uint32_t)frame_len)) {
		out->frame = frame;
		out->frame_len = frame_len;
	}
	out->body = data;
	out->signal = RADIOTAP_HAS(rt, RADIOTAP_SIGNAL)
			      ? rt->signal
			      : CLOUDMAC_SIGNAL_UNKNOWN;
	/* Only transmitted frames have TX flags, and no signal. */
	out->echo = RADIOTAP_HAS(rt, RADIOTAP_TX_FLAGS);
	if (out->echo)
		reason = wrap_status(frame, frame_len, rt_len, &tag, out);
	else
		reason = wrap_received(frame, frame_len, rt_len, serves, arg,
				       &tag, out);
	if (reason)
		return reason;
	tag.level = out->signal;
	tag.rate = rt->rate;
	tag.priority = ieee80211_priority(frame, frame_len);
	tag.request = false;
	write_head(out, &tag, vlan);
	return DROP_NONE;
}

void uplink_wrap_neighbour(struct uplink_frame *out, const uint8_t *radio,
			   const uint8_t *bssid, int vlan)
{
	const struct cloudmac_tag tag = {
		.level = out->signal,
		.rate = out->rt.rate,
		.priority = CLOUDMAC_PRIORITY_NEIGHBOUR,
		.kind = CLOUDMAC_KIND_NEIGHBOUR,
		.vap = cloudmac_vap_id(bssid),
	};

	out->station = radio;
	out->body_len = (size_t)(out->frame - out->body) + out->frame_len;
	write_head(out, &tag, vlan);
}

void uplink_wrap_guest(struct uplink_frame *out, const uint8_t *guest,
		       int vlan)
{
	const struct cloudmac_tag tag = {
		.level = out->signal,
		.rate = out->rt.rate,
		.priority = ieee80211_priority(out->frame, out->frame_len),
		.kind = CLOUDMAC_KIND_FRAME,
		.vap = cloudmac_vap_id(guest),
	};

	out->station = ieee80211_addr2(out->frame);
	out->body_len = (size_t)(out->frame - out->body) + out->frame_len;
	write_head(out, &tag, vlan);
}

void uplink_make(struct uplink_frame *out, const uint8_t *station,
		 const struct cloudmac_tag *tag, const uint8_t *content,
		 size_t len, int vlan)
{
	_Static_assert(CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN +
				       UPLINK_MADE_MAX <=
			       UPLINK_HEAD_MAX,
		       "a made frame fits the head");
	memset(out, 0, sizeof(*out));
	out->station = station;
	write_head(out, tag, vlan);
	memcpy(out->head + out->head_len, content, len);
	out->head_len += len;
}

void uplink_make_survey(struct uplink_frame *out, const uint8_t *radio,
			const uint8_t *bssid,
			const struct cloudmac_survey *survey, int vlan)
{
	static const uint8_t no_fields[CLOUDMAC_RADIOTAP_HLEN] = {
		[2] = CLOUDMAC_RADIOTAP_HLEN
	};
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.priority = CLOUDMAC_PRIORITY_NEIGHBOUR,
		.kind = CLOUDMAC_KIND_NEIGHBOUR,
		.vap = cloudmac_vap_id(bssid),
	};

	_Static_assert(CLOUDMAC_ETH_HLEN + CLOUDMAC_VLAN_HLEN +
				       CLOUDMAC_RADIOTAP_HLEN +
				       CLOUDMAC_SURVEY_LEN <=
			       UPLINK_HEAD_MAX,
		       "a report fits the head");
	memset(out, 0, sizeof(*out));
	out->station = radio;
	write_head(out, &tag, vlan);
	memcpy(out->head + out->head_len, no_fields, sizeof(no_fields));
	out->head_len += sizeof(no_fields);
	cloudmac_survey_pack(out->head + out->head_len, bssid, radio, survey);
	out->head_len += CLOUDMAC_SURVEY_LEN;
}

void uplink_report_chain(struct uplink_frame *out,
			 const struct cloudmac_chain *done, uint32_t token,
			 const uint8_t *sent, size_t sent_len)
{
	size_t hdrlen = cloudmac_80211_hdrlen(sent, (uint32_t)sent_len);
	const struct cloudmac_rate last = rate_from_radiotap(&out->rt);
	unsigned int tries = 0;
	struct radiotap rt = {
		.present = 1u << RADIOTAP_TX_FLAGS | 1u << RADIOTAP_RETRIES,
		.tx_flags = out->rt.tx_flags,
		.chain = *done,
		.token = token,
	};

	if (!done->n)
		tries = out->rt.retries + 1u;
	for (unsigned int i = 0; i < done->n; i++)
		tries += done->stages[i].tries;
	if (tries)
		tries--;
	rt.retries = (uint8_t)(tries < UINT8_MAX ? tries : UINT8_MAX);
	rate_to_radiotap(&rt, &last);
	out->head_len += radiotap_build(&rt, out->head + out->head_len);
	memcpy(out->head + out->head_len, sent, hdrlen);
	/* The agent set the Retry bit, not the VAP. */
	out->head[out->head_len + 1] &= (uint8_t)~IEEE80211_RETRY;
	out->head_len += hdrlen;
	out->body_len = 0;
}

void uplink_make_failed_status(struct uplink_frame *out, const uint8_t *frame,
			       size_t len, const struct cloudmac_chain *chain,
			       uint32_t token, int vlan)
{
	const struct cloudmac_tag tag = {
		.level = CLOUDMAC_SIGNAL_UNKNOWN,
		.priority = ieee80211_priority(frame, len),
		.kind = CLOUDMAC_KIND_TX_STATUS,
		.vap = cloudmac_vap_id(ieee80211_addr2(frame)),
	};

	memset(out, 0, sizeof(*out));
	out->tx_status = true;
	out->station = ieee80211_addr1(frame);
	out->frame = out->body = frame;
	out->frame_len = len;
	out->rt.tx_flags = RADIOTAP_TX_FAIL;
	write_head(out, &tag, vlan);
	uplink_report_chain(out, chain, token, frame, len);
}
