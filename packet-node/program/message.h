/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between the daemon and the supervisor of a program: JSON objects on
 * a socket that keeps them apart. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <sys/types.h>

#define MESSAGE_MAX 131072 /* octets; a request of the protocol fits */

/* Makes the socket of a program in the daemon's network namespace, and
 * listens. It has no file, so nothing of it is left. Returns a descriptor, or
 * a negative errno. */
int message_listen(const char *lvnf);

/* Connects to the supervisor of a program, whose process is '*pid' then.
 * Returns a descriptor, or a negative errno; -ECONNREFUSED: there is none. */
int message_connect(const char *lvnf, pid_t *pid);

/* Accepts a connection of root. Returns a descriptor, or -1. */
int message_accept(int listener);

/* Sends a message and consumes it. Does not wait for the receiver. */
bool message_send(int socket, struct json_object *message);

/* Receives a message without waiting. Returns NULL if there is none, or with
 * '*is_over' at the end of the connection. */
struct json_object *message_receive(int socket, bool *is_over);

#endif
