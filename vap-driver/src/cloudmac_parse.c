// SPDX-License-Identifier: GPL-2.0-only
/* Reads radiotap headers of received frames. */
#include <net/ieee80211_radiotap.h>

#include "cloudmac_fields.h"
#include "cloudmac_parse.h"

static void parse_mcs(const u8 *arg, struct cloudmac_rate *rate)
{
	if (!(arg[0] & IEEE80211_RADIOTAP_MCS_HAVE_MCS) ||
	    arg[2] > CLOUDMAC_HT_MCS_MAX)
		return;
	rate->kind = CLOUDMAC_RATE_HT;
	rate->mcs = arg[2];
	if (arg[0] & IEEE80211_RADIOTAP_MCS_HAVE_BW &&
	    (arg[1] & IEEE80211_RADIOTAP_MCS_BW_MASK) ==
	    IEEE80211_RADIOTAP_MCS_BW_40)
		rate->width = CLOUDMAC_WIDTH_40;
	if (arg[0] & IEEE80211_RADIOTAP_MCS_HAVE_GI)
		rate->short_gi = arg[1] & IEEE80211_RADIOTAP_MCS_SGI;
}

static void parse_vht(const u8 *arg, struct cloudmac_rate *rate)
{
	u16 known = cloudmac_get_le16(arg);
	u8 mcs = arg[4] >> 4, nss = arg[4] & 0x0f;

	if (mcs > CLOUDMAC_VHT_MCS_MAX || !nss || nss > CLOUDMAC_VHT_NSS_MAX)
		return;
	rate->kind = CLOUDMAC_RATE_VHT;
	rate->mcs = mcs;
	rate->nss = nss;
	if (known & IEEE80211_RADIOTAP_VHT_KNOWN_BANDWIDTH) {
		/* Radiotap has a number for each bandwidth and, after it, for
		 * each sub-channel: 0 is 20 MHz, 1 to 3 are 40 MHz, 4 to 10
		 * are 80 MHz.
		 */
		if (arg[3] >= 11)
			rate->width = CLOUDMAC_WIDTH_160;
		else if (arg[3] >= 4)
			rate->width = CLOUDMAC_WIDTH_80;
		else if (arg[3] >= 1)
			rate->width = CLOUDMAC_WIDTH_40;
	}
	if (known & IEEE80211_RADIOTAP_VHT_KNOWN_GI)
		rate->short_gi = arg[2] & IEEE80211_RADIOTAP_VHT_FLAG_SGI;
}

/* Reads the first chain and token. */
static void parse_vendor(const struct cloudmac_field *field,
			 struct cloudmac_radiotap *rt)
{
	if (!rt->chain.n)
		cloudmac_chain_parse(field->at, field->len, &rt->chain);
	if (!rt->token)
		rt->token = cloudmac_token_parse(field->at, field->len);
}

/* Reads a field with a rate. */
static void parse_rate(const struct cloudmac_field *field,
		       struct cloudmac_radiotap *rt)
{
	switch (field->bit) {
	case IEEE80211_RADIOTAP_RATE:
		if (*field->at) {
			rt->rate.kind = CLOUDMAC_RATE_LEGACY;
			rt->rate.legacy = *field->at;
		}
		break;
	case IEEE80211_RADIOTAP_MCS:
		parse_mcs(field->at, &rt->rate);
		break;
	case IEEE80211_RADIOTAP_VHT:
		parse_vht(field->at, &rt->rate);
		break;
	case IEEE80211_RADIOTAP_HE:
		cloudmac_he_parse(field->at, &rt->he);
		break;
	}
}

/**
 * cloudmac_radiotap_parse - reads the fields that the driver needs
 * @frame: a parsed frame
 * @rt: set to the content of the radiotap header, up to a malformed or unknown
 *	field; absent fields come from the tag
 * @bad_fcs: set to true if the frame is damaged
 */
void cloudmac_radiotap_parse(const struct cloudmac_frame *frame,
			     struct cloudmac_radiotap *rt, bool *bad_fcs)
{
	struct cloudmac_fields fields;
	struct cloudmac_field field;

	*bad_fcs = false;
	memset(rt, 0, sizeof(*rt));
	rt->direction = frame->direction;
	rt->kind = frame->tag.kind;
	rt->signal = frame->tag.level;
	if (frame->tag.rate) {
		rt->rate.kind = CLOUDMAC_RATE_LEGACY;
		rt->rate.legacy = frame->tag.rate;
	}

	if (!cloudmac_fields_begin(&fields, frame->radiotap,
				   frame->radiotap_len))
		return;
	while (cloudmac_fields_next(&fields, &field)) {
		switch (field.bit) {
		case IEEE80211_RADIOTAP_FLAGS:
			*bad_fcs = *field.at & IEEE80211_RADIOTAP_F_BADFCS;
			break;
		case IEEE80211_RADIOTAP_CHANNEL:
			rt->freq = cloudmac_get_le16(field.at);
			break;
		case IEEE80211_RADIOTAP_TX_FLAGS:
			rt->failed = cloudmac_get_le16(field.at) &
				     IEEE80211_RADIOTAP_F_TX_FAIL;
			rt->noack = cloudmac_get_le16(field.at) &
				    IEEE80211_RADIOTAP_F_TX_NOACK;
			break;
		case IEEE80211_RADIOTAP_DATA_RETRIES:
			rt->retries = *field.at;
			break;
		case CLOUDMAC_FIELDS_VENDOR:
			parse_vendor(&field, rt);
			break;
		default:
			if (!frame->tag.rate)
				parse_rate(&field, rt);
			break;
		}
	}
}
