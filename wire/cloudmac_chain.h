/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * The chain of rates for the tries of a frame, in a vendor namespace of
 * radiotap (SPECIFICATION.md, 1.1.1).
 *
 * The caller's radiotap parser finds the namespace. This file reads and writes
 * its content. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_CHAIN_H
#define CLOUDMAC_CHAIN_H

#include "cloudmac.h"

/* The OUI of the namespace. It is locally administered, so it has no owner. */
#define CLOUDMAC_OUI_0	       0x12
#define CLOUDMAC_OUI_1	       0x13
#define CLOUDMAC_OUI_2	       0x37
#define CLOUDMAC_SUBNS_CHAIN   1
#define CLOUDMAC_CHAIN_PRESENT 0x01 /* present word of the namespace */

#define CLOUDMAC_CHAIN_MAX     4 /* stages, as in mac80211 */
#define CLOUDMAC_STAGE_LEN     4
/* Maximum length that cloudmac_chain_pack() writes. */
#define CLOUDMAC_CHAIN_LEN_MAX \
	(CLOUDMAC_NAMESPACE_HLEN + 1 + CLOUDMAC_CHAIN_MAX * CLOUDMAC_STAGE_LEN)

#define CLOUDMAC_HT_MCS_MAX  76
#define CLOUDMAC_VHT_MCS_MAX 11
#define CLOUDMAC_VHT_NSS_MAX 8

/* The kinds of rates, with the valid fields of struct cloudmac_rate. */
enum cloudmac_rate_kind {
	CLOUDMAC_RATE_NONE,   /* none: the radio's choice, or unknown */
	CLOUDMAC_RATE_LEGACY, /* 802.11a/b/g: legacy */
	CLOUDMAC_RATE_HT,     /* 802.11n: mcs (0 to 76), width, short_gi */
	CLOUDMAC_RATE_VHT,    /* 802.11ac: mcs (0 to 11), nss (1 to 8), ... */
	CLOUDMAC_RATE_HE,     /* 802.11ax: as VHT, with gi and dcm. No chain
			       * has it: only received frames do. */
};

enum cloudmac_width {
	CLOUDMAC_WIDTH_20,
	CLOUDMAC_WIDTH_40,
	CLOUDMAC_WIDTH_80,
	CLOUDMAC_WIDTH_160,
};

struct cloudmac_rate {
	u8 kind;   /* enum cloudmac_rate_kind */
	u8 legacy; /* units of 500 kb/s */
	u8 mcs;
	u8 nss;
	u8 width; /* enum cloudmac_width */
	bool short_gi;
	u8 gi; /* HE: 0, 1, 2 for 0.8, 1.6, 3.2 us */
	bool dcm;
};

struct cloudmac_stage {
	struct cloudmac_rate rate;
	u8 tries;	     /* limit (downlink), number made (TX status) */
	bool rts;	     /* an RTS before each try */
	bool cts;	     /* a CTS-to-self before each try */
	bool short_preamble; /* DSSS and CCK */
	bool changed;	     /* TX status: differs from the requested rate */
};

struct cloudmac_chain {
	u8 n; /* stages; 0: no chain */
	struct cloudmac_stage stages[CLOUDMAC_CHAIN_MAX];
};

/* Bits of a stage's first octet, above the two of its kind. */
#define CLOUDMAC_STAGE_WIDTH_SHIFT    2
#define CLOUDMAC_STAGE_SHORT_GI	      0x10
#define CLOUDMAC_STAGE_RTS	      0x20
#define CLOUDMAC_STAGE_CTS	      0x40
#define CLOUDMAC_STAGE_SHORT_PREAMBLE 0x80
/* Bits of its last octet. */
#define CLOUDMAC_STAGE_CHANGED	      0x01

static inline void cloudmac_stage_pack(u8 *at,
				       const struct cloudmac_stage *stage)
{
	const struct cloudmac_rate *rate = &stage->rate;

	at[0] = (u8)((rate->kind > CLOUDMAC_RATE_VHT ? CLOUDMAC_RATE_NONE :
						       rate->kind) |
		     (rate->width & 3) << CLOUDMAC_STAGE_WIDTH_SHIFT |
		     (rate->short_gi ? CLOUDMAC_STAGE_SHORT_GI : 0) |
		     (stage->rts ? CLOUDMAC_STAGE_RTS : 0) |
		     (stage->cts ? CLOUDMAC_STAGE_CTS : 0) |
		     (stage->short_preamble ? CLOUDMAC_STAGE_SHORT_PREAMBLE :
					      0));
	if (rate->kind == CLOUDMAC_RATE_LEGACY)
		at[1] = rate->legacy;
	else if (rate->kind == CLOUDMAC_RATE_HT)
		at[1] = rate->mcs;
	else if (rate->kind == CLOUDMAC_RATE_VHT)
		at[1] = (u8)(rate->mcs << 4 | (rate->nss & 15));
	else
		at[1] = 0;
	at[2] = stage->tries;
	at[3] = stage->changed ? CLOUDMAC_STAGE_CHANGED : 0;
}

