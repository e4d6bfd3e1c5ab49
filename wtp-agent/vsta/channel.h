/* SPDX-License-Identifier: Apache-2.0 */
/* Moves a radio to the channel that its virtual stations need, and refuses
 * others: the I/O of arbiter.h. */
#ifndef CHANNEL_MOVES_H
#define CHANNEL_MOVES_H

#include "arbiter.h"
#include "vsta_state.h"

/* Judges a virtual station by its last hello. */
enum arbiter_verdict channel_judge(const struct vsta_radio *on,
				   const struct guest *guest);

/* Moves the radio if a hello demands that. Does nothing while it visits
 * another channel, or moves. */
void channel_run(struct vsta_radio *on);

/* Answers an authentication frame of a virtual station that is refused. */
void channel_refuse(struct vsta_radio *on, const struct guest *guest,
		    const struct downlink_frame *auth,
		    enum arbiter_verdict verdict);

#endif
