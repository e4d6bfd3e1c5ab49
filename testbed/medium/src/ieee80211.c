/* SPDX-License-Identifier: Apache-2.0 */
#include "ieee80211.h"

#include <string.h>

#define TYPE_MGMT	      0
#define TYPE_CTL	      1
#define TYPE_DATA	      2
#define SUBTYPE_QOS	      8
#define SUBTYPE_NULL	      4
#define SUBTYPE_ACTION	      13
#define SUBTYPE_BAR	      8
#define SUBTYPE_PS_POLL	      10
#define FC1_TO_DS	      0x01
#define FC1_FROM_DS	      0x02
#define FC1_RETRY	      0x08
#define FC1_PROTECTED	      0x40
#define MGMT_HLEN	      24
#define CATEGORY_BACK	      3
#define ACTION_ADDBA_RESPONSE 1
#define ACTION_DELBA	      2
#define MAX_WINDOW	      64

static unsigned type_of(const uint8_t *frame)
{
	return frame[0] >> 2 & 3;
}

static unsigned subtype_of(const uint8_t *frame)
{
	return frame[0] >> 4;
}

static unsigned le16(const uint8_t *at)
{
	return at[0] | at[1] << 8;
}

const uint8_t *ieee80211_ta(const uint8_t *frame, size_t len)
{
	if (len < 16)
		return NULL;
	return frame + 10;
}

static size_t qos_offset(const uint8_t *frame)
{
	unsigned both = FC1_TO_DS | FC1_FROM_DS;

	return MGMT_HLEN + ((frame[1] & both) == both ? ADDR_LEN : 0);
}

unsigned ieee80211_tid(const uint8_t *frame, size_t len)
{
	if (type_of(frame) != TYPE_DATA ||
	    !(subtype_of(frame) & SUBTYPE_QOS) || len < qos_offset(frame) + 2)
		return NO_TID;
	return frame[qos_offset(frame)] & 15;
}

/* By user priority, table 10-1. */
static enum ac category(unsigned tid)
{
	static const enum ac of[] = { AC_BE, AC_BK, AC_BK, AC_BE,
				      AC_VI, AC_VI, AC_VO, AC_VO };

	return of[tid & 7];
}

enum ac ieee80211_ac(const uint8_t *frame, size_t len)
{
	unsigned tid;

	switch (type_of(frame)) {
	case TYPE_DATA:
		tid = ieee80211_tid(frame, len);
		return tid == NO_TID ? AC_BE : category(tid);
	case TYPE_CTL:
		if (subtype_of(frame) == SUBTYPE_BAR && len >= 18)
			return category(le16(frame + 16) >> 12);
		return subtype_of(frame) == SUBTYPE_PS_POLL ? AC_BE : AC_VO;
	default:
		return AC_VO;
	}
}

bool ieee80211_can_aggregate(const uint8_t *frame, size_t len)
{
	return ieee80211_tid(frame, len) < 8 &&
	       !(subtype_of(frame) & SUBTYPE_NULL) &&
	       !addr_is_group(ieee80211_ra(frame));
}

unsigned ieee80211_seq(const uint8_t *frame)
{
	return le16(frame + 22) >> 4;
}

void ieee80211_set_retry(uint8_t *frame)
{
	if (type_of(frame) != TYPE_CTL)
		frame[1] |= FC1_RETRY;
}

bool ieee80211_ba_change(const uint8_t *frame, size_t len,
			 struct ba_change *change)
{
	const uint8_t *body = frame + MGMT_HLEN;
	unsigned parameters;
	bool initiator;

	if (type_of(frame) != TYPE_MGMT ||
	    subtype_of(frame) != SUBTYPE_ACTION || frame[1] & FC1_PROTECTED ||
	    len < MGMT_HLEN + 6 || body[0] != CATEGORY_BACK)
		return false;
	if (body[1] == ACTION_ADDBA_RESPONSE && len >= MGMT_HLEN + 9) {
		/* token, status, parameters: policy, TID, buffer size */
		if (le16(body + 3) != 0)
			return false;
		parameters = le16(body + 5);
		change->begins = true;
		change->tid = parameters >> 2 & 15;
		change->window = parameters >> 6;
		if (!change->window || change->window > MAX_WINDOW)
			change->window = MAX_WINDOW;
		initiator = false; /* it answers the originator */
	} else if (body[1] == ACTION_DELBA) {
		parameters = le16(body + 2);
		change->begins = false;
		change->tid = parameters >> 12;
		initiator = parameters >> 11 & 1;
	} else {
		return false;
	}
	memcpy(change->originator, initiator ? frame + 10 : frame + 4,
	       ADDR_LEN);
	memcpy(change->recipient, initiator ? frame + 4 : frame + 10,
	       ADDR_LEN);
	return true;
}
