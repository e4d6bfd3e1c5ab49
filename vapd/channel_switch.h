/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A channel switch of a VAP, from the request to its end. Does no I/O: each
 * function returns what to do next.
 *
 *	ask for the status -> order the switch -> wait for its end
 *
 * If no event reports the end in time, the status decides: events can be lost.
 */
#ifndef CHANNEL_SWITCH_H
#define CHANNEL_SWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hostapd_text.h"

/* ms for hostapd and the kernel after the last beacon that announces it. */
#define CHANNEL_SWITCH_GRACE_MS 2000

enum channel_switch_state {
	SWITCH_NONE,
	SWITCH_CHECKS,	  /* waits for the status */
	SWITCH_ORDERED,	  /* waits for the answer to the order */
	SWITCH_ANNOUNCED, /* waits for the end, until the deadline */
	SWITCH_CONFIRMS,  /* waits for the status after the deadline */
};

enum channel_switch_step {
	SWITCH_WAIT,
	SWITCH_ASK_STATUS,
	SWITCH_ORDER, /* channel_switch_command() */
	SWITCH_DONE,
	SWITCH_FAILED, /* 'failure' says why */
};

enum channel_switch_failure {
	SWITCH_NO_ANSWER,  /* hostapd does not answer */
	SWITCH_GONE,	   /* the VAP is down, or has another BSSID */
	SWITCH_SHARED,	   /* the radio has other BSSes, which would switch too
			    */
	SWITCH_REFUSED,	   /* hostapd refuses the order */
	SWITCH_UNFINISHED, /* it was announced but not done in time */
};

struct channel_switch {
	enum channel_switch_state state;
	enum channel_switch_failure failure;
	uint8_t bssid[ADDR_LEN];
	unsigned int frequency, count; /* MHz, beacons */
	uint64_t deadline_ms;	       /* in SWITCH_ANNOUNCED */
	struct hostapd_status status;  /* before the switch */
};

/* Begins a switch to 'frequency' in MHz after 'count' beacons. */
enum channel_switch_step channel_switch_begin(struct channel_switch *job,
					      const uint8_t *bssid,
					      unsigned int frequency,
					      unsigned int count);

/* Handles the answer to STATUS; 'status' is NULL if it has no such BSS. */
enum channel_switch_step
channel_switch_status(struct channel_switch *job,
		      const struct hostapd_status *status);

/* Writes the order to hostapd. */
void channel_switch_command(const struct channel_switch *job, char *out,
			    size_t size);

/* Handles hostapd's answer to the order. */
enum channel_switch_step channel_switch_answer(struct channel_switch *job,
					       const char *answer,
					       uint64_t now_ms);

/* hostapd has not answered. It may switch all the same if it has the order:
 * then the switch goes on, and the status decides after the deadline. */
enum channel_switch_step channel_switch_silence(struct channel_switch *job,
						uint64_t now_ms);

enum channel_switch_step
channel_switch_event(struct channel_switch *job,
		     const struct hostapd_event *event);

/* Checks the deadline. */
enum channel_switch_step channel_switch_tick(struct channel_switch *job,
					     uint64_t now_ms);

#endif
