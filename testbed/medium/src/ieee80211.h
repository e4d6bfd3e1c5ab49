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

#define IEEE80211_MGMT_HLEN 24

#define IEEE80211_TO_DS	    0x01 /* flags, the second octet */
#define IEEE80211_FROM_DS   0x02
#define IEEE80211_PM	    0x10
#define IEEE80211_MORE_DATA 0x20

enum ieee80211_type { IEEE80211_MGMT, IEEE80211_CTL, IEEE80211_DATA };

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

static inline unsigned ieee80211_type(const uint8_t *frame)
{
	return frame[0] >> 2 & 3;
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

/* Whether it asks an access point for one kept frame. */
bool ieee80211_is_ps_poll(const uint8_t *frame, size_t len);

/* Whether an access point keeps such a frame for a station that sleeps. */
bool ieee80211_is_bufferable(const uint8_t *frame);

/* A beacon's traffic indication: beacons until the next DTIM, and whether
 * group frames follow that one. */
struct tim {
	unsigned count;
	bool group;
};

/* Whether the frame is a beacon with a TIM, and what that says. */
bool ieee80211_tim(const uint8_t *frame, size_t len, struct tim *tim);

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