/* Parses a stage. Returns false if its rate does not exist. */
static inline bool cloudmac_stage_unpack(const u8 *at,
					 struct cloudmac_stage *stage)
{
	struct cloudmac_rate *rate = &stage->rate;

	memset(stage, 0, sizeof(*stage));
	rate->kind = at[0] & 3;
	rate->width = at[0] >> CLOUDMAC_STAGE_WIDTH_SHIFT & 3;
	rate->short_gi = at[0] & CLOUDMAC_STAGE_SHORT_GI;
	stage->rts = at[0] & CLOUDMAC_STAGE_RTS;
	stage->cts = at[0] & CLOUDMAC_STAGE_CTS;
	stage->short_preamble = at[0] & CLOUDMAC_STAGE_SHORT_PREAMBLE;
	stage->tries = at[2];
	stage->changed = at[3] & CLOUDMAC_STAGE_CHANGED;
	switch (rate->kind) {
	case CLOUDMAC_RATE_LEGACY:
		rate->legacy = at[1];
		return at[1];
	case CLOUDMAC_RATE_HT:
		rate->mcs = at[1];
		return at[1] <= CLOUDMAC_HT_MCS_MAX &&
		       rate->width <= CLOUDMAC_WIDTH_40;
	case CLOUDMAC_RATE_VHT:
		rate->mcs = at[1] >> 4;
		rate->nss = at[1] & 15;
		return rate->mcs <= CLOUDMAC_VHT_MCS_MAX && rate->nss &&
		       rate->nss <= CLOUDMAC_VHT_NSS_MAX;
	default:
		return true;
	}
}

/* Writes the namespace with its header at 'at', which has room for
 * CLOUDMAC_CHAIN_LEN_MAX octets. Its offset in the radiotap header must be even.
 * Returns the length in octets. */
static inline u16 cloudmac_chain_pack(u8 *at,
				      const struct cloudmac_chain *chain)
{
	u8 n = chain->n < CLOUDMAC_CHAIN_MAX ? chain->n : CLOUDMAC_CHAIN_MAX;
	u8 len = (u8)(1 + n * CLOUDMAC_STAGE_LEN);
	u8 i;

	at[0] = CLOUDMAC_OUI_0;
	at[1] = CLOUDMAC_OUI_1;
	at[2] = CLOUDMAC_OUI_2;
	at[3] = CLOUDMAC_SUBNS_CHAIN;
	at[4] = len;
	at[5] = 0;
	at[6] = n;
	for (i = 0; i < n; i++)
		cloudmac_stage_pack(at + CLOUDMAC_NAMESPACE_HLEN + 1 +
					    i * CLOUDMAC_STAGE_LEN,
				    &chain->stages[i]);
	return (u16)(CLOUDMAC_NAMESPACE_HLEN + len);
}

/*
 * Parses the vendor namespace whose header is at 'at'. The radiotap header ends
 * 'len' octets later. Returns false, with no stages, if it is another namespace
 * or malformed: then only radiotap's standard fields apply.
 */
static inline bool cloudmac_chain_parse(const u8 *at, u32 len,
					struct cloudmac_chain *chain)
{
	u32 size;
	u8 i, n;

	chain->n = 0;
	if (len < CLOUDMAC_NAMESPACE_HLEN + 1 || at[0] != CLOUDMAC_OUI_0 ||
	    at[1] != CLOUDMAC_OUI_1 || at[2] != CLOUDMAC_OUI_2 ||
	    at[3] != CLOUDMAC_SUBNS_CHAIN)
		return false;
	size = cloudmac_get_le16(at + 4);
	n = at[6] & 7;
	if (size > len - CLOUDMAC_NAMESPACE_HLEN || !n ||
	    n > CLOUDMAC_CHAIN_MAX || size < 1u + n * CLOUDMAC_STAGE_LEN)
		return false;
	for (i = 0; i < n; i++)
		if (!cloudmac_stage_unpack(at + CLOUDMAC_NAMESPACE_HLEN + 1 +
						   i * CLOUDMAC_STAGE_LEN,
					   &chain->stages[i]))
			return false;
	chain->n = n;
	return true;
}

#endif /* CLOUDMAC_CHAIN_H */
