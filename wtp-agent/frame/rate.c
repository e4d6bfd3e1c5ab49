/* SPDX-License-Identifier: Apache-2.0 */
#include "rate.h"

/* The MCS field: known bits and flags. */
#define MCS_KNOWN_BW  0x01
#define MCS_KNOWN_MCS 0x02
#define MCS_KNOWN_GI  0x04
#define MCS_BW_MASK   0x03
#define MCS_BW_40     1
#define MCS_SGI	      0x04

/* The VHT field: known bits and flags. */
#define VHT_KNOWN_GI 0x0004
#define VHT_KNOWN_BW 0x0040
#define VHT_SGI	     0x04

/* The first bandwidth code of each width in the VHT field (radiotap.org,
 * "VHT"), by enum cloudmac_width. */
static const uint8_t vht_bandwidth[] = { 0, 1, 4, 11 };

static void from_mcs(const uint8_t *field, struct cloudmac_rate *rate)
{
	if (!(field[0] & MCS_KNOWN_MCS) || field[2] > CLOUDMAC_HT_MCS_MAX)
		return;
	rate->kind = CLOUDMAC_RATE_HT;
	rate->mcs = field[2];
	if ((field[0] & MCS_KNOWN_BW) && (field[1] & MCS_BW_MASK) == MCS_BW_40)
		rate->width = CLOUDMAC_WIDTH_40;
	rate->short_gi = (field[0] & MCS_KNOWN_GI) && (field[1] & MCS_SGI);
}

static void from_vht(const uint8_t *field, struct cloudmac_rate *rate)
{
	uint16_t known = cloudmac_get_le16(field);
	uint8_t mcs = field[4] >> 4, nss = field[4] & 15;

	if (mcs > CLOUDMAC_VHT_MCS_MAX || !nss || nss > CLOUDMAC_VHT_NSS_MAX)
		return;
	rate->kind = CLOUDMAC_RATE_VHT;
	rate->mcs = mcs;
	rate->nss = nss;
	if (known & VHT_KNOWN_BW)
		for (uint8_t width = CLOUDMAC_WIDTH_160; width; width--)
			if (field[3] >= vht_bandwidth[width]) {
				rate->width = width;
				break;
			}
	rate->short_gi = (known & VHT_KNOWN_GI) && (field[2] & VHT_SGI);
}

/* The airtime of a resource unit is unknown: it counts as the narrowest width.
 */
static void from_he(const uint8_t *field, struct cloudmac_rate *rate)
{
	struct cloudmac_he he;

	if (!cloudmac_he_parse(field, &he))
		return;
	rate->kind = CLOUDMAC_RATE_HE;
	rate->mcs = he.mcs;
	rate->nss = he.nss;
	rate->width = he.width;
	rate->gi = he.gi;
	rate->dcm = he.dcm;
}

struct cloudmac_rate rate_from_radiotap(const struct radiotap *rt)
{
	struct cloudmac_rate rate = { .kind = CLOUDMAC_RATE_NONE };

	if (RADIOTAP_HAS(rt, RADIOTAP_MCS)) {
		from_mcs(rt->mcs, &rate);
	} else if (RADIOTAP_HAS(rt, RADIOTAP_VHT)) {
		from_vht(rt->vht, &rate);
	} else if (RADIOTAP_HAS(rt, RADIOTAP_HE)) {
		from_he(rt->he, &rate);
	} else if (RADIOTAP_HAS(rt, RADIOTAP_RATE) && rt->rate) {
		rate.kind = CLOUDMAC_RATE_LEGACY;
		rate.legacy = rt->rate;
	}
	return rate;
}

static void to_mcs(const struct cloudmac_rate *rate, uint8_t *field)
{
	field[0] = MCS_KNOWN_BW | MCS_KNOWN_MCS | MCS_KNOWN_GI;
	field[1] =
		(uint8_t)((rate->width == CLOUDMAC_WIDTH_40 ? MCS_BW_40 : 0) |
			  (rate->short_gi ? MCS_SGI : 0));
	field[2] = rate->mcs;
}

static void to_vht(const struct cloudmac_rate *rate, uint8_t *field)
{
	memset(field, 0, RADIOTAP_VHT_LEN);
	field[0] = VHT_KNOWN_GI | VHT_KNOWN_BW;
	field[2] = rate->short_gi ? VHT_SGI : 0;
	field[3] = vht_bandwidth[rate->width & 3];
	field[4] = (uint8_t)(rate->mcs << 4 | rate->nss);
}

void rate_to_radiotap(struct radiotap *rt, const struct cloudmac_rate *rate)
{
	rt->present &= ~(1u << RADIOTAP_RATE | 1u << RADIOTAP_MCS |
			 1u << RADIOTAP_VHT | 1u << RADIOTAP_HE);
	switch (rate->kind) {
	case CLOUDMAC_RATE_LEGACY:
		rt->rate = rate->legacy;
		rt->present |= 1u << RADIOTAP_RATE;
		break;
	case CLOUDMAC_RATE_HT:
		to_mcs(rate, rt->mcs);
		rt->present |= 1u << RADIOTAP_MCS;
		break;
	case CLOUDMAC_RATE_VHT:
		to_vht(rate, rt->vht);
		rt->present |= 1u << RADIOTAP_VHT;
		break;
	default:
		break;
	}
}

bool rate_equal(const struct cloudmac_rate *one,
		const struct cloudmac_rate *other)
{
	if (one->kind != other->kind)
		return false;
	switch (one->kind) {
	case CLOUDMAC_RATE_LEGACY:
		return one->legacy == other->legacy;
	case CLOUDMAC_RATE_HE:
		return one->mcs == other->mcs && one->nss == other->nss &&
		       one->width == other->width && one->gi == other->gi &&
		       one->dcm == other->dcm;
	case CLOUDMAC_RATE_VHT:
		if (one->nss != other->nss)
			return false;
		/* fall through */
	case CLOUDMAC_RATE_HT:
		return one->mcs == other->mcs && one->width == other->width &&
		       one->short_gi == other->short_gi;
	default:
		return true;
	}
}

void rate_limit_width(struct cloudmac_rate *rate, enum config_width width)
{
	static const uint8_t widest[] = {
		[WIDTH_20_NOHT] = CLOUDMAC_WIDTH_20,
		[WIDTH_20] = CLOUDMAC_WIDTH_20,
		[WIDTH_40_ABOVE] = CLOUDMAC_WIDTH_40,
		[WIDTH_40_BELOW] = CLOUDMAC_WIDTH_40,
		[WIDTH_80] = CLOUDMAC_WIDTH_80,
	};

	if (rate->width > widest[width])
		rate->width = widest[width];
}
