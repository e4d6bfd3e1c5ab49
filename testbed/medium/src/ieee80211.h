/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of 802.11 frames (IEEE 802.11-2020, clause 9). A frame has at least
 * IEEE80211_MIN_LEN octets, without FCS. The functions have no state. */
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

/* Access categories, the highest last. */
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

/* Returns the transmitter's address, NULL if the frame has none. */
const uint8_t *ieee80211_ta(const uint8_t *frame, size_t len);

/* Returns the traffic identifier, NO_TID if it is not a QoS data frame. */
unsigned ieee80211_tid(const uint8_t *frame, size_t len);

/* Returns the access category of a frame. That of QoS data follows from the
 * traffic identifier. Other data is best effort. Management has the highest.
 */
enum ac ieee80211_ac(const uint8_t *frame, size_t len);

/* Checks if it is a QoS data frame that can go into an A-MPDU. */
bool ieee80211_can_aggregate(const uint8_t *frame, size_t len);

/* Returns the sequence number. */
unsigned ieee80211_seq(const uint8_t *frame);

/* Sets the Retry bit, which control frames do not have. */
void ieee80211_set_retry(uint8_t *frame);

/* Checks if it is a PS-Poll, which requests one buffered frame. */
bool ieee80211_is_ps_poll(const uint8_t *frame, size_t len);

/* Checks if an access point buffers such a frame for a sleeping station. */
bool ieee80211_is_bufferable(const uint8_t *frame);

/* A beacon's traffic indication map: beacons until the next DTIM, and whether
 * group frames follow this beacon. */
struct tim {
	unsigned count;
	bool group;
};

/* Checks if the frame is a beacon with a TIM, and parses it into 'tim'. */
bool ieee80211_tim(const uint8_t *frame, size_t len, struct tim *tim);

/* A block-ack session that a frame begins or ends when it is received. */
struct ba_change {
	bool begins;
	uint8_t originator[ADDR_LEN], recipient[ADDR_LEN];
	unsigned tid;
	unsigned window; /* MPDUs; if it begins */
};

/* Checks if the plain frame begins or ends a session, and sets 'change'. */
bool ieee80211_ba_change(const uint8_t *frame, size_t len,
			 struct ba_change *change);

/* What an encrypted action frame (management frame protection) seems to be. */
enum protected_ba {
	PROTECTED_OTHER,
	PROTECTED_ADDBA, /* a request, or a response to one */
	PROTECTED_DELBA,
};

/* Guesses from its length what an encrypted action frame is about. Other
 * action frames of the lab differ in length: an SA query has 4 octets. */
enum protected_ba ieee80211_protected_ba(const uint8_t *frame, size_t len);

#endif
