/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of vsta/: virtual stations, whose antenna a radio is
 * (SPECIFICATION.md, 1.5).
 *
 *	vsta.h		frames and messages, in both directions
 *	vsta_state.h	the state of all of them
 *	guests.h	what the hellos say (no I/O)
 *	guest_filter.h	which frames one may send, and which it receives
 *	guest_frames.h	frames that the agent makes for one
 *	arbiter.h	which one has which channel (no I/O)
 *	channel.h	moves the radio, refuses authentications
 *	scans.h		what scans still want, and past visits (no I/O)
 *	scanner.h	visits other channels
 *	scan_frames.h	the frames of scans
 *	scan_memory.h	answers scans from earlier visits
 *	scan_end.h	ends scans from memory, and overdue ones
 *	scan_needs.h	what scans need of a visit
 *	bss_table.h	the BSSs that radios hear (no I/O)
 *	bss_sightings.h	the BSSIDs that they heard lately (no I/O)
 *
 * In these files a virtual station is a guest. Its queue is that of a VAP: the
 * guest is the VAP, and its access point the station.
 */
#ifndef VSTA_H
#define VSTA_H

#include "arbiter.h"
#include "bss_table.h"
#include "guest_filter.h"
#include "guest_frames.h"
#include "vsta_state.h"

/* The arguments of '*host' must outlive '*vsta'. */
void vsta_init(struct vsta *vsta, const struct vsta_host *host);

/* Stops all timers. Requests to the radios have no effect any more. */
void vsta_close(struct vsta *vsta);
void vsta_destroy(struct vsta *vsta);

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

/* Handles the TX status of an injected frame. Returns true if no virtual
 * station or VAP gets it. */
bool vsta_status(struct vsta *vsta, const struct radio *radio,
		 const struct uplink_frame *frame);

/* Goes on with what waits for frames in flight. */
void vsta_run(struct vsta *vsta, const struct radio *radio);

enum vsta_use {
	VSTA_UNUSED, /* no virtual station receives the frame */
	VSTA_COPIED, /* some do; VAPs may too */
	VSTA_TAKEN,  /* no VAP may receive it */
};

/* Sends a received frame to the virtual stations that need it. 'frame->frame'
 * is not NULL. Sets 'frame->station' if a virtual station is the receiver. */
enum vsta_use vsta_uplink(struct vsta *vsta, const struct radio *radio,
			  struct uplink_frame *frame);

#endif
