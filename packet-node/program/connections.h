/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The connections of IPv4 that the kernel tracks, as entries of a handler. The
 * key has what identifies a connection, the value its state and translation,
 * both as options of conntrack:
 *
 *	"-s 10.0.0.1 -d 10.0.0.2 -p tcp --sport 1000 --dport 80"
 *	"-t 300 -u SEEN_REPLY,ASSURED -n 192.0.2.1:5555 --state ESTABLISHED"
 *
 * Does no I/O.
 */
#ifndef CONNECTIONS_H
#define CONNECTIONS_H

#include "entries.h"

/* Reads what "conntrack -L -o save" has printed. Returns {"entries", "more"}
 * behind the key 'after', which may be NULL, as a line of the protocol has
 * room for; NULL with '*error' filled after a failure. Protocols other than
 * TCP, UDP and ICMP are left out. */
struct json_object *connections_read(const char *printed, const char *after,
				     struct node_error *error);

/* Returns the lines for "conntrack -R" that delete the keys in 'deleted',
 * which need not be there, and replace those of 'entries'; either may be NULL.
 * The caller frees them. NULL: '*error' is filled. */
char *connections_write(struct json_object *entries,
			struct json_object *deleted, struct node_error *error);

#endif
