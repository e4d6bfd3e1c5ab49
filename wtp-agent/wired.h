/* SPDX-License-Identifier: Apache-2.0 */
/* Sends to the VAPs on the wired interface, in segments what exceeds its MTU.
 */
#ifndef WIRED_H
#define WIRED_H

struct agent;
struct tally;
struct uplink_frame;

/* Adds a frame to the batch. Counts it in 'tally' when it is sent. */
void wired_send(struct agent *agent, const struct uplink_frame *frame,
		struct tally *tally);

/* Sends the batch. */
void wired_flush(struct agent *agent);

#endif
