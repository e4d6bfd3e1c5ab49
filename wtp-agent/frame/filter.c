/* SPDX-License-Identifier: Apache-2.0 */
#include "filter.h"

#include <string.h>

#include "cloudmac.h"
#include "ieee80211.h"

static enum drop_reason filter_mgmt(const uint8_t *frame)
{
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_ASSOC_REQ:
	case IEEE80211_REASSOC_REQ:
	case IEEE80211_PROBE_REQ:
		return DROP_NONE;
	case IEEE80211_AUTH:
	case IEEE80211_DEAUTH:
	case IEEE80211_DISASSOC:
	case IEEE80211_ACTION:
	case IEEE80211_ACTION_NOACK:
		return memcmp(ieee80211_addr2(frame), ieee80211_addr3(frame),
			      CLOUDMAC_ADDR_LEN)
			       ? DROP_NONE
			       : DROP_FROM_AP;
	case IEEE80211_ATIM:
		return DROP_NOT_FOR_US;
	default:
		return DROP_FROM_AP;
	}
}

static enum drop_reason filter_data(const uint8_t *frame,
				    filter_serves *serves, void *arg)
{
	switch (frame[1] & (IEEE80211_TO_DS | IEEE80211_FROM_DS)) {
	case IEEE80211_TO_DS:
		return DROP_NONE;
	case IEEE80211_FROM_DS:
		return DROP_FROM_AP;
	case 0:
		return DROP_NOT_FOR_US;
	default:
		return serves(arg, ieee80211_addr1(frame)) ? DROP_NONE
							   : DROP_NOT_FOR_US;
	}
}

static enum drop_reason filter_control(const uint8_t *frame,
				       filter_serves *serves, void *arg)
{
	switch (frame[0] & IEEE80211_SUBTYPE_MASK) {
	case IEEE80211_PS_POLL:
		return DROP_NONE;
	case IEEE80211_BAR:
		return serves(arg, ieee80211_addr1(frame)) ? DROP_NONE
							   : DROP_CONTROL;
	default:
		return DROP_CONTROL;
	}
}

static enum drop_reason filter_type(const uint8_t *frame,
				    filter_serves *serves, void *arg)
{
	switch (frame[0] & IEEE80211_TYPE_MASK) {
	case IEEE80211_TYPE_MGMT:
		return filter_mgmt(frame);
	case IEEE80211_TYPE_DATA:
		return filter_data(frame, serves, arg);
	default:
		return filter_control(frame, serves, arg);
	}
}

enum drop_reason filter_uplink(const uint8_t *frame, size_t len,
			       filter_serves *serves, void *arg)
{
	enum drop_reason reason;
	const uint8_t *sender;

	if (len > CLOUDMAC_80211_MAX)
		return DROP_TOO_LONG;
	if (!cloudmac_80211_hdrlen(frame, (uint32_t)len))
		return DROP_80211;
	reason = filter_type(frame, serves, arg);
	if (reason)
		return reason;
	sender = ieee80211_addr2(frame);
	if (cloudmac_addr_is_group(sender) || cloudmac_addr_is_null(sender))
		return DROP_ADDRESS;
	return DROP_NONE;
}
