/* SPDX-License-Identifier: Apache-2.0 */
#include "ieee80211.h"

#include <string.h>

#include "cloudmac.h"

#define MGMT_HLEN	24
#define TIMESTAMP_LEN	8
#define BEACON_ELEMENTS 36 /* behind timestamp, interval, capabilities */
#define ORDER		0x80
#define QOS_SUBTYPE	0x80
#define NULL_SUBTYPE	0x40
#define QOS_TID_MASK	0x0f
#define SEQ_CTRL	22
#define FRAGMENT_MASK	0x000f
#define BAR_CONTROL	16

#define BAR_COMPRESSED	   0x04 /* in the first octet of its control field */
#define CATEGORY_BLOCK_ACK 3
#define CATEGORY_PUBLIC	   4
#define ACTION_ADDBA	   0 /* the request */
#define ACTION_DELBA	   2
#define DELBA_INITIATOR	   0x08 /* in the second octet of the parameters */
#define REASON_END_BA	   37

#define ELEMENT_RSN	 48
#define RSN_LISTS	 6 /* behind version and group cipher */
#define RSN_SUITE_LEN	 4
#define RSN_MFP_REQUIRED 0x40

/* LLC/SNAP of EAPOL (IEEE Std 802.1X). */
static const uint8_t eapol_snap[] = { 0xaa, 0xaa, 0x03, 0x00,
				      0x00, 0x00, 0x88, 0x8e };

const uint8_t *ieee80211_addr1(const uint8_t *frame)
{
	return frame + 4;
}

const uint8_t *ieee80211_addr2(const uint8_t *frame)
{
	return frame + 10;
}

const uint8_t *ieee80211_addr3(const uint8_t *frame)
{
	return frame + 16;
}

static void put_number(uint8_t *at, uint16_t number)
{
	at[0] = (uint8_t)(number << 4);
	at[1] = (uint8_t)(number >> 4);
}

