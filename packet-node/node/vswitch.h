/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of LVNFs at this node's Open vSwitch. */
#ifndef VSWITCH_H
#define VSWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "node_error.h"

/* How long a daemon waits for the database. */
#define VSWITCH_ANSWER_MS 4000

/* Where the switch is. */
struct vswitch {
	const char *bridge;   /* empty: ports are at no switch */
	const char *database; /* path of the socket of ovsdb-server */
	uint64_t deadline_us; /* of clock_us(), for all calls; 0: none */
};

#define VSWITCH_PATH_LEN 200

/* Writes the path of a file in the folder of the database's socket. */
void vswitch_file(char out[VSWITCH_PATH_LEN], const struct vswitch *vswitch,
		  const char *file);

/* Adds a port and waits until it is open. Sets its OpenFlow number. */
bool vswitch_add_port(const struct vswitch *vswitch, const char *ifname,
		      const char *lvnf, int64_t *number,
		      struct node_error *error);

/* Removes a port. No error if there is none. */
bool vswitch_remove_port(const struct vswitch *vswitch, const char *ifname,
			 struct node_error *error);

/* Reads the OpenFlow number of a port; -1 if it is not open, or not at this
 * bridge. */
bool vswitch_port_number(const struct vswitch *vswitch, const char *ifname,
			 int64_t *number, struct node_error *error);

/* Removes all ports that a daemon like this one has added, but those for which
 * 'is_kept' returns true. */
bool vswitch_remove_others(const struct vswitch *vswitch,
			   bool (*is_kept)(void *arg, const char *ifname),
			   void *arg, struct node_error *error);

#endif
