/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The clock (TSF) in the timestamps of beacons and probe responses.
 *
 * Some radios set both timestamps, some those of probe responses only, some
 * none. A station reads them as one clock, so the agent writes the radio's
 * clock. It learns that clock from the echo of a probe response. Before, and
 * for a radio that sets no timestamps, it writes its own clock.
 */
#ifndef TSF_H
#define TSF_H

#include <stddef.h>
#include <stdint.h>

/* Timestamps that differ by less (microseconds) are of the same clock: the
 * difference is the time from the agent to the radio's driver. */
#define TSF_SAME_US 2000

struct tsf {
	uint64_t offset_us; /* of the radio's clock, modulo 2^64 */
};

/* Sets the timestamp, if the frame has one. 'now_us' is the agent's clock. */
void tsf_stamp(const struct tsf *tsf, uint64_t now_us, uint8_t *frame,
	       size_t len);

/* Learns the radio's clock from an injected frame and its echo. */
void tsf_learn(struct tsf *tsf, const uint8_t *sent, size_t len,
	       const uint8_t *echo, size_t echo_len);

#endif
