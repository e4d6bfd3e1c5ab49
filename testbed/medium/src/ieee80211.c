/* SPDX-License-Identifier: Apache-2.0 */
#include "ieee80211.h"

#include <string.h>

#define SUBTYPE_QOS	      8
#define SUBTYPE_NULL	      4
#define SUBTYPE_BEACON	      8
#define SUBTYPE_DISASSOC      10
#define SUBTYPE_DEAUTH	      12
#define SUBTYPE_ACTION	      13
#define SUBTYPE_BAR	      8
#define SUBTYPE_PS_POLL	      10
#define FC1_RETRY	      0x08
#define FC1_PROTECTED	      0x40
#define BEACON_FIXED	      12 /* timestamp, interval, capabilities */
#define ELEMENT_TIM	      5
#define CATEGORY_BACK	      3
#define ADDBA_LEN	      9
#define DELBA_LEN	      6
#define CIPHER_HLEN	      8
#define MIC_LEN		      8
#define ACTION_ADDBA_RESPONSE 1
#define ACTION_DELBA	      2
#define MAX_WINDOW	      64

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
	unsigned both = IEEE80211_TO_DS | IEEE80211_FROM_DS;

	return IEEE80211_MGMT_HLEN +
	       ((frame[1] & both) == both ? ADDR_LEN : 0);
}

unsigned ieee80211_tid(const uint8_t *frame, size_t len)
{
	if (ieee80211_type(frame) != IEEE80211_DATA ||
	    !(subtype_of(frame) & SUBTYPE_QOS) || len < qos_offset(frame) + 2)
		return NO_TID;
	return frame[qos_offset(frame)] & 15;
}

/* Maps a user priority to its category (table 10-1). */
static enum ac category(unsigned tid)
{
	static const enum ac of[] = { AC_BE, AC_BK, AC_BK, AC_BE,
				      AC_VI, AC_VI, AC_VO, AC_VO };

	return of[tid & 7];
}

enum ac ieee80211_ac(const uint8_t *frame, size_t len)
{
	unsigned tid;

	switch (ieee80211_type(frame)) {
	case IEEE80211_DATA:
		tid = ieee80211_tid(frame, len);
		return tid == NO_TID ? AC_BE : category(tid);
	case IEEE80211_CTL:
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
	if (ieee80211_type(frame) != IEEE80211_CTL)
		frame[1] |= FC1_RETRY;
}

bool ieee80211_is_ps_poll(const uint8_t *frame, size_t len)
{
	return len >= 16 && ieee80211_type(frame) == IEEE80211_CTL &&
	       subtype_of(frame) == SUBTYPE_PS_POLL;
}

bool ieee80211_is_bufferable(const uint8_t *frame)
{
	unsigned subtype = subtype_of(frame);

	if (ieee80211_type(frame) == IEEE80211_MGMT)
		return subtype == SUBTYPE_ACTION ||
		       subtype == SUBTYPE_DEAUTH ||
		       subtype == SUBTYPE_DISASSOC;
	return ieee80211_type(frame) == IEEE80211_DATA;
}

bool ieee80211_tim(const uint8_t *frame, size_t len, struct tim *tim)
{
	size_t at = IEEE80211_MGMT_HLEN + BEACON_FIXED;

	if (ieee80211_type(frame) != IEEE80211_MGMT ||
	    subtype_of(frame) != SUBTYPE_BEACON)
		return false;
	for (; at + 2 <= len && at + 2 + frame[at + 1] <= len;
	     at += 2 + frame[at + 1]) {
		if (frame[at] != ELEMENT_TIM || frame[at + 1] < 4)
			continue;
		/* count, period, bitmap control */
		tim->count = frame[at + 2];
		tim->group = frame[at + 4] & 1;
		return true;
	}
	return false;
}

bool ieee80211_ba_change(const uint8_t *frame, size_t len,
			 struct ba_change *change)
{
	const uint8_t *body = frame + IEEE80211_MGMT_HLEN;
	unsigned parameters;
	bool initiator;

	if (ieee80211_type(frame) != IEEE80211_MGMT ||
	    subtype_of(frame) != SUBTYPE_ACTION || frame[1] & FC1_PROTECTED ||
	    len < IEEE80211_MGMT_HLEN + DELBA_LEN || body[0] != CATEGORY_BACK)
		return false;
	if (body[1] == ACTION_ADDBA_RESPONSE &&
	    len >= IEEE80211_MGMT_HLEN + ADDBA_LEN) {
		/* token, status, parameters: policy, TID, buffer size */
		if (le16(body + 3) != 0)
			return false;
		parameters = le16(body + 5);
		change->begins = true;
		change->tid = parameters >> 2 & 15;
		change->window = parameters >> 6;
		if (!change->window || change->window > MAX_WINDOW)
			change->window = MAX_WINDOW;
		initiator = false; /* the recipient sends the response */
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

enum protected_ba ieee80211_protected_ba(const uint8_t *frame, size_t len)
{
	size_t octets;

	if (ieee80211_type(frame) != IEEE80211_MGMT ||
	    subtype_of(frame) != SUBTYPE_ACTION ||
	    !(frame[1] & FC1_PROTECTED) ||
	    len < IEEE80211_MGMT_HLEN + CIPHER_HLEN + MIC_LEN)
		return PROTECTED_OTHER;
	octets = len - IEEE80211_MGMT_HLEN - CIPHER_HLEN - MIC_LEN;
	/* GCMP and the ciphers with keys of 256 bits have a longer MIC. */
	if (octets == ADDBA_LEN || octets == ADDBA_LEN + MIC_LEN)
		return PROTECTED_ADDBA;
	if (octets == DELBA_LEN || octets == DELBA_LEN + MIC_LEN)
		return PROTECTED_DELBA;
	return PROTECTED_OTHER;
}
