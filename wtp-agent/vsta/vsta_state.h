/* SPDX-License-Identifier: Apache-2.0 */
/* The state of all virtual stations of an agent. */
#ifndef VSTA_STATE_H
#define VSTA_STATE_H

#include "frame/frame.h"
#include "guests.h"
#include "limits/limits.h"
#include "radio/radio.h"

/* What the agent does for virtual stations. */
struct vsta_ops {
	/* Sends a frame on the wired interface, at once. */
	void (*send)(void *arg, const struct uplink_frame *frame);
};

/* What virtual stations use of the agent. */
struct vsta_host {
	struct radio *radios;
	size_t radios_n;
	const struct lease_table *leases;
	struct newcomers *newcomers;
	int vlan;
	const struct vsta_ops *ops;
	void *arg; /* of the ops */
};

struct vsta {
	struct vsta_host host;
	struct guests guests;
};

#endif
