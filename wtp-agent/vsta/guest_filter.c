/* SPDX-License-Identifier: Apache-2.0 */
#include "guest_filter.h"

#include <string.h>

#include "cloudmac.h"
#include "frame/frame.h"

#define BLOCK_ACK   0x94
#define QOS_SUBTYPE 0x80
#define ORDER	    0x80
#define DS_MASK	    (IEEE80211_TO_DS | IEEE80211_FROM_DS)
#define AUTH_FIXED  6 /* algorithm, transaction, status */
#define MGMT_HLEN   24

static bool is_type(const uint8_t *frame, uint8_t type)
{
	return (frame[0] & IEEE80211_TYPE_MASK) == type;
}

static bool is_clients_management(const uint8_t *frame)
{
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_ASSOC_REQ:
	case IEEE80211_REASSOC_REQ:
	case IEEE80211_PROBE_REQ:
	case IEEE80211_DISASSOC:
	case IEEE80211_AUTH:
	case IEEE80211_DEAUTH:
	case IEEE80211_ACTION:
		return true;
	default:
		return false;
	}
}

static bool is_clients_control(const uint8_t *frame)
{
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_PS_POLL:
	case IEEE80211_BAR:
	case BLOCK_ACK:
		return true;
	default:
		return false;
	}
}

/* The order bit announces HT control, which only QoS data may have. */
static bool has_wrong_order(const uint8_t *frame)
{
	return (frame[1] & ORDER) && !(is_type(frame, IEEE80211_TYPE_DATA) &&
				       (frame[0] & QOS_SUBTYPE));
}

bool guest_filter_type(const uint8_t *frame)
{
	if (has_wrong_order(frame))
		return false;
	switch (frame[0] & IEEE80211_TYPE_MASK) {
	case IEEE80211_TYPE_MGMT:
		return is_clients_management(frame);
	case IEEE80211_TYPE_DATA:
		return (frame[1] & DS_MASK) == IEEE80211_TO_DS;
	default:
		return is_clients_control(frame);
	}
}

static bool is_everybody(const uint8_t *address)
{
	static const uint8_t everybody[ADDR_LEN] = { 0xff, 0xff, 0xff,
						     0xff, 0xff, 0xff };

	return !memcmp(address, everybody, ADDR_LEN);
}

/* Public action frames may go to an access point before an association (ANQP),
 * and to all (DPP). Their BSSID is the receiver or the wildcard. */
static bool is_public_to_receiver(const uint8_t *frame, size_t len)
{
	const uint8_t *to = ieee80211_addr1(frame);
	const uint8_t *bssid = ieee80211_addr3(frame);

	return ieee80211_is_public_action(frame, len) &&
	       !(frame[1] & IEEE80211_PROTECTED) &&
	       (!cloudmac_addr_is_group(to) || is_everybody(to)) &&
	       (is_everybody(bssid) || !memcmp(bssid, to, ADDR_LEN));
}

bool guest_filter_receiver(const uint8_t *frame, size_t len,
			   const uint8_t *bssid)
{
	bool is_to_bss = !memcmp(ieee80211_addr1(frame), bssid, ADDR_LEN);

	if (!is_type(frame, IEEE80211_TYPE_MGMT))
		return is_to_bss;
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_DISASSOC:
	case IEEE80211_DEAUTH:
	case IEEE80211_ACTION:
		return (is_to_bss &&
			!memcmp(ieee80211_addr3(frame), bssid, ADDR_LEN)) ||
		       is_public_to_receiver(frame, len);
	default:
		return true;
	}
}

bool guest_filter_is_to(const uint8_t *frame, const uint8_t *address)
{
	if (memcmp(ieee80211_addr1(frame), address, ADDR_LEN))
		return false;
	if (!is_type(frame, IEEE80211_TYPE_CONTROL))
		return true;
	return (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_BAR;
}

bool guest_filter_is_to_bss(const uint8_t *frame)
{
	if (!ieee80211_is_to_group(frame))
		return false;
	return is_type(frame, IEEE80211_TYPE_MGMT) ||
	       (frame[1] & DS_MASK) == IEEE80211_FROM_DS;
}

bool guest_filter_is_scanned(const uint8_t *frame)
{
	uint8_t subtype = frame[0] & IEEE80211_SUBTYPE_MASK;

	return subtype == IEEE80211_BEACON || subtype == IEEE80211_PROBE_RESP;
}

bool guest_filter_is_auth(const uint8_t *frame, size_t len)
{
	return (frame[0] & IEEE80211_SUBTYPE_MASK) == IEEE80211_AUTH &&
	       !(frame[1] & IEEE80211_PROTECTED) &&
	       len >= MGMT_HLEN + AUTH_FIXED;
}