static bool is_mgmt(const uint8_t *frame)
{
	return (frame[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_MGMT;
}

static bool is_data(const uint8_t *frame)
{
	return (frame[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_DATA;
}

const uint8_t *ieee80211_uplink_bssid(const uint8_t *frame)
{
	return is_mgmt(frame) ? ieee80211_addr3(frame)
			      : ieee80211_addr1(frame);
}

const uint8_t *ieee80211_downlink_bssid(const uint8_t *frame)
{
	return is_mgmt(frame) ? ieee80211_addr3(frame)
			      : ieee80211_addr2(frame);
}

static bool is_clear_eapol(const uint8_t *frame, size_t len, size_t hdrlen)
{
	return !(frame[0] & NULL_SUBTYPE) &&
	       !(frame[1] & IEEE80211_PROTECTED) &&
	       len >= hdrlen + sizeof(eapol_snap) &&
	       !memcmp(frame + hdrlen, eapol_snap, sizeof(eapol_snap));
}

/* Returns the first octet of the QoS control field of QoS data. */
static const uint8_t *qos_control(const uint8_t *frame)
{
	bool four_addresses =
		(frame[1] & (IEEE80211_TO_DS | IEEE80211_FROM_DS)) ==
		(IEEE80211_TO_DS | IEEE80211_FROM_DS);

	return frame + (four_addresses ? 30 : 24);
}

static bool is_qos_data(const uint8_t *frame)
{
	return is_data(frame) && (frame[0] & QOS_SUBTYPE);
}

uint8_t ieee80211_priority(const uint8_t *frame, size_t len)
{
	size_t hdrlen = cloudmac_80211_hdrlen(frame, (uint32_t)len);

	if (!is_data(frame))
		return CLOUDMAC_PRIORITY_MGMT;
	if (is_clear_eapol(frame, len, hdrlen))
		return CLOUDMAC_PRIORITY_EAPOL;
	return is_qos_data(frame) ? *qos_control(frame) & IEEE80211_UP_MASK
				  : 0;
}

uint8_t ieee80211_flow_tid(const uint8_t *frame, size_t len)
{
	if (is_qos_data(frame))
		return *qos_control(frame) & QOS_TID_MASK;
	if ((frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_BAR &&
	    len >= IEEE80211_BAR_LEN)
		return frame[BAR_CONTROL + 1] >> 4;
	return IEEE80211_NO_TID;
}

bool ieee80211_same_frame(const uint8_t *one, size_t one_len,
			  const uint8_t *other, size_t other_len)
{
	if (one[0] != other[0] || ((one[1] ^ other[1]) & ~IEEE80211_RETRY) ||
	    memcmp(ieee80211_addr1(one), ieee80211_addr1(other), 12))
		return false;
	if ((one[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_CONTROL)
		return true;
	return one_len >= SEQ_CTRL + 2 && other_len >= SEQ_CTRL + 2 &&
	       !memcmp(one + SEQ_CTRL, other + SEQ_CTRL, 2);
}

bool ieee80211_has_payload(const uint8_t *frame)
{
	return is_data(frame) && !(frame[0] & NULL_SUBTYPE);
}

bool ieee80211_has_qos_payload(const uint8_t *frame)
{
	return is_qos_data(frame) && ieee80211_has_payload(frame);
}

bool ieee80211_is_fragment(const uint8_t *frame)
{
	return (frame[1] & IEEE80211_MORE_FRAGS) ||
	       (ieee80211_sequence_control(frame) & FRAGMENT_MASK);
}

bool ieee80211_same_payload(const uint8_t *one, size_t one_len,
			    const uint8_t *other, size_t other_len)
{
	size_t hdrlen = cloudmac_80211_hdrlen(one, (uint32_t)one_len);

	return one_len == other_len && one[0] == other[0] &&
	       hdrlen >= MGMT_HLEN &&
	       hdrlen == cloudmac_80211_hdrlen(other, (uint32_t)other_len) &&
	       !memcmp(ieee80211_addr1(one), ieee80211_addr1(other), 18) &&
	       ieee80211_flow_tid(one, one_len) ==
		       ieee80211_flow_tid(other, other_len) &&
	       !memcmp(one + hdrlen, other + hdrlen, one_len - hdrlen);
}

bool ieee80211_changes_association(const uint8_t *frame, size_t len)
{
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_ASSOC_RESP:
	case IEEE80211_REASSOC_RESP:
		return len >= MGMT_HLEN + 4 && !frame[MGMT_HLEN + 2] &&
		       !frame[MGMT_HLEN + 3];
	case IEEE80211_DEAUTH:
	case IEEE80211_DISASSOC:
		return true;
	default:
		return false;
	}
}

void ieee80211_make_delba(uint8_t frame[IEEE80211_DELBA_LEN],
			  const uint8_t *bssid, const uint8_t *station,
			  uint8_t tid, uint16_t number)
{
	uint8_t *body = frame + MGMT_HLEN;

	memset(frame, 0, IEEE80211_DELBA_LEN);
	frame[0] = IEEE80211_ACTION;
	memcpy(frame + 4, station, 6);
	memcpy(frame + 10, bssid, 6);
	memcpy(frame + 16, bssid, 6);
	put_number(frame + SEQ_CTRL, number);
	body[0] = CATEGORY_BLOCK_ACK;
	body[1] = ACTION_DELBA;
	body[3] = (uint8_t)(tid << 4 | DELBA_INITIATOR);
	body[4] = REASON_END_BA;
}

static bool is_block_ack_action(const uint8_t *frame, size_t len,
				uint8_t action)
{
	return len > MGMT_HLEN + 1 &&
	       (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_ACTION &&
	       frame[MGMT_HLEN] == CATEGORY_BLOCK_ACK &&
	       frame[MGMT_HLEN + 1] == action;
}

bool ieee80211_is_addba_request(const uint8_t *frame, size_t len)
{
	return is_block_ack_action(frame, len, ACTION_ADDBA);
}

bool ieee80211_is_delba(const uint8_t *frame, size_t len)
{
	return len >= IEEE80211_DELBA_LEN &&
	       is_block_ack_action(frame, len, ACTION_DELBA);
}

void ieee80211_make_qos_null(uint8_t frame[IEEE80211_QOS_NULL_LEN],
			     const uint8_t *bssid, const uint8_t *station,
			     uint8_t tid)
{
	memset(frame, 0, IEEE80211_QOS_NULL_LEN);
	frame[0] = IEEE80211_TYPE_DATA | QOS_SUBTYPE | NULL_SUBTYPE;
	frame[1] = IEEE80211_FROM_DS;
	memcpy(frame + 4, station, 6);
	memcpy(frame + 10, bssid, 6);
	memcpy(frame + 16, bssid, 6);
	frame[MGMT_HLEN] = tid;
}

void ieee80211_make_bar(uint8_t frame[IEEE80211_BAR_LEN], const uint8_t *bssid,
			const uint8_t *station, uint8_t tid, uint16_t first)
{
	memset(frame, 0, IEEE80211_BAR_LEN);
	frame[0] = IEEE80211_BAR;
	memcpy(frame + 4, station, 6);
	memcpy(frame + 10, bssid, 6);
	frame[BAR_CONTROL] = BAR_COMPRESSED;
	frame[BAR_CONTROL + 1] = (uint8_t)(tid << 4);
	put_number(frame + BAR_CONTROL + 2, first);
}

uint8_t ieee80211_delba_tid(const uint8_t *frame)
{
	return frame[MGMT_HLEN + 3] >> 4;
}

static bool is_numbered(const uint8_t *frame, size_t len)
{
	if (len < SEQ_CTRL + 2 ||
	    (frame[0] & IEEE80211_TYPE_MASK) == IEEE80211_TYPE_CONTROL)
		return false;
	return !is_data(frame) || ieee80211_has_payload(frame);
}

bool ieee80211_precedes(const uint8_t *one, size_t one_len,
			const uint8_t *other, size_t other_len)
{
	unsigned int ahead;

	if (!is_numbered(one, one_len) || !is_numbered(other, other_len))
		return false;
	/* Compares number and fragment as one value; the fragment has the low
	 * bits. */
	ahead = (cloudmac_get_le16(other + SEQ_CTRL) -
		 cloudmac_get_le16(one + SEQ_CTRL)) &
		0xffff;
	return ahead && ahead < 0x8000;
}

bool ieee80211_has_timestamp(const uint8_t *frame, size_t len)
{
	uint8_t kind = frame[0] & IEEE80211_SUBTYPE_MASK;

	return (kind == IEEE80211_BEACON || kind == IEEE80211_PROBE_RESP) &&
	       len >= MGMT_HLEN + TIMESTAMP_LEN;
}

uint64_t ieee80211_timestamp(const uint8_t *frame)
{
	uint64_t us = 0;

	for (int i = TIMESTAMP_LEN - 1; i >= 0; i--)
		us = us << 8 | frame[MGMT_HLEN + i];
	return us;
}

void ieee80211_set_timestamp(uint8_t *frame, uint64_t us)
{
	for (int i = 0; i < TIMESTAMP_LEN; i++, us >>= 8)
		frame[MGMT_HLEN + i] = (uint8_t)us;
}

bool ieee80211_is_beacon(const uint8_t *frame)
{
	return (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_BEACON;
}

bool ieee80211_is_ap_beacon(const uint8_t *frame)
{
	static const uint8_t broadcast[CLOUDMAC_ADDR_LEN] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	};
	const uint8_t *bssid = ieee80211_addr2(frame);

	return ieee80211_is_beacon(frame) &&
	       !memcmp(ieee80211_addr1(frame), broadcast, CLOUDMAC_ADDR_LEN) &&
	       !cloudmac_addr_is_group(bssid) &&
	       !cloudmac_addr_is_null(bssid) &&
	       !memcmp(bssid, ieee80211_addr3(frame), CLOUDMAC_ADDR_LEN);
}

/* Finds an element in the frame from octet 'at' on. */
static bool find_element(const uint8_t *frame, size_t len, size_t at,
			 uint8_t id, struct ieee80211_element *out)
{
	while (at + 2 <= len && at + 2 + frame[at + 1] <= len) {
		if (frame[at] == id) {
			out->len = frame[at + 1];
			out->value = frame + at + 2;
			return true;
		}
		at += 2u + frame[at + 1];
	}
	return false;
}

bool ieee80211_beacon_element(const uint8_t *frame, size_t len, uint8_t id,
			      struct ieee80211_element *out)
{
	return ieee80211_is_beacon(frame) && !(frame[1] & ORDER) &&
	       find_element(frame, len, BEACON_ELEMENTS, id, out);
}

bool ieee80211_is_probe_request(const uint8_t *frame)
{
	return (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_PROBE_REQ;
}

bool ieee80211_probe_element(const uint8_t *frame, size_t len, uint8_t id,
			     struct ieee80211_element *out)
{
	return find_element(frame, len,
			    cloudmac_80211_hdrlen(frame, (uint32_t)len), id,
			    out);
}

bool ieee80211_announces_vap(const uint8_t *frame, size_t len)
{
	struct ieee80211_element element;

	return ieee80211_has_timestamp(frame, len) && !(frame[1] & ORDER) &&
	       !find_element(frame, len, BEACON_ELEMENTS,
			     IEEE80211_ELEMENT_CHANNEL_SWITCH, &element) &&
	       !find_element(frame, len, BEACON_ELEMENTS,
			     IEEE80211_ELEMENT_EXTENDED_CHANNEL_SWITCH,
			     &element);
}

bool ieee80211_is_public_action(const uint8_t *frame, size_t len)
{
	return (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_ACTION &&
	       !(frame[1] & ORDER) && len > MGMT_HLEN &&
	       frame[MGMT_HLEN] == CATEGORY_PUBLIC;
}

bool ieee80211_beacon_requires_mfp(const uint8_t *frame, size_t len)
{
	struct ieee80211_element rsn;
	size_t at = RSN_LISTS;

	if (!ieee80211_beacon_element(frame, len, ELEMENT_RSN, &rsn))
		return false;
	/* Skips the lists of pairwise ciphers and of AKM suites. */
	for (int lists = 2; lists; lists--) {
		if (at + 2 > rsn.len)
			return false;
		at += 2 + RSN_SUITE_LEN *
				  (size_t)cloudmac_get_le16(rsn.value + at);
	}
	return at + 2 <= rsn.len && (rsn.value[at] & RSN_MFP_REQUIRED);
}

uint16_t ieee80211_sequence_control(const uint8_t *frame)
{
	return cloudmac_get_le16(frame + SEQ_CTRL);
}

bool ieee80211_is_to_group(const uint8_t *frame)
{
	return cloudmac_addr_is_group(ieee80211_addr1(frame)) &&
	       (frame[0] & IEEE80211_TYPE_MASK) != IEEE80211_TYPE_CONTROL;
}
