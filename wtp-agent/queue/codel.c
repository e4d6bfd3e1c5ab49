/* SPDX-License-Identifier: Apache-2.0 */
#include "codel.h"

/* RFC 8289, 5.4: a dropping state that begins within so many intervals of the
 * previous one continues at its rate of drops. */
#define RESUME_INTERVALS 16

struct codel_settings codel_settings_for(const struct codel_settings *settings,
					 uint32_t kbps)
{
	struct codel_settings out = *settings;

	if (kbps < CODEL_SLOW_KBPS) {
		out.target_us *= CODEL_SLOW_TARGET;
		out.interval_us *= CODEL_SLOW_INTERVAL;
	}
	return out;
}

/* Returns the integer square root. */
static uint32_t square_root(uint64_t value)
{
	uint64_t root = 0, bit = 1ull << 62;

	while (bit > value)
		bit >>= 2;
	for (; bit; bit >>= 2) {
		if (value >= root + bit) {
			value -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
	}
	return (uint32_t)root;
}

/* RFC 8289, 5.5: the interval divided by the square root of the drops. */
static uint32_t pause_us(const struct codel_settings *settings, uint32_t count)
{
	uint64_t square = (uint64_t)settings->interval_us *
			  settings->interval_us / count;

	return square_root(square);
}

/* Returns true if the frames of a whole interval were late. */
static bool is_persistently_late(struct codel *codel,
				 const struct codel_settings *settings,
				 uint64_t since_us, uint64_t now_us, bool last)
{
	uint64_t end_us = now_us + settings->interval_us;

	if (last || now_us < since_us ||
	    now_us - since_us < settings->target_us) {
		codel->late_after_us = 0;
		return false;
	}
	/* The second case is a backward step of the clock. */
	if (!codel->late_after_us || codel->late_after_us > end_us) {
		codel->late_after_us = end_us;
		return false;
	}
	return now_us >= codel->late_after_us;
}

static void start_dropping(struct codel *codel,
			   const struct codel_settings *settings,
			   uint64_t now_us)
{
	uint64_t resume_us =
		RESUME_INTERVALS * (uint64_t)settings->interval_us;
	uint32_t delta = codel->count - codel->last_count;

	codel->dropping = true;
	codel->count =
		delta > 1 && now_us < codel->next_us + resume_us ? delta : 1;
	codel->last_count = codel->count;
	codel->next_us = now_us + pause_us(settings, codel->count);
}

bool codel_drops(struct codel *codel, const struct codel_settings *settings,
		 uint64_t since_us, uint64_t now_us, bool last)
{
	if (!is_persistently_late(codel, settings, since_us, now_us, last)) {
		codel->dropping = false;
		return false;
	}
	if (!codel->dropping) {
		start_dropping(codel, settings, now_us);
		return true;
	}
	if (codel->next_us > now_us + settings->interval_us)
		codel->next_us = now_us + settings->interval_us;
	if (now_us < codel->next_us)
		return false;
	codel->count += codel->count < UINT32_MAX;
	codel->next_us += pause_us(settings, codel->count);
	return true;
}
