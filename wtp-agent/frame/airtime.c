/* SPDX-License-Identifier: Apache-2.0 */
/* Clauses are those of IEEE Std 802.11-2020. */
#include "airtime.h"

#define ACK_OCTETS	 14 /* 9.3.1.4, FCS included */
#define BLOCK_ACK_OCTETS 32 /* 9.3.1.8.3, compressed, FCS included */

/* The PHYs' characteristics: clauses 15, 16 and 18; clause 17. */
#define SIFS_2GHZ_US 10
#define SIFS_5GHZ_US 16
#define BAND_5GHZ    4000 /* MHz: above it, and below the other */

/* 18.5.3, 19.4.3, in the 2.4 GHz band: silence that belongs to the PPDU. */
#define SIGNAL_EXTENSION_US 6

/* 16.2.2.2: preamble of 144 bits and header of 48 bits at 1 Mb/s. */
#define DSSS_PREAMBLE_US 192

/* 17.4.3: short and long training fields of 8 us each, and SIGNAL. */
#define OFDM_PREAMBLE_US 16
#define OFDM_SIGNAL_US	 4
#define SYMBOL_US	 4
#define SHORT_SYMBOL_NS	 3600
#define SERVICE_BITS	 16
#define TAIL_BITS	 6

static bool is_2ghz(unsigned int mhz)
{
	return mhz < BAND_5GHZ;
}

static bool is_dsss(uint8_t legacy)
{
	return legacy == 2 || legacy == 4 || legacy == 11 || legacy == 22;
}

static uint32_t extension_us(unsigned int mhz)
{
	return is_2ghz(mhz) ? SIGNAL_EXTENSION_US : 0;
}

static uint32_t divide_up(uint64_t value, uint64_t by)
{
	return (uint32_t)((value + by - 1) / by);
}

/* Symbols of data: service bits, PSDU, and tail bits for each encoder. */
static uint32_t symbols(size_t octets, uint32_t bits_per_symbol,
			uint32_t encoders)
{
	return divide_up(SERVICE_BITS + 8 * (uint64_t)octets +
				 TAIL_BITS * (uint64_t)encoders,
			 bits_per_symbol);
}

/* 16.3.4: whole microseconds. A rate of n times 500 kb/s takes 16/n us for an
 * octet. */
static uint32_t dsss_us(uint8_t legacy, size_t octets)
{
	return DSSS_PREAMBLE_US + divide_up(16 * (uint64_t)octets, legacy);
}

/* 17.4.3, TXTIME of 20 MHz; with 18.5.3 in the 2.4 GHz band. A rate of n times
 * 500 kb/s is 2n bits in a symbol of 4 us. */
static uint32_t ofdm_us(uint8_t legacy, unsigned int mhz, size_t octets)
{
	return OFDM_PREAMBLE_US + OFDM_SIGNAL_US +
	       SYMBOL_US * symbols(octets, 2u * legacy, 1) + extension_us(mhz);
}

/* The data part of HT and VHT: with a short guard interval its end is that of
 * the next long symbol. */
static uint32_t data_us(uint32_t n, bool short_gi)
{
	if (!short_gi)
		return n * SYMBOL_US;
	return SYMBOL_US *
	       divide_up((uint64_t)n * SHORT_SYMBOL_NS, SYMBOL_US * 1000);
}

/* Data bits per symbol and stream at 20 MHz, for MCS 0 to 8: 19.5, 21.5. */
static const uint16_t bits_20[] = { 26, 52, 78, 104, 156, 208, 234, 260, 312 };
/* Data subcarriers: 52, 108, 234, 468; by enum cloudmac_width. */
static const uint16_t carriers[] = { 52, 108, 234, 468 };

/* N_DBPS. MCS 9 is 256-QAM with rate 5/6: 20/3 bits a subcarrier. */
static uint32_t bits_per_symbol(uint8_t mcs, uint8_t width, uint32_t streams)
{
	const uint32_t n = streams * carriers[width];

	if (mcs == 9)
		return n * 20 / 3;
	return bits_20[mcs] * n / carriers[CLOUDMAC_WIDTH_20];
}

