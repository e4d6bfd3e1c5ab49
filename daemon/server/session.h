/* SPDX-License-Identifier: Apache-2.0 */
/* One controller's connection. */
#ifndef SESSION_H
#define SESSION_H

#include <openssl/ssl.h>
#include <stdbool.h>

struct service;
struct session;

/*
 * Serves a connection whose handshake is done, and frees 'ssl' and closes its
 * socket 'fd' at the end. 'peer' is its address, for messages. Calls 'closed'
 * when the session ends by itself; the session is freed then. Returns NULL
 * without memory, with both closed.
 *
 * A session ends when an incomplete line or unread output makes no progress
 * for SESSION_STALL_MS, when more than SESSION_OUTPUT_MAX octets of
 * notifications wait, or when no request comes for the configured idle time.
 */
struct session *
session_open(const struct service *service, SSL *ssl, int fd, const char *peer,
	     void (*closed)(void *arg, const struct session *session),
	     void *arg);

#define SESSION_STALL_MS   10000
#define SESSION_OUTPUT_MAX (512 * 1024)

/* Ends the session without calling 'closed'. Null-safe. */
void session_close(struct session *session);

/* Returns true if the peer has read all output. */
bool session_is_idle(const struct session *session);

/* Sends a notification and frees its text. The session does not end here; if
 * it has to, the loop ends it soon. */
void session_notify(struct session *session, char *text);

#endif
