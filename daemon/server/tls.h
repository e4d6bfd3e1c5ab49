/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.3 with certificates on both sides (OpenSSL). */
#ifndef TLS_H
#define TLS_H

#include <openssl/ssl.h>

#include "base/base.h"
#include "clock_floor.h"
#include "config/config.h"
#include "credentials.h"

#define TLS_CONTROLLER_URI "urn:cloudmac:controller"

/* Returns the server's context with the configured certificates and key; see
 * credentials_load() for 'owner'. It accepts peers whose certificate is of the
 * configured authority, for client authentication and in the name of the
 * controller. It checks certificates against the clock, or against 'floor' if
 * that is later; 'floor' must outlive the context. 'kept' is the floor that a
 * file has kept, as a UNIX time in s, or 0. Returns NULL after errors, which
 * go to 'report'. */
SSL_CTX *tls_server_new(const struct config_control *config,
			const struct credentials_owner *owner,
			struct clock_floor *floor, int64_t kept,
			config_report *report, void *arg);

/* Checks the configured files, without a server. Returns false
 * after errors, which go to 'report'. True without a section 'control'. */
bool tls_check(const struct config_control *config,
	       const struct credentials_owner *owner, config_report *report,
	       void *arg);

/* Raises 'floor' to the begin of the certificate of an authenticated peer.
 * Returns false if the floor is there already. */
bool tls_learn_time(const SSL *ssl, struct clock_floor *floor);

/* Returns in words why a handshake failed. Clears OpenSSL's errors. */
const char *tls_reason(const SSL *ssl);

#endif
