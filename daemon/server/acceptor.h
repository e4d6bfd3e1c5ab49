/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accepts connections in a thread of its own, and does their TLS handshakes
 * there, so that neither delays frames. Only connections with a valid
 * certificate come out of it.
 *
 * A connection that does not complete its handshake within ACCEPTOR_STALL_MS
 * ends. A source has at most ACCEPTOR_PER_SOURCE of them. A new one replaces
 * the oldest of its source, or of the source with the most if all ACCEPTOR_MAX
 * are in use.
 *
 * The thread also raises the clock's floor by the certificates of these
 * connections and keeps it in its file: the flash may be slow.
 */
#ifndef ACCEPTOR_H
#define ACCEPTOR_H

#include <openssl/ssl.h>
#include <stdbool.h>

#include "clock_floor.h"
#include "floor_file.h"

#define ACCEPTOR_STALL_MS   10000
#define ACCEPTOR_MAX	    12
#define ACCEPTOR_PER_SOURCE 4
#define ACCEPTOR_PEER_LEN   64
#define ACCEPTOR_REASON_LEN 128

struct acceptor;

/* A connection whose handshake succeeded, or one that was refused. */
struct acceptor_event {
	SSL *ssl; /* the caller's from now on, with its socket 'fd'; or NULL */
	int fd;
	char peer[ACCEPTOR_PEER_LEN];	  /* its address, for messages */
	char reason[ACCEPTOR_REASON_LEN]; /* of the refusal */
};

/* Starts the thread. 'listener' is a listening socket and stays the caller's,
 * as does 'tls', and 'floor' and 'file', which only the thread uses; all must
 * outlive the acceptor. The thread has the privileges of the caller. Returns
 * NULL with errno. */
struct acceptor *acceptor_open(SSL_CTX *tls, int listener,
			       struct clock_floor *floor,
			       struct floor_file *file);

/* Returns the descriptor that is readable when there is an event. */
int acceptor_fd(const struct acceptor *acceptor);

/* Reads an event. Returns false if there is none. */
bool acceptor_read(struct acceptor *acceptor, struct acceptor_event *event);

/* Ends the thread and the connections in it. Null-safe. */
void acceptor_close(struct acceptor *acceptor);

#endif
