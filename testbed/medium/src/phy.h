/* SPDX-License-Identifier: Apache-2.0 */
/* The physical layers' rates and times: DSSS and CCK (IEEE 802.11-2020 clauses
 * 15 and 16), OFDM and ERP-OFDM (17, 18), HT mixed format (19), VHT (21).
 * Pure. */
#ifndef PHY_H
#define PHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Times are nanoseconds everywhere. */
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

/* What a frame is sent with. */
struct phy_rate {
	enum phy_mode mode;
	/* DSSS, OFDM: in units of 100 kb/s; HT: MCS 0 to 31; VHT: 0 to 9 */
	uint16_t value;
	uint8_t nss;	     /* spatial streams, VHT only */
	uint16_t mhz;	     /* width: 20, 40, 80, 160 */
	bool short_gi;	     /* HT and VHT */
	bool short_preamble; /* DSSS */
};

/* Whether there is such a rate. */
bool phy_rate_valid(const struct phy_rate *rate);

/* The rate 'value', in units of 100 kb/s, of DSSS or OFDM. */
struct phy_rate phy_legacy(uint16_t value);

/* Data bits a symbol of an OFDM, HT or VHT rate. */
uint32_t phy_bits_per_symbol(const struct phy_rate *rate);

/* Data rate in b/s. */
double phy_bps(const struct phy_rate *rate);

enum phy_modulation phy_modulation(const struct phy_rate *rate);
enum phy_code phy_code(const struct phy_rate *rate);

/* How long a PPDU of 'octets' (the PSDU, with FCS) is on the air at 'mhz' MHz
 * centre frequency: in the 2.4 GHz band OFDM ends with 6 us of signal
 * extension. */
uint64_t phy_airtime(const struct phy_rate *rate, size_t octets, unsigned mhz);

/* Time of the preamble and PHY header of a rate. */
uint64_t phy_preamble(const struct phy_rate *rate);

uint64_t phy_sifs(unsigned mhz);

/* The rate of the control frame that answers a frame sent at 'rate': the
 * highest mandatory rate (1, 2, 6, 12, 24 Mb/s) that is not higher, of the
 * same kind (10.6.6.5.2, with these as the basic rates). */
struct phy_rate phy_response(const struct phy_rate *rate);

#define PHY_ACK_LEN	  14
#define PHY_CTS_LEN	  14
#define PHY_RTS_LEN	  20
#define PHY_BLOCK_ACK_LEN 32 /* compressed bitmap */
#define PHY_FCS_LEN	  4
/* aPPDUMaxTime is 5,484 us; what common drivers aggregate to is 4 ms. */
#define PHY_AMPDU_MAX_LEN  65535
#define PHY_AMPDU_MAX_TIME (4000 * PHY_US)

/* Octets that an MPDU of 'octets' takes in an A-MPDU: delimiter and padding.
 */
size_t phy_subframe(size_t octets);

#endif
