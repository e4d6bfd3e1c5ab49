/* SPDX-License-Identifier: Apache-2.0 */
/* The few properties of an 802.11 frame that forwarding depends on. All take
 * frames that are at least as long as their header (cloudmac_80211_hdrlen()).
 */
#ifndef IEEE80211_H
#define IEEE80211_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Type and subtype, as in the first octet. */
#define IEEE80211_TYPE_MASK    0x0c
#define IEEE80211_TYPE_MGMT    0x00
#define IEEE80211_TYPE_CONTROL 0x04
#define IEEE80211_TYPE_DATA    0x08
#define IEEE80211_SUBTYPE_MASK 0xfc
#define IEEE80211_ASSOC_REQ    0x00
#define IEEE80211_REASSOC_REQ  0x20
#define IEEE80211_PROBE_REQ    0x40
#define IEEE80211_PROBE_RESP   0x50
#define IEEE80211_BEACON       0x80
#define IEEE80211_ATIM	       0x90
#define IEEE80211_DISASSOC     0xa0
#define IEEE80211_AUTH	       0xb0
#define IEEE80211_DEAUTH       0xc0
#define IEEE80211_ACTION       0xd0
#define IEEE80211_ACTION_NOACK 0xe0
#define IEEE80211_BAR	       0x84
#define IEEE80211_PS_POLL      0xa4

#define IEEE80211_TO_DS	     0x01
#define IEEE80211_FROM_DS    0x02
#define IEEE80211_RETRY	     0x08
#define IEEE80211_POWER_SAVE 0x10
#define IEEE80211_MORE_DATA  0x20
#define IEEE80211_PROTECTED  0x40

#define IEEE80211_FCS_LEN 4

/* A management frame with its header, without FCS: at most. */
#define IEEE80211_MMPDU_MAX 2328

const uint8_t *ieee80211_addr1(const uint8_t *frame);
const uint8_t *ieee80211_addr2(const uint8_t *frame);
const uint8_t *ieee80211_addr3(const uint8_t *frame);

/* The BSSID of a frame from a station: address 3 of management, else the
 * receiver. */
const uint8_t *ieee80211_uplink_bssid(const uint8_t *frame);

/* The BSSID of a frame from an access point: address 3 of management, else
 * the transmitter. */
const uint8_t *ieee80211_downlink_bssid(const uint8_t *frame);

/* User priority as the radio tag has it (SPECIFICATION.md, 1): management and
 * control 7, EAPOL in the clear 6, QoS data its TID's, other data 0. */
uint8_t ieee80211_priority(const uint8_t *frame, size_t len);

/* What, beside the addresses, the order of frames is kept by: the TID of QoS
 * data and of block ACK requests, IEEE80211_NO_TID of all others. */
#define IEEE80211_NO_TID  16
#define IEEE80211_UP_MASK 0x07 /* the user priority in a TID */
uint8_t ieee80211_flow_tid(const uint8_t *frame, size_t len);

/* Are two frames, both with a transmitter, the same but for the Retry bit?
 * Told by addresses, type and sequence control, which control frames lack. */
bool ieee80211_same_frame(const uint8_t *one, size_t one_len,
			  const uint8_t *other, size_t other_len);

/* Is it to be received before the other one, of the same flow? That is so for
 * sequence numbers, modulo their range; frames that have none of their own
 * (null frames, control frames) are before no other. */
bool ieee80211_is_before(const uint8_t *one, size_t one_len,
			 const uint8_t *other, size_t other_len);

/* Is it data, and more than a null frame? */
bool ieee80211_carries_data(const uint8_t *frame);

/* The same for QoS data: what can be aggregated. */
bool ieee80211_carries_qos_data(const uint8_t *frame);

/* Are two frames of QoS data the same but for what mac80211 writes into the
 * header of one: number, duration, and the rest of the QoS control field? */
bool ieee80211_same_payload(const uint8_t *one, size_t one_len,
			    const uint8_t *other, size_t other_len);

/* Does a frame of a station end what was agreed upon with it, as that begins
 * or ends an association? */
bool ieee80211_starts_anew(const uint8_t *frame);

/* DELBA: the end of the block-ack session in which 'bssid' sends frames of a
 * TID to 'station' (IEEE Std 802.11-2020, 9.6.4.4). */
#define IEEE80211_DELBA_LEN 30
void ieee80211_make_delba(uint8_t frame[IEEE80211_DELBA_LEN],
			  const uint8_t *bssid, const uint8_t *station,
			  uint8_t tid, uint16_t number);

/* Is it the request for such a session? */
bool ieee80211_is_addba_request(const uint8_t *frame, size_t len);

/* Is it a DELBA? Then the TID that it is about. */
bool ieee80211_is_delba(const uint8_t *frame, size_t len);
uint8_t ieee80211_delba_tid(const uint8_t *frame);

/* An empty frame of QoS data: nothing, but in the order of its TID's frames.
 */
#define IEEE80211_QOS_NULL_LEN 26
void ieee80211_make_qos_null(uint8_t frame[IEEE80211_QOS_NULL_LEN],
			     const uint8_t *bssid, const uint8_t *station,
			     uint8_t tid);

/* A block-ack request: the receiver waits for no number before 'first' any
 * more (9.3.1.7). */
#define IEEE80211_BAR_LEN 20
void ieee80211_make_bar(uint8_t frame[IEEE80211_BAR_LEN], const uint8_t *bssid,
			const uint8_t *station, uint8_t tid, uint16_t first);

/* Does the frame have a timestamp that its sender's radio sets? */
bool ieee80211_has_timestamp(const uint8_t *frame, size_t len);

/* That timestamp, in microseconds. */
uint64_t ieee80211_timestamp(const uint8_t *frame);

/* Set it. */
void ieee80211_set_timestamp(uint8_t *frame, uint64_t us);

/* Is it management or data for a group? */
bool ieee80211_is_to_group(const uint8_t *frame);

/* Number and fragment, of a frame that is no control frame. */
#define IEEE80211_NUMBERS 4096
uint16_t ieee80211_sequence_control(const uint8_t *frame);

/* Is it a beacon? */
bool ieee80211_is_beacon(const uint8_t *frame);

/* An element of a management frame, inside it. */
struct ieee80211_element {
	uint8_t len;
	const uint8_t *value;
};

#define IEEE80211_ELEMENT_CHANNEL_SWITCH 37

/* Find the first element 'id' of a beacon of 'len' octets; false if there is
 * none before the end, or before an element that runs past it. */
bool ieee80211_beacon_element(const uint8_t *frame, size_t len, uint8_t id,
			      struct ieee80211_element *out);

/* Does a beacon say that all stations have to protect management frames
 * (9.4.2.24)? */
bool ieee80211_beacon_wants_mfp(const uint8_t *frame, size_t len);

#endif
