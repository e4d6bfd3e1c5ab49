/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accepts connections in a thread of its own, and does their TLS handshakes
 * there, so that neither delays frames. Only connections with a valid
 * certificate come out of it.
 *
 * A connection that does not complete its handshake within DOOR_STALL_MS ends.
 * A source has at most DOOR_STRANGERS of them. A new one replaces the oldest
 * of its source, or of the source with the most if all DOOR_MAX are in use.
 */
#ifndef DOOR_H
#define DOOR_H

#include <openssl/ssl.h>
#include <stdbool.h>

#define DOOR_STALL_MS	10000
#define DOOR_MAX	12
#define DOOR_STRANGERS	4
#define DOOR_PEER_LEN	64
#define DOOR_REASON_LEN 128

struct door;

/* A connection whose handshake succeeded, or one that was refused. */
struct door_event {
	SSL *ssl; /* the caller's from now on, with its socket 'fd'; or NULL */
	int fd;
	char peer[DOOR_PEER_LEN];     /* its address, for messages */
	char reason[DOOR_REASON_LEN]; /* of the refusal */
};

/* Starts the thread. 'listener' is a listening socket and stays the caller's,
 * as does 'tls'; both must outlive the door. The thread has the privileges of
 * the caller. Returns NULL with errno. */
struct door *door_open(SSL_CTX *tls, int listener);

/* Returns the descriptor that is readable when there is an event. */
int door_fd(const struct door *door);

/* Reads an event. Returns false if there is none. */
bool door_read(struct door *door, struct door_event *event);

/* Ends the thread and the connections in it. Null-safe. */
void door_close(struct door *door);

#endif
