/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of vsta/: virtual stations, whose antenna a radio is
 * (SPECIFICATION.md, 1.5).
 *
 *	vsta.h		frames and messages, in both directions
 *	vsta_state.h	the state of all of them
 *	guests.h	what the hellos say
 *	guest_filter.h	which frames one may send, and which it receives
 *
 * In these files a virtual station is a guest. Its queue is that of a VAP: the
 * guest is the VAP, and its access point the station.
 */
#ifndef VSTA_H
#define VSTA_H

#include "guest_filter.h"
#include "guests.h"
#include "vsta_state.h"

/* The arguments of '*host' must outlive '*vsta'. */
void vsta_init(struct vsta *vsta, const struct vsta_host *host);

/* The lease of a virtual station has ended. Does nothing for other addresses.
 */
void vsta_forget(struct vsta *vsta, const uint8_t *address);

/* Returns true if 'address' has an installed lease of role station. */
bool vsta_has(const struct vsta *vsta, const uint8_t *address);

/* Handles an Ethernet frame of the downlink that is no frame of kind 0.
 * Returns why the agent drops it, or DROP_NONE. */
enum drop_reason vsta_message(struct vsta *vsta, const uint8_t *data,
			      size_t len);

/* Judges a frame of a virtual station. Returns DROP_NONE if it goes into the
 * queue of the radio that has the lease, else why the agent drops it. */
enum drop_reason vsta_downlink(struct vsta *vsta,
			       const struct downlink_frame *frame);

enum vsta_use {
	VSTA_UNUSED, /* no virtual station receives the frame */
	VSTA_COPIED, /* some do; VAPs may too */
	VSTA_TAKEN,  /* no VAP may receive it */
};

/* Sends a received frame to the virtual stations that need it. 'frame->frame'
 * is not NULL. Sets 'frame->station' if it is taken. */
enum vsta_use vsta_uplink(struct vsta *vsta, const struct radio *radio,
			  struct uplink_frame *frame);

#endif
