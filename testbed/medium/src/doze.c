/* SPDX-License-Identifier: Apache-2.0 */
#include "doze.h"

#include <string.h>

/* Checks if the power management bit of a frame is valid: it is in data frames
 * to the access point. */
static bool has_pm_bit(const uint8_t *frame, size_t len)
{
	return len >= IEEE80211_MGMT_HLEN &&
	       ieee80211_type(frame) == IEEE80211_DATA &&
	       (frame[1] & (IEEE80211_TO_DS | IEEE80211_FROM_DS)) ==
		       IEEE80211_TO_DS;
}

void doze_sends(struct doze *doze, const uint8_t *frame, size_t len)
{
	if (has_pm_bit(frame, len) && !(frame[1] & IEEE80211_PM))
		*doze = (struct doze){ 0 };
	else if (ieee80211_is_ps_poll(frame, len))
		doze->polled = doze->asleep;
}

void doze_acked(struct doze *doze, const uint8_t *frame, size_t len)
{
	if (!has_pm_bit(frame, len) || !(frame[1] & IEEE80211_PM) ||
	    doze->asleep)
		return;
	*doze = (struct doze){ .asleep = true };
	memcpy(doze->bssid, ieee80211_ra(frame), ADDR_LEN);
}

static bool is_from_its_ap(const struct doze *doze, const uint8_t *frame,
			   size_t len)
{
	const uint8_t *ta = ieee80211_ta(frame, len);

	return ta && !memcmp(ta, doze->bssid, ADDR_LEN);
}

bool doze_misses(const struct doze *doze, const uint8_t *frame, size_t len)
{
	if (!doze->asleep || !is_from_its_ap(doze, frame, len) ||
	    !ieee80211_is_bufferable(frame))
		return false;
	return addr_is_group(ieee80211_ra(frame)) ? !doze->group
						  : !doze->polled;
}

void doze_heard(struct doze *doze, const uint8_t *frame, size_t len)
{
	struct tim tim;

	if (!doze->asleep || !is_from_its_ap(doze, frame, len))
		return;
	if (ieee80211_tim(frame, len, &tim))
		doze->group = tim.count == 0 && tim.group;
	else if (!ieee80211_is_bufferable(frame))
		return;
	else if (!addr_is_group(ieee80211_ra(frame)))
		doze->polled = false;
	else if (!(frame[1] & IEEE80211_MORE_DATA))
		doze->group = false;
}
