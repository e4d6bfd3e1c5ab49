/* SPDX-License-Identifier: Apache-2.0 */
#include "ieee80211.h"

#include <string.h>

#include "cloudmac.h"

#define MGMT_HLEN     24
#define TIMESTAMP_LEN 8
#define QOS_SUBTYPE   0x80
#define NULL_SUBTYPE  0x40
#define QOS_UP_MASK   0x07

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

uint8_t ieee80211_priority(const uint8_t *frame, size_t len)
{
	size_t hdrlen = cloudmac_80211_hdrlen(frame, (uint32_t)len);
	bool four_addresses;

	if (!is_data(frame))
		return CLOUDMAC_PRIORITY_MGMT;
	if (is_clear_eapol(frame, len, hdrlen))
		return CLOUDMAC_PRIORITY_EAPOL;
	if (!(frame[0] & QOS_SUBTYPE))
		return 0;
	four_addresses = (frame[1] & (IEEE80211_TO_DS | IEEE80211_FROM_DS)) ==
			 (IEEE80211_TO_DS | IEEE80211_FROM_DS);
	return frame[four_addresses ? 30 : 24] & QOS_UP_MASK;
}

bool ieee80211_has_timestamp(const uint8_t *frame, size_t len)
{
	uint8_t kind = frame[0] & IEEE80211_SUBTYPE_MASK;

	return (kind == IEEE80211_BEACON || kind == IEEE80211_PROBE_RESP) &&
	       len >= MGMT_HLEN + TIMESTAMP_LEN;
}

void ieee80211_set_timestamp(uint8_t *frame, uint64_t us)
{
	for (int i = 0; i < TIMESTAMP_LEN; i++, us >>= 8)
		frame[MGMT_HLEN + i] = (uint8_t)us;
}
