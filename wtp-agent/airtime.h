/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a frame occupies the air, from its rate and length: the formulas of
 * IEEE Std 802.11-2020, in one place.
 *
 * Counted is what is certain from a TX status or a received frame alone:
 *
 *	each try	the PPDU, from its preamble to its last symbol, with
 *the signal extension of OFDM in the 2.4 GHz band
 *	one ACK		SIFS and the ACK's PPDU, if the frame was acknowledged
 *
 * Not counted are contention (AIFS, backoff), the time that a try without ACK
 * waits for it, RTS and CTS, and interframe spaces but the one SIFS.
 */
#ifndef AIRTIME_H
#define AIRTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudmac_chain.h"

/* The duration of a PPDU in microseconds. 'octets' are those of the MPDU, FCS
 * included; DSSS and CCK are taken to have the long preamble. 0 for a rate
 * that is not known, or whose duration is not (HT MCS 33 to 76: unequal
 * modulation). */
uint32_t airtime_ppdu_us(const struct cloudmac_rate *rate, unsigned int mhz,
			 size_t octets);

/* SIFS and the ACK that answers a frame sent at 'rate'. */
uint32_t airtime_ack_us(const struct cloudmac_rate *rate, unsigned int mhz);

/* What a number of tries of one frame and, perhaps, its ACK take. */
uint64_t airtime_exchange_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool acked);

/* What the tries of one frame of an A-MPDU take: its subframe alone, or, for
 * the 'first' of them, with all that there is once, up to the block ack. */
uint64_t airtime_subframe_us(const struct cloudmac_rate *rate,
			     unsigned int mhz, size_t octets,
			     unsigned int tries, bool first, bool acked);

#endif
