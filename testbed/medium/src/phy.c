/* SPDX-License-Identifier: Apache-2.0 */
#include "phy.h"

#define SERVICE_AND_TAIL 22 /* bits */
#define DELIMITER	 4

struct mcs {
	enum phy_modulation modulation;
	enum phy_code code;
	uint8_t bits; /* coded bits per subcarrier and stream */
};

static const struct mcs mcs_table[] = {
	{ PHY_BPSK, PHY_1_2, 1 },   { PHY_QPSK, PHY_1_2, 2 },
	{ PHY_QPSK, PHY_3_4, 2 },   { PHY_16QAM, PHY_1_2, 4 },
	{ PHY_16QAM, PHY_3_4, 4 },  { PHY_64QAM, PHY_2_3, 6 },
	{ PHY_64QAM, PHY_3_4, 6 },  { PHY_64QAM, PHY_5_6, 6 },
	{ PHY_256QAM, PHY_3_4, 8 }, { PHY_256QAM, PHY_5_6, 8 },
};

static const struct {
	uint16_t value;
	enum phy_modulation modulation;
	enum phy_code code;
	uint16_t bits; /* data bits per symbol */
} legacy_table[] = {
	{ 10, PHY_DBPSK, PHY_UNCODED, 0 }, { 20, PHY_DQPSK, PHY_UNCODED, 0 },
	{ 55, PHY_CCK55, PHY_UNCODED, 0 }, { 110, PHY_CCK11, PHY_UNCODED, 0 },
	{ 60, PHY_BPSK, PHY_1_2, 24 },	   { 90, PHY_BPSK, PHY_3_4, 36 },
	{ 120, PHY_QPSK, PHY_1_2, 48 },	   { 180, PHY_QPSK, PHY_3_4, 72 },
	{ 240, PHY_16QAM, PHY_1_2, 96 },   { 360, PHY_16QAM, PHY_3_4, 144 },
	{ 480, PHY_64QAM, PHY_2_3, 192 },  { 540, PHY_64QAM, PHY_3_4, 216 },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static int legacy_entry(uint16_t value)
{
	for (size_t i = 0; i < N(legacy_table); i++)
		if (legacy_table[i].value == value)
			return (int)i;
	return -1;
}

static bool is_legacy(const struct phy_rate *rate)
{
	return rate->mode == PHY_DSSS || rate->mode == PHY_OFDM;
}

struct phy_rate phy_legacy(uint16_t value)
{
	int entry = legacy_entry(value);

	return (struct phy_rate){
		.mode = entry >= 0 && !legacy_table[entry].bits ? PHY_DSSS
								: PHY_OFDM,
		.value = value,
		.nss = 1,
		.mhz = 20,
	};
}

bool phy_rate_valid(const struct phy_rate *rate)
{
	int entry;

	switch (rate->mode) {
	case PHY_DSSS:
	case PHY_OFDM:
		entry = legacy_entry(rate->value);
		return entry >= 0 && rate->mhz == 20 &&
		       (rate->mode == PHY_DSSS) == !legacy_table[entry].bits;
	case PHY_HT:
		return rate->value < 32 &&
		       (rate->mhz == 20 || rate->mhz == 40);
	case PHY_VHT:
		return rate->value < N(mcs_table) && rate->nss >= 1 &&
		       rate->nss <= 8 &&
		       (rate->mhz == 20 || rate->mhz == 40 ||
			rate->mhz == 80 || rate->mhz == 160);
	}
	return false;
}

static unsigned streams(const struct phy_rate *rate)
{
	if (rate->mode == PHY_HT)
		return rate->value / 8 + 1;
	return rate->mode == PHY_VHT ? rate->nss : 1;
}

static const struct mcs *mcs_of(const struct phy_rate *rate)
{
	return &mcs_table[rate->mode == PHY_HT ? rate->value % 8
					       : rate->value];
}

static unsigned subcarriers(unsigned mhz)
{
	switch (mhz) {
	case 40:
		return 108;
	case 80:
		return 234;
	case 160:
		return 468;
	default:
		return 52;
	}
}

uint32_t phy_bits_per_symbol(const struct phy_rate *rate)
{
	static const uint8_t numerator[] = { 1, 1, 2, 3, 5 };
	static const uint8_t denominator[] = { 1, 2, 3, 4, 6 };
	const struct mcs *mcs;

	if (is_legacy(rate))
		return legacy_table[legacy_entry(rate->value)].bits;
	mcs = mcs_of(rate);
	return subcarriers(rate->mhz) * mcs->bits * streams(rate) *
	       numerator[mcs->code] / denominator[mcs->code];
}

static uint64_t symbol(const struct phy_rate *rate)
{
	return rate->short_gi && !is_legacy(rate) ? 3600 : 4000;
}

double phy_bps(const struct phy_rate *rate)
{
	if (is_legacy(rate))
		return rate->value * 1e5;
	return phy_bits_per_symbol(rate) * 1e9 / (double)symbol(rate);
}

enum phy_modulation phy_modulation(const struct phy_rate *rate)
{
	return is_legacy(rate)
		       ? legacy_table[legacy_entry(rate->value)].modulation
		       : mcs_of(rate)->modulation;
}

enum phy_code phy_code(const struct phy_rate *rate)
{
	return is_legacy(rate) ? legacy_table[legacy_entry(rate->value)].code
			       : mcs_of(rate)->code;
}

/* Returns the number of long training fields. */
static unsigned training_fields(unsigned nss)
{
	return nss == 1 ? 1 : nss + (nss & 1);
}

uint64_t phy_preamble(const struct phy_rate *rate)
{
	unsigned ltf = training_fields(streams(rate));

	switch (rate->mode) {
	case PHY_DSSS:
		/* The short preamble does not exist at 1 Mb/s. */
		return (rate->short_preamble && rate->value > 10 ? 96 : 192) *
		       PHY_US;
	case PHY_OFDM:
		return 20 * PHY_US;
	case PHY_HT: /* legacy part, HT-SIG, HT-STF, HT-LTFs */
		return (20 + 8 + 4 + 4 * ltf) * PHY_US;
	case PHY_VHT: /* legacy part, VHT-SIG-A, -STF, -LTFs, -SIG-B */
		return (20 + 8 + 4 + 4 * ltf + 4) * PHY_US;
	}
	return 0;
}

static bool is_24_ghz(unsigned mhz)
{
	return mhz < 3000;
}

uint64_t phy_airtime(const struct phy_rate *rate, size_t octets, unsigned mhz)
{
	uint64_t bits = 8 * (uint64_t)octets, per_symbol, symbols;

	if (rate->mode == PHY_DSSS)
		/* 17.2.3.6: whole microseconds, rounded up */
		return phy_preamble(rate) +
		       (bits * 10 + rate->value - 1) / rate->value * PHY_US;
	per_symbol = phy_bits_per_symbol(rate);
	symbols = (bits + SERVICE_AND_TAIL + per_symbol - 1) / per_symbol;
	/* Even with the short guard interval, a PPDU ends at a multiple of the
	 * long symbol. */
	return phy_preamble(rate) +
	       (symbols * symbol(rate) + 3999) / 4000 * 4000 +
	       (is_24_ghz(mhz) ? 6 * PHY_US : 0);
}

uint64_t phy_sifs(unsigned mhz)
{
	return (is_24_ghz(mhz) ? 10 : 16) * PHY_US;
}

struct phy_rate phy_response(const struct phy_rate *rate)
{
	static const uint16_t ofdm[] = { 240, 120, 60 };
	uint16_t reference = rate->value;

	if (rate->mode == PHY_DSSS)
		return *rate;
	/* The non-HT reference rate has the same modulation (10.6.11, table
	 * 10-10). */
	if (!is_legacy(rate))
		for (size_t i = 0; i < N(legacy_table); i++)
			if (legacy_table[i].modulation == phy_modulation(rate))
				reference = legacy_table[i].value;
	if (phy_modulation(rate) == PHY_256QAM)
		reference = 540;
	for (size_t i = 0; i < N(ofdm); i++)
		if (ofdm[i] <= reference)
			return phy_legacy(ofdm[i]);
	return phy_legacy(60);
}

uint64_t phy_start_delay(const struct phy_rate *rate)
{
	struct phy_rate response = phy_response(rate);

	/* Tables 15-5, 16-4 and 17-21: with DSSS and CCK, the header ends. */
	return response.mode == PHY_DSSS ? phy_preamble(&response)
					 : 20 * PHY_US;
}

struct phy_rate phy_lowest(const struct phy_rate *rate)
{
	return phy_legacy(rate->mode == PHY_DSSS ? 10 : 60);
}

size_t phy_subframe(size_t octets)
{
	return (DELIMITER + octets + 3) / 4 * 4;
}
