/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Controlled Delay (RFC 8289): decides for the first frame of a queue whether
 * to drop it. No I/O and no clock here: times are microseconds of the caller's
 * clock, which may step backwards.
 *
 * A frame is late if it waited for the target or longer. If all frames of an
 * interval are late the queue drops one, and then more and more often until
 * one is not late. The last frames of a queue are never late: one aggregate's
 * worth, or the radio could not aggregate.
 */
#ifndef CODEL_H
#define CODEL_H

#include <stdbool.h>
#include <stdint.h>

/* RFC 8289, 4.3 and 4.4. */
#define CODEL_TARGET_US	  5000
#define CODEL_INTERVAL_US 100000

/* Below this rate a few frames take longer than the target, and the round trip
 * longer than the interval. mac80211 allows its slow stations more time too.
 */
#define CODEL_SLOW_KBPS	    12000
#define CODEL_SLOW_TARGET   10 /* times */
#define CODEL_SLOW_INTERVAL 3  /* times */

struct codel_settings {
	uint32_t target_us, interval_us;
};

/* The state of a queue; all zeros at the start. */
struct codel {
	bool dropping;
	uint32_t count, last_count; /* drops of this state, at its start */
	uint64_t late_after_us;	    /* the end of the first interval, or 0 */
	uint64_t next_us;	    /* the next drop */
};

/* Returns the settings for a station of this rate. */
struct codel_settings codel_settings_for(const struct codel_settings *settings,
					 uint32_t kbps);

/* Decides about the first frame of a queue at the time it leaves. 'since_us':
 * when it arrived. 'last': no more than an aggregate waits. Returns true if
 * the caller drops the frame and asks for the next one. */
bool codel_drops(struct codel *codel, const struct codel_settings *settings,
		 uint64_t since_us, uint64_t now_us, bool last);

#endif
