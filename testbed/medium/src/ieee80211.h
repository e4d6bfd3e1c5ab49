/* SPDX-License-Identifier: Apache-2.0 */
/* What the medium reads of 802.11 frames (IEEE 802.11-2020 clause 9). Pure;
 * every function takes frames of at least IEEE80211_MIN_LEN octets, without
 * FCS. */
#ifndef IEEE80211_H
#define IEEE80211_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ADDR_LEN	  6
#define IEEE80211_MIN_LEN 10 /* ACK and CTS: frame control, duration, RA */
#define IEEE80211_MAX_LEN 2352

/* Access categories, the best last. */
enum ac { AC_BK, AC_BE, AC_VI, AC_VO, AC_N };

#define NO_TID 16

static inline bool addr_is_group(const uint8_t *addr)
{
	return addr[0] & 1;
}

static inline const uint8_t *ieee80211_ra(const uint8_t *frame)
{
	return frame + 4;
}

/* The transmitter's address, or NULL for frames that have none. */
const uint8_t *ieee80211_ta(const uint8_t *frame, size_t len);

/* Its traffic identifier, NO_TID if it is no QoS data frame. */
unsigned ieee80211_tid(const uint8_t *frame, size_t len);

/* The access category that it contends in: of data by the traffic identifier,
 * best effort without one; of management the highest. */
enum ac ieee80211_ac(const uint8_t *frame, size_t len);

/* Whether it is a QoS data frame that can go into an A-MPDU. */
bool ieee80211_can_aggregate(const uint8_t *frame, size_t len);

/* Sequence number. */
unsigned ieee80211_seq(const uint8_t *frame);

void ieee80211_set_retry(uint8_t *frame);

/* A block ack session that a frame begins or ends when it is received. */
struct ba_change {
	bool begins;
	uint8_t originator[ADDR_LEN], recipient[ADDR_LEN];
	unsigned tid;
	unsigned window; /* MPDUs; if it begins */
};

/* Whether the frame changes a session, and how. Encrypted ones (management
 * frame protection) cannot be read. */
bool ieee80211_ba_change(const uint8_t *frame, size_t len,
			 struct ba_change *change);

#endif
