/* SPDX-License-Identifier: Apache-2.0 */
#include "rates.h"

/* In units of 100 kb/s. The 5 GHz band starts at the fifth. */
static const uint16_t legacy[] = { 10,	20,  55,  110, 60,  90,
				   120, 180, 240, 360, 480, 540 };
#define LEGACY_N   12
#define FIRST_OFDM 4

static unsigned first_of(unsigned mhz)
{
	return mhz < 3000 ? 0 : FIRST_OFDM;
}

static bool decode(const struct hwsim_tx_rate *rate, unsigned flags,
		   unsigned mhz, struct phy_rate *out)
{
	unsigned idx = (unsigned)rate->idx + first_of(mhz);

	if (flags & (HWSIM_RC_MCS | HWSIM_RC_VHT_MCS)) {
		*out = (struct phy_rate){
			.mode = flags & HWSIM_RC_VHT_MCS ? PHY_VHT : PHY_HT,
			.value = (uint8_t)rate->idx,
			.nss = 1,
			.mhz = 20,
			.short_gi = flags & HWSIM_RC_SHORT_GI,
		};
		if (flags & HWSIM_RC_VHT_MCS) {
			out->nss = (uint8_t)((rate->idx >> 4) + 1);
			out->value &= 15;
		}
		if (flags & HWSIM_RC_40_MHZ)
			out->mhz = 40;
		if (flags & HWSIM_RC_80_MHZ)
			out->mhz = 80;
		if (flags & HWSIM_RC_160_MHZ)
			out->mhz = 160;
	} else {
		if (idx >= LEGACY_N)
			return false;
		*out = phy_legacy(legacy[idx]);
		out->short_preamble = flags & HWSIM_RC_SHORT_PREAMBLE;
	}
	return phy_rate_valid(out);
}

unsigned rates_to_stages(const struct hwsim_tx_rate *rates,
			 const struct hwsim_tx_rate_flag *flags, unsigned mhz,
			 struct air_stage *stages)
{
	unsigned n = 0;

	for (; n < AIR_STAGES && n < HWSIM_RATES; n++) {
		unsigned f = flags ? flags[n].flags : 0;

		if (rates[n].idx < 0 || !rates[n].count ||
		    !decode(&rates[n], f, mhz, &stages[n].rate))
			break;
		stages[n].idx = rates[n].idx;
		stages[n].max = rates[n].count;
		stages[n].used = 0;
		stages[n].rts = f & HWSIM_RC_RTS_CTS;
		stages[n].cts_to_self = f & HWSIM_RC_CTS_PROTECT;
	}
	return n;
}

void rates_from_stages(const struct air_frame *frame,
		       struct hwsim_tx_rate *rates)
{
	for (unsigned i = 0; i < HWSIM_RATES; i++) {
		bool used = i < frame->stages_n && frame->stages[i].used;

		rates[i].idx = used ? frame->stages[i].idx : -1;
		rates[i].count = used ? frame->stages[i].used : 0;
	}
}

uint32_t rates_received(const struct phy_rate *rate, unsigned mhz)
{
	unsigned first = first_of(mhz), best = first;

	if (rate->mode == PHY_DSSS) {
		for (unsigned i = first; i < FIRST_OFDM; i++)
			if (legacy[i] == rate->value)
				return i - first;
		return 0;
	}
	for (unsigned i = FIRST_OFDM; i < LEGACY_N; i++)
		if (i == FIRST_OFDM || legacy[i] * 1e5 <= phy_bps(rate))
			best = i;
	return best - first;
}
