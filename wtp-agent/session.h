/* SPDX-License-Identifier: Apache-2.0 */
/* One controller's connection. */
#ifndef SESSION_H
#define SESSION_H

#include <openssl/ssl.h>
#include <stdbool.h>

struct agent;
struct session;

/*
 * Serve the connected socket 'fd', which is taken over. 'closed' is called
 * when the session ends by itself, and then it is gone. 'peer' is its address,
 * for messages. Returns NULL if there is no memory.
 *
 * A session ends when the handshake, a begun line or a pending answer makes
 * no progress for SESSION_STALL_MS, or when no request comes for the idle time
 * of the configuration.
 */
struct session *
session_open(struct agent *agent, SSL_CTX *tls, int fd, const char *peer,
	     void (*closed)(void *arg, const struct session *session),
	     void *arg);

#define SESSION_STALL_MS 10000

/* End it without calling 'closed'. Null-safe. */
void session_close(struct session *session);

/* Has the peer shown a controller's certificate? */
bool session_is_authenticated(const struct session *session);

#endif
