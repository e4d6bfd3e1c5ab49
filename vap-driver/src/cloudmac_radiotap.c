// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes radiotap headers. Fields follow in the order of their bit numbers.
 * Each is aligned to its own size from the start of the header (radiotap.org,
 * "Radiotap header" and "Defined fields").
 */
#include "cloudmac_radiotap.h"

enum {
	RT_RATE = 2,
	RT_CHANNEL = 3,
	RT_SIGNAL = 5,
	RT_TX_FLAGS = 15,
	RT_DATA_RETRIES = 17,
	RT_MCS = 19,
	RT_VHT = 21,
	RT_VENDOR = 30,
	RT_MORE = 31,
};

#define RT_CHANNEL_2GHZ		0x0080
#define RT_CHANNEL_5GHZ		0x0100

#define RT_TX_FAIL		0x0001
#define RT_TX_NOACK		0x0008
#define RT_TX_NOSEQ		0x0010
#define RT_TX_NOREORDER		0x0020

#define RT_MCS_HAVE		0x07	/* bandwidth, index, guard interval */
#define RT_MCS_BW_40		0x01
#define RT_MCS_SGI		0x04

#define RT_VHT_HAVE		0x0044	/* guard interval, bandwidth */
#define RT_VHT_SGI		0x04

struct writer {
	u8 *start;
	u16 len;
	u32 present;
	u16 spare;	/* offset of the next namespace's present word */
};

/* Starts field 'bit', whose largest member has 'align' octets. */
static void rt_field(struct writer *w, u32 bit, u16 align)
{
	while (w->len % align)
		w->start[w->len++] = 0;
	w->present |= (u32)1 << bit;
}

static void rt_u8(struct writer *w, u8 v)
{
	w->start[w->len++] = v;
}

static void rt_le16(struct writer *w, u16 v)
{
	rt_u8(w, (u8)v);
	rt_u8(w, (u8)(v >> 8));
}

static u16 rt_tx_flags(const struct cloudmac_radiotap *rt)
{
	if (rt->kind == CLOUDMAC_KIND_TX_STATUS)
		return rt->failed ? RT_TX_FAIL : 0;
	/* The VAP assigns sequence numbers, in the order of sending. */
	return RT_TX_NOSEQ | RT_TX_NOREORDER | (rt->noack ? RT_TX_NOACK : 0);
}

static void rt_ht(struct writer *w, const struct cloudmac_rate *rate)
{
	rt_field(w, RT_MCS, 1);
	rt_u8(w, RT_MCS_HAVE);
	rt_u8(w, (rate->width == CLOUDMAC_WIDTH_40 ? RT_MCS_BW_40 : 0) |
		 (rate->short_gi ? RT_MCS_SGI : 0));
	rt_u8(w, rate->mcs);
}

static void rt_vht(struct writer *w, const struct cloudmac_rate *rate)
{
	/* Indexed by enum cloudmac_width: radiotap's numbers of bandwidths
	 * without a sub-channel.
	 */
	static const u8 width[] = { 0, 1, 4, 11 };
	int user;

	rt_field(w, RT_VHT, 2);
	rt_le16(w, RT_VHT_HAVE);
	rt_u8(w, rate->short_gi ? RT_VHT_SGI : 0);
	rt_u8(w, width[rate->width & 3]);
	rt_u8(w, (u8)(rate->mcs << 4 | rate->nss));
	for (user = 1; user < 4; user++)
		rt_u8(w, 0);
	rt_u8(w, 0);		/* coding */
	rt_u8(w, 0);		/* group id */
	rt_le16(w, 0);		/* partial AID */
}

static void rt_present(struct writer *w)
{
	u8 i;

	for (i = 0; i < 4; i++)
		w->start[w->spare + i] = (u8)(w->present >> 8 * i);
	w->spare += 4;
}

/* Starts a vendor namespace whose present word is 'present'. The present word
 * before it announces the namespace, and is complete now.
 */
static void rt_vendor(struct writer *w, u32 present)
{
	rt_field(w, RT_VENDOR, 2);
	w->present |= (u32)1 << RT_MORE;
	rt_present(w);
	w->present = present;
}

static void rt_chain(struct writer *w, const struct cloudmac_chain *chain)
{
	rt_vendor(w, CLOUDMAC_CHAIN_PRESENT);
	w->len += cloudmac_chain_pack(w->start + w->len, chain);
}

static void rt_station(struct writer *w, const struct cloudmac_station *station)
{
	rt_vendor(w, CLOUDMAC_STATION_PRESENT);
	w->len += cloudmac_station_pack(w->start + w->len, station);
}

static void rt_token(struct writer *w, u32 token)
{
	rt_vendor(w, CLOUDMAC_TOKEN_PRESENT);
	w->len += cloudmac_token_pack(w->start + w->len, token);
}

/**
 * cloudmac_radiotap_build - writes a radiotap header (wire/SPECIFICATION.md, 1.1)
 * @buf: at least CLOUDMAC_RADIOTAP_BUILD_MAX octets
 * @rt: content of the header
 *
 * Return: length of the header in octets.
 */
u16 cloudmac_radiotap_build(u8 *buf, const struct cloudmac_radiotap *rt)
{
	struct writer w = { .start = buf, .len = CLOUDMAC_RADIOTAP_HLEN,
			    .spare = 4 };
	bool status = rt->kind == CLOUDMAC_KIND_TX_STATUS;
	bool down = rt->direction == CLOUDMAC_DOWNLINK;

	w.len += (rt->chain.n ? 4 : 0) + (rt->station.aid ? 4 : 0) +
		 (rt->token ? 4 : 0);
	if (rt->rate.kind == CLOUDMAC_RATE_LEGACY) {
		rt_field(&w, RT_RATE, 1);
		rt_u8(&w, rt->rate.legacy);
	}
	if (rt->freq && !status) {
		rt_field(&w, RT_CHANNEL, 2);
		rt_le16(&w, rt->freq);
		rt_le16(&w, rt->freq < 4000 ? RT_CHANNEL_2GHZ :
					      RT_CHANNEL_5GHZ);
	}
	if (!down && !status) {
		rt_field(&w, RT_SIGNAL, 1);
		rt_u8(&w, (u8)rt->signal);
	} else {
		rt_field(&w, RT_TX_FLAGS, 2);
		rt_le16(&w, rt_tx_flags(rt));
		rt_field(&w, RT_DATA_RETRIES, 1);
		rt_u8(&w, rt->retries);
	}
	if (rt->rate.kind == CLOUDMAC_RATE_HT)
		rt_ht(&w, &rt->rate);
	else if (rt->rate.kind == CLOUDMAC_RATE_VHT)
		rt_vht(&w, &rt->rate);
	if (rt->chain.n)
		rt_chain(&w, &rt->chain);
	if (rt->station.aid)
		rt_station(&w, &rt->station);
	if (rt->token)
		rt_token(&w, rt->token);
	rt_present(&w);

	buf[0] = 0;		/* version */
	buf[1] = 0;
	buf[2] = (u8)w.len;
	buf[3] = (u8)(w.len >> 8);
	return w.len;
}
