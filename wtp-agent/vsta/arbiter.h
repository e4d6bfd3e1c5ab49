/* SPDX-License-Identifier: Apache-2.0 */
/* Decides which virtual station has which channel. A radio has one channel.
 * Without a virtual station that holds it, the next hello that names another
 * frequency moves the radio, unless its channel is pinned. */
#ifndef ARBITER_H
#define ARBITER_H

#include "guests.h"

/* What the decision needs of a radio. */
struct arbiter_radio {
	unsigned int index;
	unsigned int mhz;    /* the channel it has, 0: unknown */
	unsigned int target; /* the channel it is moving to, 0: none */
	bool pinned;
};

enum arbiter_verdict {
	ARBITER_SILENT, /* no hello that names a frequency */
	ARBITER_ON,	/* the radio is on its channel */
	ARBITER_WAIT,	/* the radio moves there: its frames wait */
	ARBITER_PINNED, /* refused: the radio may not leave its channel, or
			 * may not transmit on the other one */
	ARBITER_BUSY,	/* refused: another one holds the channel */
};

/* Status codes of IEEE Std 802.11-2020, 9.4.1.9, for an authentication that is
 * refused. */
#define ARBITER_STATUS_PINNED 37 /* the request has been declined */
#define ARBITER_STATUS_BUSY   39 /* not successful, try another BSS */

enum arbiter_verdict arbiter_judge(const struct guests *guests,
				   const struct guest *guest,
				   const struct arbiter_radio *radio,
				   uint64_t now_ms);

/* Returns the frequency that the radio has to move to, or 0. */
unsigned int arbiter_target(const struct guests *guests,
			    const struct arbiter_radio *radio,
			    uint64_t now_ms);

/* The radio may not transmit at 'mhz': refuses this channel to the virtual
 * stations that name it now. */
void arbiter_deny(struct guests *guests, unsigned int radio, unsigned int mhz);

#endif
