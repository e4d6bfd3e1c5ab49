/* SPDX-License-Identifier: Apache-2.0 */
/* One controller's connection. */
#ifndef SESSION_H
#define SESSION_H

#include <openssl/ssl.h>
#include <stdbool.h>

struct control_host;
struct session;

/*
 * Serves a connection whose handshake is done, and frees 'ssl' and closes its
 * socket 'fd' at the end. 'peer' is its address, for messages. Calls 'closed'
 * when the session ends by itself; the session is freed then. Returns NULL
 * without memory, with both closed.
 *
 * A session ends when an incomplete line or an unread answer makes no progress
 * for SESSION_STALL_MS, or when no request comes for the configured idle time.
 */
struct session *session_open(
	const struct control_host *host, SSL *ssl, int fd, const char *peer,
	void (*closed)(void *arg, const struct session *session), void *arg);

#define SESSION_STALL_MS 10000

/* Ends the session without calling 'closed'. Null-safe. */
void session_close(struct session *session);

#endif
