/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PRIVILEGES_H
#define PRIVILEGES_H

#include <stdbool.h>
#include <sys/types.h>

/* What a daemon needs after its start. */
struct privileges {
	const char *user;
	const char *group; /* NULL: the user's */
	bool network;	   /* CAP_NET_ADMIN (interfaces, channel, power) and
			    * CAP_NET_RAW (packet sockets) */
};

/*
 * Changes to a user and group permanently. Keeps no capabilities but those
 * that are wanted and that the process has, and gains no other privileges
 * later. Logs errors and returns false.
 */
bool privileges_drop(const struct privileges *wanted);

/* Finds the ids that privileges_drop() changes to: those of the process
 * without root. Logs errors and returns false. */
bool privileges_ids(const struct privileges *wanted, uid_t *user,
		    gid_t *group);

#endif