/* 19.4.3, TXTIME of the mixed format: L-STF, L-LTF, L-SIG, HT-SIG (8 us),
 * HT-STF (4 us), HT-LTFs (4 us each: 1, 2, 4, 4 for 1 to 4 streams), data.
 * N_ES is 2 above 300 Mb/s with the long guard interval (19.5). MCS 32 is BPSK
 * 1/2 twice on 40 MHz: 24 bits a symbol. */
static uint32_t ht_us(const struct cloudmac_rate *rate, unsigned int mhz,
		      size_t octets)
{
	static const uint8_t training[] = { 1, 2, 4, 4 };
	const bool twice = rate->mcs == 32;
	uint32_t streams = twice ? 1 : rate->mcs / 8u + 1, bits;

	if (rate->mcs > 32)
		return 0;
	bits = twice ? 24
		     : bits_per_symbol(rate->mcs % 8, rate->width, streams);
	return OFDM_PREAMBLE_US + OFDM_SIGNAL_US + 8 + 4 +
	       4u * training[streams - 1] +
	       data_us(symbols(octets, bits, bits > 1200 ? 2 : 1),
		       rate->short_gi) +
	       extension_us(mhz);
}

/* 21.4.3, TXTIME: L-STF, L-LTF, L-SIG, VHT-SIG-A (8 us), VHT-STF (4 us),
 * VHT-LTFs (4 us each, an even number from 2 streams on), VHT-SIG-B (4 us),
 * data, which is always an A-MPDU: a delimiter of 4 octets, and padding to a
 * multiple of them. N_ES is 1 for each 600 Mb/s begun, with the short guard
 * interval (21.5, where some rates of more than four streams have more). */
static uint32_t vht_us(const struct cloudmac_rate *rate, unsigned int mhz,
		       size_t octets)
{
	static const uint8_t training[] = { 1, 2, 4, 4, 6, 6, 8, 8 };
	uint32_t bits;

	if (rate->mcs > 9 || !rate->nss || rate->nss > CLOUDMAC_VHT_NSS_MAX)
		return 0;
	bits = bits_per_symbol(rate->mcs, rate->width, rate->nss);
	return OFDM_PREAMBLE_US + OFDM_SIGNAL_US + 8 + 4 +
	       4u * training[rate->nss - 1] + 4 +
	       data_us(symbols(4 + ((octets + 3) & ~(size_t)3), bits,
			       divide_up(bits, 2160)),
		       rate->short_gi) +
	       extension_us(mhz);
}

/* IEEE 802.11ax-2021, 27.4.3, TXTIME of an HE SU PPDU: L-STF, L-LTF, L-SIG,
 * RL-SIG (4 us), HE-SIG-A (8 us), HE-STF (4 us), HE-LTFs, data as an A-MPDU,
 * without packet extension. HE-LTFs are those of twice the shortest length,
 * and of four times with the longest guard interval. An HE ER SU PPDU takes 8
 * us more. Times are in units of 100 ns.
 */
static uint32_t he_us(const struct cloudmac_rate *rate, unsigned int mhz,
		      size_t octets)
{
	static const uint8_t training[] = { 1, 2, 4, 4, 6, 6, 8, 8 };
	/* Bits a subcarrier and stream, times 6 (27.5). */
	static const uint8_t bits6[] = { 3,  6,	 9,  12, 18, 24,
					 27, 30, 36, 40, 45, 50 };
	static const uint16_t subcarriers[] = { 234, 468, 980, 1960 };
	static const uint8_t gi[] = { 8, 16, 32 };
	uint32_t bits, ltf, n;

	if (rate->mcs >= sizeof(bits6) || !rate->nss ||
	    rate->nss > sizeof(training) || rate->gi >= sizeof(gi))
		return 0;
	bits = (uint32_t)subcarriers[rate->width] * rate->nss *
	       bits6[rate->mcs] / (rate->dcm ? 12 : 6);
	ltf = (rate->gi == 2 ? 128u : 64u) + gi[rate->gi];
	n = symbols(4 + ((octets + 3) & ~(size_t)3), bits, 1);
	return OFDM_PREAMBLE_US + OFDM_SIGNAL_US + 4 + 8 + 4 +
	       divide_up(training[rate->nss - 1] * (uint64_t)ltf +
				 n * (uint64_t)(128u + gi[rate->gi]),
			 10) +
	       extension_us(mhz);
}

