/* SPDX-License-Identifier: Apache-2.0 */
/* One controller's connection. */
#ifndef SESSION_H
#define SESSION_H

#include <openssl/ssl.h>
#include <stdbool.h>

struct control_host;
struct session;

/* What a session tells its owner. */
struct session_owner {
	/* The peer has shown a controller's certificate. */
	void (*authenticated)(void *arg, const struct session *session);
	/* The session ended by itself; it is freed then. */
	void (*closed)(void *arg, const struct session *session);
	void *arg;
};

/*
 * Serves the connected socket 'fd' and closes it at the end. 'peer' is its
 * address, for messages. 'owner' must outlive the session. Returns NULL
 * without memory, with 'fd' closed.
 *
 * A session ends when the handshake, an incomplete line or an unread answer
 * makes no progress for SESSION_STALL_MS, or when no request comes for the
 * configured idle time.
 */
struct session *session_open(const struct control_host *host, SSL_CTX *tls,
			     int fd, const char *peer,
			     const struct session_owner *owner);

#define SESSION_STALL_MS 10000

/* Ends the session without calling 'closed'. Null-safe. */
void session_close(struct session *session);

/* Returns true if the peer has shown a controller's certificate. */
bool session_is_authenticated(const struct session *session);

#endif
