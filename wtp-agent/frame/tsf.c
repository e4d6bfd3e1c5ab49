/* SPDX-License-Identifier: Apache-2.0 */
#include "tsf.h"

#include "ieee80211.h"

void tsf_stamp(const struct tsf *tsf, uint64_t now_us, uint8_t *frame,
	       size_t len)
{
	if (ieee80211_has_timestamp(frame, len))
		ieee80211_set_timestamp(frame, now_us + tsf->offset_us);
}

void tsf_learn(struct tsf *tsf, const uint8_t *sent, size_t len,
	       const uint8_t *echo, size_t echo_len)
{
	uint64_t ahead;

	if (!ieee80211_has_timestamp(sent, len) ||
	    !ieee80211_has_timestamp(echo, echo_len))
		return;
	ahead = ieee80211_timestamp(echo) - ieee80211_timestamp(sent);
	if (ahead + TSF_SAME_US > 2 * (uint64_t)TSF_SAME_US)
		tsf->offset_us += ahead;
}
