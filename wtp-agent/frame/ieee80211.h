/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of 802.11 frames that forwarding depends on, and frames that the
 * agent makes. Frames must be at least as long as their header
 * (cloudmac_80211_hdrlen()). */
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
#define IEEE80211_ASSOC_RESP   0x10
#define IEEE80211_REASSOC_REQ  0x20
#define IEEE80211_REASSOC_RESP 0x30
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
#define IEEE80211_MORE_FRAGS 0x04
#define IEEE80211_RETRY	     0x08
#define IEEE80211_POWER_SAVE 0x10
#define IEEE80211_MORE_DATA  0x20
#define IEEE80211_PROTECTED  0x40

#define IEEE80211_FCS_LEN 4

/* The longest management frame, with header and without FCS. */
#define IEEE80211_MMPDU_MAX 2328

const uint8_t *ieee80211_addr1(const uint8_t *frame);
const uint8_t *ieee80211_addr2(const uint8_t *frame);
const uint8_t *ieee80211_addr3(const uint8_t *frame);

/* Returns the BSSID of a frame of a station: address 3 of management, else the
 * receiver. */
const uint8_t *ieee80211_uplink_bssid(const uint8_t *frame);

/* Returns the BSSID of a frame of an access point: address 3 of management,
 * else the transmitter. */
const uint8_t *ieee80211_downlink_bssid(const uint8_t *frame);

/* Returns the user priority of the radio tag (SPECIFICATION.md, 1): management
 * and control 7, EAPOL in the clear 6, QoS data its TID's, other data 0. */
uint8_t ieee80211_priority(const uint8_t *frame, size_t len);

/* Returns the TID of QoS data and block-ack requests, IEEE80211_NO_TID of
 * other frames. Frames of the same addresses and TID have one order. */
#define IEEE80211_NO_TID  16
#define IEEE80211_UP_MASK 0x07 /* the user priority in a TID */
uint8_t ieee80211_flow_tid(const uint8_t *frame, size_t len);

/* Returns true if two frames with a transmitter differ only in the Retry bit.
 * Compares frame control, addresses and, except for control frames, sequence
 * control. So their headers are equally long. */
bool ieee80211_same_frame(const uint8_t *one, size_t one_len,
			  const uint8_t *other, size_t other_len);

/* Returns true if 'one' has a lower sequence number than 'other' of the same
 * flow, modulo their range; false for frames without a number of their own
 * (null frames, control frames). */
bool ieee80211_precedes(const uint8_t *one, size_t one_len,
			const uint8_t *other, size_t other_len);

/* Returns true for data, except null frames. */
bool ieee80211_has_payload(const uint8_t *frame);

/* Returns true for QoS data, except null frames: these can be aggregated. */
bool ieee80211_has_qos_payload(const uint8_t *frame);

/* Returns true for a fragment of a management or data frame. */
bool ieee80211_is_fragment(const uint8_t *frame);

/* Returns true if two QoS data frames differ only in what mac80211 changes:
 * sequence control, duration, and QoS control except the TID. */
bool ieee80211_same_payload(const uint8_t *one, size_t one_len,
			    const uint8_t *other, size_t other_len);

/* Returns true if a frame of an access point begins or ends an association,
 * which ends all block-ack sessions. What a station sends for that does not
 * count: it may be forged, and the access point decides. */
bool ieee80211_changes_association(const uint8_t *frame, size_t len);

/* Makes a DELBA that ends the block-ack session for frames of a TID from
 * 'bssid' to 'station' (IEEE Std 802.11-2020, 9.6.4.4). */
#define IEEE80211_DELBA_LEN 30
void ieee80211_make_delba(uint8_t frame[IEEE80211_DELBA_LEN],
			  const uint8_t *bssid, const uint8_t *station,
			  uint8_t tid, uint16_t number);

/* Returns true for an ADDBA request. */
bool ieee80211_is_addba_request(const uint8_t *frame, size_t len);

/* Returns true for a DELBA; its TID. */
bool ieee80211_is_delba(const uint8_t *frame, size_t len);
uint8_t ieee80211_delba_tid(const uint8_t *frame);

/* Makes a QoS null frame, which keeps the order of its TID. */
#define IEEE80211_QOS_NULL_LEN 26
void ieee80211_make_qos_null(uint8_t frame[IEEE80211_QOS_NULL_LEN],
			     const uint8_t *bssid, const uint8_t *station,
			     uint8_t tid);

/* Makes a block-ack request that moves the receiver's window to 'first'
 * (9.3.1.7). */
#define IEEE80211_BAR_LEN 20
void ieee80211_make_bar(uint8_t frame[IEEE80211_BAR_LEN], const uint8_t *bssid,
			const uint8_t *station, uint8_t tid, uint16_t first);

/* Returns true for beacons and probe responses that have a timestamp. */
bool ieee80211_has_timestamp(const uint8_t *frame, size_t len);

/* Returns the timestamp in microseconds. */
uint64_t ieee80211_timestamp(const uint8_t *frame);

/* Sets the timestamp. */
void ieee80211_set_timestamp(uint8_t *frame, uint64_t us);

/* Returns true for management and data to a group. */
bool ieee80211_is_to_group(const uint8_t *frame);

/* Returns sequence number and fragment of a management or data frame. */
#define IEEE80211_NUMBERS 4096
uint16_t ieee80211_sequence_control(const uint8_t *frame);

/* Returns true for a beacon. */
bool ieee80211_is_beacon(const uint8_t *frame);

/* Returns true for a beacon of an access point to all stations: its
 * transmitter is the BSSID, and a single one. */
bool ieee80211_is_ap_beacon(const uint8_t *frame);

/* An element, inside its management frame. */
struct ieee80211_element {
	uint8_t len;
	const uint8_t *value;
};

#define IEEE80211_ELEMENT_SSID			  0
#define IEEE80211_ELEMENT_CHANNEL_SWITCH	  37
#define IEEE80211_ELEMENT_EXTENDED_CHANNEL_SWITCH 60
#define IEEE80211_ELEMENT_SSID_LIST		  84

/* Finds the first element 'id' of a beacon of 'len' octets. Returns false if
 * there is none before the end or before a truncated element. */
bool ieee80211_beacon_element(const uint8_t *frame, size_t len, uint8_t id,
			      struct ieee80211_element *out);

/* Returns true for a probe request. */
bool ieee80211_is_probe_request(const uint8_t *frame);

/* Finds the first element 'id' of a probe request, as
 * ieee80211_beacon_element(). */
bool ieee80211_probe_element(const uint8_t *frame, size_t len, uint8_t id,
			     struct ieee80211_element *out);

/* Returns true for a beacon or probe response that announces no channel
 * switch, as far as its elements are complete. */
bool ieee80211_announces_vap(const uint8_t *frame, size_t len);

/* Returns true for a public action frame, which may have the wildcard BSSID
 * (11.20.6). */
bool ieee80211_is_public_action(const uint8_t *frame, size_t len);

/* Returns true if a beacon requires management frame protection of all
 * stations (9.4.2.24). */
bool ieee80211_beacon_requires_mfp(const uint8_t *frame, size_t len);

#endif
