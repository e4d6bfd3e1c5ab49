/* SPDX-License-Identifier: Apache-2.0 */
/* Radiotap headers (radiotap.org): reads those of monitor interfaces and VAPs,
 * writes those for injection. */
#ifndef RADIOTAP_H
#define RADIOTAP_H

#include <stddef.h>
#include <stdint.h>

#include "cloudmac_chain.h"
#include "cloudmac_he.h"
#include "cloudmac_station.h"
#include "cloudmac_token.h"

/* The bits of the 'present' word. */
enum radiotap_field {
	RADIOTAP_FLAGS = 1,
	RADIOTAP_RATE = 2,
	RADIOTAP_CHANNEL = 3,
	RADIOTAP_SIGNAL = 5,
	RADIOTAP_TX_POWER = 10,
	RADIOTAP_RX_FLAGS = 14,
	RADIOTAP_TX_FLAGS = 15,
	RADIOTAP_RETRIES = 17,
	RADIOTAP_MCS = 19,
	RADIOTAP_VHT = 21,
	RADIOTAP_HE = 23,
};

#define RADIOTAP_FLAG_FCS     0x10 /* the frame ends with its FCS */
#define RADIOTAP_FLAG_BAD_FCS 0x40
#define RADIOTAP_RX_BAD_PLCP  0x0002
#define RADIOTAP_TX_FAIL      0x0001
#define RADIOTAP_TX_CTS	      0x0002
#define RADIOTAP_TX_RTS	      0x0004
#define RADIOTAP_TX_NOACK     0x0008
#define RADIOTAP_TX_NOSEQ     0x0010
#define RADIOTAP_TX_NOREORDER 0x0020

#define RADIOTAP_MCS_LEN 3
#define RADIOTAP_VHT_LEN 12

/* The fields of a header that the agent uses. A field is valid if its bit is
 * in 'present'. The first of repeated fields (one per antenna) counts. */
struct radiotap {
	uint32_t present;
	uint16_t
		flags_offset; /* of the FLAGS octet, from the header's start */
	uint8_t flags;
	uint8_t rate;	 /* 500 kb/s */
	int8_t signal;	 /* dBm */
	int8_t tx_power; /* dBm */
	uint16_t rx_flags;
	uint16_t tx_flags;
	uint8_t retries; /* after the first try */
	uint8_t mcs[RADIOTAP_MCS_LEN];
	uint8_t vht[RADIOTAP_VHT_LEN];
	uint8_t he[CLOUDMAC_HE_LEN];
	struct cloudmac_chain chain;	 /* of no stages: none */
	struct cloudmac_station station; /* of AID 0: none */
	uint32_t token;			 /* or CLOUDMAC_TOKEN_NONE */
};

#define RADIOTAP_HAS(rt, field) ((rt)->present & 1u << (field))

/* Reads the header of 'len' octets at 'data'; 'len' is the header's own
 * length. Stops at a truncated or unknown field; earlier fields remain valid.
 */
void radiotap_parse(const uint8_t *data, size_t len, struct radiotap *rt);

/* Returns the frequency of the field Channel in MHz, or 0 without the field.
 */
unsigned int radiotap_channel(const uint8_t *data, size_t len);

#define RADIOTAP_BUILD_MAX 71

/* Writes to 'out' a header with chain and token of 'rt' and those of its
 * TX_FLAGS, RATE, TX_POWER, RETRIES, MCS and VHT fields that are present.
 * Returns its length, at most RADIOTAP_BUILD_MAX octets. */
size_t radiotap_build(const struct radiotap *rt, uint8_t *out);

#endif
