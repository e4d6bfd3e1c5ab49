/* SPDX-License-Identifier: Apache-2.0 */
/* Error rates over an additive white Gaussian channel.
 *
 * OFDM: the bit error rate of each constellation with Gray coding (Proakis,
 * Digital Communications), then the convolutional code with generators 133 and
 * 171 and hard decisions. The code's error rate is the union bound over the
 * published weight spectra of the code and its punctured forms. The bound
 * divides the information weights by the bits per period.
 *
 * DSSS and CCK: from the ratio of energy per chip to noise. DBPSK: Proakis,
 * equation 5.2-69. DQPSK: the approximation of Ferrari and Corazza, "Tight
 * bounds and accurate approximations for DQPSK transmission bit error rate"
 * (2004). CCK: the union bound over the distances between the code words of
 * 16.3.6.6, received coherently. An error hits half of the bits on average, as
 * with orthogonal signals.
 */
#include "loss.h"

#include <math.h>

#define TERMS	 10
#define N(array) (sizeof(array) / sizeof((array)[0]))

struct spectrum {
	unsigned free_distance, step;
	double per;
	double weight[TERMS];
};

static const struct spectrum spectra[] = {
	[PHY_1_2] = { 10,
		      2,
		      1,
		      { 36, 211, 1404, 11633, 77433, 502690, 3322763, 21292910,
			134365911, 0 } },
	[PHY_2_3] = { 6,
		      1,
		      2,
		      { 3, 70, 285, 1276, 6160, 27128, 117019, 498860, 2103891,
			8784123 } },
	[PHY_3_4] = { 5,
		      1,
		      3,
		      { 42, 201, 1492, 10469, 62935, 379644, 2253373, 13073811,
			75152755, 428005675 } },
	[PHY_5_6] = { 4,
		      1,
		      5,
		      { 92, 528, 8694, 79453, 792114, 7375573, 67884974,
			610875423, 5427275376., 47664215639. } },
};

double loss_from_db(double db)
{
	return pow(10, db / 10);
}

double loss_to_db(double ratio)
{
	return 10 * log10(ratio);
}

/* Returns the bit error rate of a Gray-coded constellation without code. 'snr'
 * is the ratio per symbol. */
static double raw_ber(enum phy_modulation modulation, double snr)
{
	switch (modulation) {
	case PHY_BPSK:
		return 0.5 * erfc(sqrt(snr));
	case PHY_QPSK:
		return 0.5 * erfc(sqrt(snr / 2));
	case PHY_16QAM:
		return 0.75 * 0.5 * erfc(sqrt(snr / 10));
	case PHY_64QAM:
		return 7. / 12 * 0.5 * erfc(sqrt(snr / 42));
	case PHY_256QAM:
		return 15. / 32 * 0.5 * erfc(sqrt(snr / 170));
	default:
		return 0.5;
	}
}

static double coded_ber(enum phy_code code, double raw)
{
	const struct spectrum *spectrum = &spectra[code];
	double d = sqrt(4 * raw * (1 - raw)), sum = 0;

	for (unsigned i = 0; i < TERMS; i++)
		sum += spectrum->weight[i] *
		       pow(d, spectrum->free_distance + i * spectrum->step);
	return fmin(0.5, sum / (2 * spectrum->per));
}

/* Squared distances between a code word and all others, in energies of a chip,
 * and how many others have them. */
struct distance {
	unsigned squared, words;
};

static const struct distance cck55_distances[] = { { 16, 14 }, { 32, 1 } };
static const struct distance cck11_distances[] = { { 8, 24 },	{ 12, 16 },
						   { 16, 174 }, { 20, 16 },
						   { 24, 24 },	{ 32, 1 } };

/* Returns the bit error rate of CCK. 'words' is the number of code words. */
static double cck_ber(const struct distance *distances, unsigned n,
		      unsigned words, double chip)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += distances[i].words * 0.5 *
		       erfc(sqrt(distances[i].squared * chip / 4));
	return fmin(0.5, sum * words / 2. / (words - 1));
}

/* 'snr' is the ratio per bit. */
static double dqpsk_ber(double snr)
{
	double ber = (M_SQRT2 + 1) / sqrt(8 * M_PI * M_SQRT2 * snr) *
		     exp(-(2 - M_SQRT2) * snr);

	return fmin(0.5, ber);
}

/* Returns the bit error rate of DSSS and CCK: 11 Mchip/s, 11 chips per symbol
 * of DSSS. 'snr' is the ratio in 20 MHz. */
static double dsss_ber(enum phy_modulation modulation, double snr)
{
	double chip = snr * 20 / 11;

	switch (modulation) {
	case PHY_DBPSK:
		return 0.5 * exp(-chip * 11);
	case PHY_DQPSK:
		return dqpsk_ber(chip * 11 / 2);
	case PHY_CCK55:
		return cck_ber(cck55_distances, N(cck55_distances), 16, chip);
	default:
		return cck_ber(cck11_distances, N(cck11_distances), 256, chip);
	}
}

double loss_frame(const struct phy_rate *rate, size_t octets, double sinr)
{
	double ber = rate->mode == PHY_DSSS
			     ? dsss_ber(phy_modulation(rate), sinr)
			     : coded_ber(phy_code(rate),
					 raw_ber(phy_modulation(rate), sinr));

	/* 1 - (1 - ber)^bits, exact for small error rates */
	return -expm1(8 * (double)octets * log1p(-ber));
}
