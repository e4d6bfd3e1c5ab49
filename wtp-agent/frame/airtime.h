/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The duration of a frame on the air, from its rate and length, by the
 * formulas of IEEE Std 802.11-2020, and 802.11ax-2021 for HE. It includes what
 *a TX status or a received frame shows:
 *
 *	each try	the PPDU with preamble, and the signal extension of
 *			OFDM in the 2.4 GHz band
 *	one ACK		SIFS and the ACK's PPDU, if the frame was acknowledged
 *
 * It excludes contention (AIFS, backoff), the wait for a missing ACK, RTS, CTS
 * and other interframe spaces.
 */
#ifndef AIRTIME_H
#define AIRTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudmac_chain.h"

/* Returns the duration of a PPDU in microseconds. 'octets' is the length of
 * the MPDU with FCS. Assumes the long preamble for DSSS and CCK. Returns 0 for
 * an unknown rate and for HT MCS 33 to 76 (unequal modulation). */
uint32_t airtime_ppdu_us(const struct cloudmac_rate *rate, unsigned int mhz,
			 size_t octets);

/* Returns the duration of SIFS and the ACK of a frame sent at 'rate'. */
uint32_t airtime_ack_us(const struct cloudmac_rate *rate, unsigned int mhz);

/* Returns the duration of all tries of a frame and, if 'acked', its ACK. */
uint64_t airtime_exchange_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool acked);

/* Returns the duration of all tries of one frame of an A-MPDU: its subframe,
 * and for the 'first' one also preamble and block ack. */
uint64_t airtime_subframe_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool first, bool acked);

#endif