uint32_t airtime_ppdu_us(const struct cloudmac_rate *rate, unsigned int mhz,
			 size_t octets)
{
	if (rate->width > CLOUDMAC_WIDTH_160)
		return 0;
	switch (rate->kind) {
	case CLOUDMAC_RATE_LEGACY:
		if (!rate->legacy)
			return 0;
		return is_dsss(rate->legacy)
			       ? dsss_us(rate->legacy, octets)
			       : ofdm_us(rate->legacy, mhz, octets);
	case CLOUDMAC_RATE_HT:
		return ht_us(rate, mhz, octets);
	case CLOUDMAC_RATE_VHT:
		return vht_us(rate, mhz, octets);
	case CLOUDMAC_RATE_HE:
		return he_us(rate, mhz, octets);
	default:
		return 0;
	}
}

/* The non-HT reference rate, which has the same modulation and
 * coding: 10.6.11.
 */
static uint8_t reference_rate(const struct cloudmac_rate *rate)
{
	static const uint8_t by_mcs[] = { 12, 24,  36,	48,  72,
					  96, 108, 108, 108, 108 };

	if (rate->kind == CLOUDMAC_RATE_LEGACY)
		return rate->legacy;
	if (rate->kind == CLOUDMAC_RATE_HT)
		return rate->mcs < 32 ? by_mcs[rate->mcs % 8] : 12;
	return by_mcs[rate->mcs < 10 ? rate->mcs : 9];
}

/* 10.6.6.5.2: the highest rate of the basic set, or else the highest mandatory
 * one, that is not above the frame's and of its modulation class. Which rates
 * are basic the agent does not know: it takes the mandatory ones. */
static uint8_t ack_rate(const struct cloudmac_rate *rate)
{
	uint8_t legacy = reference_rate(rate);

	if (is_dsss(legacy))
		return legacy;
	return legacy >= 48 ? 48 : legacy >= 24 ? 24 : 12;
}

/* SIFS and a response of so many octets. */
static uint32_t response_us(const struct cloudmac_rate *rate, unsigned int mhz,
			    size_t octets)
{
	const struct cloudmac_rate answer = {
		.kind = CLOUDMAC_RATE_LEGACY,
		.legacy = ack_rate(rate),
	};

	return (is_2ghz(mhz) ? SIFS_2GHZ_US : SIFS_5GHZ_US) +
	       airtime_ppdu_us(&answer, mhz, octets);
}

uint32_t airtime_ack_us(const struct cloudmac_rate *rate, unsigned int mhz)
{
	return response_us(rate, mhz, ACK_OCTETS);
}

uint64_t airtime_exchange_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool acked)
{
	uint64_t ppdu = airtime_ppdu_us(rate, mhz, octets);

	if (!ppdu)
		return 0;
	return ppdu * tries + (acked ? airtime_ack_us(rate, mhz) : 0);
}

/* 9.7.1: a delimiter of 4 octets, and padding to a multiple of them. Several
 * are measured, as the symbols are not each frame's own. */
uint64_t airtime_subframe_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool first, bool acked)
{
	const size_t subframe = 4 + ((octets + 3) & ~(size_t)3), several = 16;
	uint32_t preamble = airtime_ppdu_us(rate, mhz, 0);
	uint64_t us;

	if (!preamble)
		return 0;
	us = (airtime_ppdu_us(rate, mhz, several * subframe) - preamble) *
	     (uint64_t)tries / several;
	if (first)
		us += preamble;
	if (first && acked)
		us += response_us(rate, mhz, BLOCK_ACK_OCTETS);
	return us;
}
