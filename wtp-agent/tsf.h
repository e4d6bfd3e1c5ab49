/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The clock that a radio's beacons and probe responses tell (TSF).
 *
 * Some radios write the time into both, some into probe responses alone, some
 * into neither. A station takes all of them for one clock, so the agent must
 * write what the radio would: that clock is learnt from the echo of a probe
 * response, in which the radio's own timestamp stands. Until there is one, and
 * for a radio that leaves our timestamps alone, it is the agent's own clock.
 */
#ifndef TSF_H
#define TSF_H

#include <stddef.h>
#include <stdint.h>

/* Nearer than this, in microseconds, two timestamps are of the same clock: the
 * rest is the way from us to where the radio's driver writes. */
#define TSF_SAME_US 2000

struct tsf {
	uint64_t offset_us; /* of the radio's clock, modulo 2^64 */
};

/* Set the timestamp of a frame that has one, at 'now' of the agent's clock. */
void tsf_stamp(const struct tsf *tsf, uint64_t now_us, uint8_t *frame,
	       size_t len);

/* A frame that was injected as 'sent' came back as 'echo'. */
void tsf_learn(struct tsf *tsf, const uint8_t *sent, size_t len,
	       const uint8_t *echo, size_t echo_len);

#endif
