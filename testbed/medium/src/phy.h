/* SPDX-License-Identifier: Apache-2.0 */
/* Rates and times of the physical layers: DSSS and CCK (IEEE 802.11-2020,
 * clauses 15 and 16), OFDM and ERP-OFDM (17, 18), HT mixed format (19), VHT
 * (21). The functions have no state. */
#ifndef PHY_H
#define PHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All times are in nanoseconds. */
#define PHY_US 1000ull

enum phy_mode { PHY_DSSS, PHY_OFDM, PHY_HT, PHY_VHT };

enum phy_modulation {
	PHY_DBPSK,
	PHY_DQPSK,
	PHY_CCK55,
	PHY_CCK11,
	PHY_BPSK,
	PHY_QPSK,
	PHY_16QAM,
	PHY_64QAM,
	PHY_256QAM,
};

enum phy_code { PHY_UNCODED, PHY_1_2, PHY_2_3, PHY_3_4, PHY_5_6 };

/* Rate and preamble of a frame. */
struct phy_rate {
	enum phy_mode mode;
	/* DSSS, OFDM: in units of 100 kb/s; HT: MCS 0 to 31; VHT: 0 to 9 */
	uint16_t value;
	uint8_t nss;	     /* spatial streams, VHT only */
	uint16_t mhz;	     /* width: 20, 40, 80, 160 */
	bool short_gi;	     /* HT and VHT */
	bool short_preamble; /* DSSS */
};

/* Checks if the rate exists. */
bool phy_rate_valid(const struct phy_rate *rate);

/* Returns the DSSS or OFDM rate 'value', in units of 100 kb/s. */
struct phy_rate phy_legacy(uint16_t value);

/* Returns the data bits per symbol of an OFDM, HT or VHT rate. */
uint32_t phy_bits_per_symbol(const struct phy_rate *rate);

/* Returns the data rate in b/s. */
double phy_bps(const struct phy_rate *rate);

enum phy_modulation phy_modulation(const struct phy_rate *rate);
enum phy_code phy_code(const struct phy_rate *rate);

/* Returns the duration of a PPDU. 'octets' is the length of the PSDU with FCS,
 * 'mhz' the centre frequency. In the 2.4 GHz band OFDM ends with 6 us of
 * signal extension. */
uint64_t phy_airtime(const struct phy_rate *rate, size_t octets, unsigned mhz);

/* Returns the duration of the preamble and PHY header. */
uint64_t phy_preamble(const struct phy_rate *rate);

/* Returns SIFS at a centre frequency. */
uint64_t phy_sifs(unsigned mhz);

/* Returns the rate of the response to a frame at 'rate'. After OFDM, HT and
 * VHT it is the highest of 6, 12 and 24 Mb/s that is not higher (10.6.6.5.2,
 * with these as basic rates). After DSSS and CCK it is the same rate with the
 * same preamble: all four are mandatory. */
struct phy_rate phy_response(const struct phy_rate *rate);

/* Returns aRxPHYStartDelay: how long after its start a receiver notices the
 * response to a frame at 'rate'. A response that has not started after it does
 * not come. */
uint64_t phy_start_delay(const struct phy_rate *rate);

/* Returns the lowest mandatory rate of the frame's PHY: that of the
 * acknowledgement for which EIFS leaves time (10.3.2.3.7). */
struct phy_rate phy_lowest(const struct phy_rate *rate);

#define PHY_ACK_LEN	  14
#define PHY_CTS_LEN	  14
#define PHY_RTS_LEN	  20
#define PHY_BLOCK_ACK_LEN 32 /* compressed bitmap */
#define PHY_FCS_LEN	  4
/* aPPDUMaxTime is 5,484 us, but common drivers aggregate up to 4 ms. */
#define PHY_AMPDU_MAX_LEN  65535
#define PHY_AMPDU_MAX_TIME (4000 * PHY_US)

/* Returns the length of an MPDU of 'octets' in an A-MPDU, with delimiter and
 * padding. */
size_t phy_subframe(size_t octets);

#endif
