/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of access points that a radio receives. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stdbool.h>

struct agent;
struct radio;
struct uplink_frame;

/* Handles a frame that no station sent. Another WTP may have sent it to a
 * station of a VAP of this one. A beacon goes to the VAPs that requested those
 * of neighbours: then returns true. */
bool foreign_handle(struct agent *agent, struct radio *radio,
		    const struct uplink_frame *frame);

#endif
