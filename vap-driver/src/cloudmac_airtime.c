// SPDX-License-Identifier: GPL-2.0-only
/*
 * Airtime of frames (IEEE 802.11-2020, clauses 15 to 17, 19 and 21).
 *
 * The result is a lower bound for OFDM, HT and VHT. DSSS and CCK frames count a
 * long preamble and an ACK at 1 Mb/s. The driver does not know whether the WTP
 * aggregates a frame. So an HT or VHT frame has no preamble, acknowledgement or
 * channel access here, because frames of an aggregate share these.
 */
#include "cloudmac_airtime.h"

/* Used if the rate of a frame is unknown: 6 Mb/s, in 500 kb/s. */
#define LEGACY_UNKNOWN		12

#define FCS_LEN			4
#define DELIMITER_LEN		4	/* of a frame in an aggregate */

/* Preamble and header of a DSSS frame with long preamble, SIFS, ACK, in us. */
#define DSSS_OVERHEAD		(192 + 10 + 304)
/* The same of an OFDM frame; its ACK is at 24 Mb/s. */
#define OFDM_OVERHEAD		(20 + 16 + 28)

/* Bits per OFDM subcarrier and symbol of each MCS, times 6. */
static const u8 bits_of_mcs[] = {
	3, 6, 9, 12, 18, 24, 27, 30, 36, 40, 45, 50,
};

/* Data subcarriers of each width, enum cloudmac_width. */
static const u16 subcarriers[] = { 52, 108, 234, 468 };

/* Returns the airtime of 'len' octets in HT or VHT symbols. */
static u32 symbols(u32 mcs, u32 nss, const struct cloudmac_rate *rate, u32 len)
{
	u32 bits = subcarriers[rate->width & 3] * bits_of_mcs[mcs] * nss / 6;
	u32 n = ((len + FCS_LEN + DELIMITER_LEN) * 8 + bits - 1) / bits;

	return rate->short_gi ? (n * 18 + 4) / 5 : n * 4;
}

static u32 legacy(u32 half_mbps, u32 len)
{
	u32 us = ((len + FCS_LEN) * 16 + half_mbps - 1) / half_mbps;
	/* 1, 2, 5.5 and 11 Mb/s */
	bool dsss = half_mbps == 2 || half_mbps == 4 || half_mbps == 11 ||
		    half_mbps == 22;

	return us + (dsss ? DSSS_OVERHEAD : OFDM_OVERHEAD);
}

/**
 * cloudmac_airtime - computes the airtime of one try of a frame
 * @rate: its rate
 * @len: its length without FCS in octets, at most CLOUDMAC_80211_MAX
 *
 * Return: a lower bound of the airtime in microseconds, at least 1.
 */
u32 cloudmac_airtime(const struct cloudmac_rate *rate, u32 len)
{
	switch (rate->kind) {
	case CLOUDMAC_RATE_HT:
		if (rate->mcs < 32)
			return symbols(rate->mcs & 7, rate->mcs / 8 + 1, rate,
				       len);
		/* 32 is MCS 0 in 40 MHz, sent twice; the rest is not in use. */
		return legacy(LEGACY_UNKNOWN, len);
	case CLOUDMAC_RATE_VHT:
		if (rate->mcs < sizeof(bits_of_mcs) && rate->nss)
			return symbols(rate->mcs, rate->nss, rate, len);
		return legacy(LEGACY_UNKNOWN, len);
	case CLOUDMAC_RATE_LEGACY:
		return legacy(rate->legacy ? rate->legacy : LEGACY_UNKNOWN,
			      len);
	}
	return legacy(LEGACY_UNKNOWN, len);
}

/**
 * cloudmac_airtime_of_tries - computes the airtime of all tries of a frame
 * @chain: the tries at each rate
 * @len: length of the frame without FCS in octets
 *
 * Return: a lower bound of the airtime in microseconds, 0 without tries.
 */
u32 cloudmac_airtime_of_tries(const struct cloudmac_chain *chain, u32 len)
{
	u32 sum = 0;
	u8 i;

	for (i = 0; i < chain->n; i++)
		sum += chain->stages[i].tries *
		       cloudmac_airtime(&chain->stages[i].rate, len);
	return sum;
}
