/* SPDX-License-Identifier: Apache-2.0 */
/* The daemon ovs-vswitchd, over the sockets of ovs-appctl(8) and of
 * ovs-ofctl(8). */
#ifndef VSWITCHD_H
#define VSWITCHD_H

#include "lvnf_marker.h"
#include "vswitch.h"

/*
 * The datapath follows the flow tables as they are now after the ends of so
 * many dumps.
 *
 * Flows in the datapath are made from the flow tables, and revalidators make
 * them anew, one dump of the datapath after the other. "revalidator/wait"
 * answers at the end of a dump, which may have begun before the tables
 * changed; the next one may have begun before the switch's main thread has
 * told the revalidators of the change. Only the third one has begun after it.
 * Revalidators rest up to 500 ms between dumps, but not after a change, so the
 * daemon also adds and removes an address that nobody has.
 */
#define VSWITCHD_DUMPS 3

/* Waits for the end of a dump. Returns false with '*error' filled if the
 * switch fails, or as soon as 'stop_fd' is readable. */
bool vswitchd_await_dump(const struct vswitch *vswitch, int stop_fd,
			 struct node_error *error);

/* Lets the bridge handle a marker as if it had come in at the port with this
 * OpenFlow number. The switch does not tell if there is no such port. */
bool vswitchd_send_marker(const struct vswitch *vswitch, uint32_t in_port,
			  const struct marker_plan *plan,
			  struct node_error *error);

#endif
