/* SPDX-License-Identifier: Apache-2.0 */
#include "downlink.h"

#include <string.h>

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

/* Gives all tries to one rate. A switch requests that by a rate in the tag. */
static void override_chain(struct cloudmac_chain *chain, uint8_t legacy)
{
	const struct cloudmac_rate rate = { .kind = CLOUDMAC_RATE_LEGACY,
					    .legacy = legacy };
	unsigned int tries = 0;

	for (unsigned int i = 0; i < chain->n; i++) {
		tries += chain->stages[i].tries;
		chain->stages[i].tries = 0;
	}
	chain->stages[0].rate = rate;
	chain->stages[0].tries =
		(uint8_t)(tries < UINT8_MAX ? tries : UINT8_MAX);
	chain->stages[0].changed = true;
}

/* Moves the VAP's chain from radiotap to '*out'. */
static void read_chain(const struct cloudmac_frame *frame,
		       struct downlink_frame *out)
{
	struct cloudmac_chain *chain = &out->chain;

	*chain = out->rt.chain;
	out->rt.chain.n = 0;
	for (unsigned int i = 0; i < chain->n; i++)
		chain->stages[i].changed = false;
	if (chain->n && frame->tag.rate != CLOUDMAC_RATE_RADIOTAP)
		override_chain(chain, frame->tag.rate);
}

/* Sets the injection fields of radiotap from radiotap and tag. */
static void set_injection_fields(const struct cloudmac_frame *frame,
				 struct radiotap *rt)
{
	/* The kernel injects no frame at an HE rate. */
	clear_field(rt, RADIOTAP_HE);
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
	/* The VAP numbers and orders its frames. */
	rt->tx_flags &= RADIOTAP_TX_NOACK;
	rt->tx_flags |= RADIOTAP_TX_NOSEQ | RADIOTAP_TX_NOREORDER;
	if (cloudmac_addr_is_group(ieee80211_addr1(frame->frame)))
		rt->tx_flags |= RADIOTAP_TX_NOACK;
	set_field(rt, RADIOTAP_TX_FLAGS);
}

/* Checks that tag and frame name the same VAP, or virtual station. */
static enum drop_reason check_identity(const struct cloudmac_frame *frame,
				       enum downlink_role role)
{
	const uint8_t *transmitter = ieee80211_addr2(frame->frame);
	const uint8_t *bssid = ieee80211_downlink_bssid(frame->frame);

	if (frame->tag.vap != cloudmac_vap_id(transmitter))
		return DROP_VAP_ID;
	if (role == DOWNLINK_ROLE_GUEST ||
	    !memcmp(bssid, transmitter, CLOUDMAC_ADDR_LEN) ||
	    (cloudmac_addr_is_group(bssid) &&
	     ieee80211_is_public_action(frame->frame, frame->frame_len)))
		return DROP_NONE;
	return role == DOWNLINK_ROLE_NONE ? DROP_NO_LEASE : DROP_BSSID;
}

enum drop_reason downlink_unwrap(uint8_t *data, size_t len,
				 struct downlink_frame *out)
{
	return downlink_unwrap_any(data, len, NULL, NULL, out);
}

enum drop_reason downlink_unwrap_any(uint8_t *data, size_t len,
				     downlink_role_of *role_of, void *arg,
				     struct downlink_frame *out)
{
	enum downlink_role role = DOWNLINK_ROLE_VAP;
	struct cloudmac_frame frame;
	enum drop_reason reason;
	int err;

	err = cloudmac_frame_parse(data, (uint32_t)len, CLOUDMAC_DOWNLINK,
				   &frame);
	if (err)
		return (enum drop_reason)err;
	if (frame.tag.kind != CLOUDMAC_KIND_FRAME)
		return DROP_KIND;
	/* A frame without a transmitter belongs to no VAP. */
	if (cloudmac_80211_hdrlen(frame.frame, frame.frame_len) < 16)
		return DROP_CONTROL;
	if (role_of)
		role = role_of(arg, ieee80211_addr2(frame.frame));
	reason = check_identity(&frame, role);
	if (reason)
		return reason;
	out->from_guest = role == DOWNLINK_ROLE_GUEST;
	radiotap_parse(frame.radiotap, frame.radiotap_len, &out->rt);
	set_injection_fields(&frame, &out->rt);
	read_chain(&frame, out);

	out->described = out->rt.station;
	out->rt.station.aid = 0;
	out->token = out->rt.token;
	out->ifindex = 0;
	out->rt.token = CLOUDMAC_TOKEN_NONE;
	out->local = false;
	out->own = DOWNLINK_OWN_NONE;
	out->request = frame.tag.request && ieee80211_is_beacon(frame.frame);
	out->ack = !(out->rt.tx_flags & RADIOTAP_TX_NOACK);
	out->body = data + (frame.frame - data);
	out->body_len = frame.frame_len;
	out->bssid = ieee80211_addr2(frame.frame);
	out->station = ieee80211_addr1(frame.frame);
	out->priority = frame.tag.priority;
	return DROP_NONE;
}

void downlink_limit_to_one_try(struct downlink_frame *frame)
{
	struct cloudmac_chain *chain = &frame->chain;
	bool taken = false;

	for (unsigned int i = 0; i < chain->n; i++) {
		uint8_t *tries = &chain->stages[i].tries;

		*tries = *tries && !taken;
		taken |= *tries;
	}
	frame->rt.retries = 0;
	set_field(&frame->rt, RADIOTAP_RETRIES);
}
