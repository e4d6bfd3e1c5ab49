/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.3 with certificates on both sides (OpenSSL). */
#ifndef TLS_H
#define TLS_H

#include <openssl/ssl.h>

#include "addr.h"
#include "config.h"

#define TLS_CONTROLLER_URI "urn:cloudmac:controller"
#define TLS_WTP_URI	   "urn:cloudmac:wtp:"

/*
 * A server's context with the configured files: certificate and key of the WTP
 * 'id' (or of any, if NULL), and the authority that the controllers'
 * certificates come from. Peers are accepted with a certificate of that
 * authority, for client authentication, in the name of the controller.
 *
 * Returns NULL, having told 'report' each thing that is wrong.
 */
SSL_CTX *tls_open(const struct config *config, const uint8_t *id,
		  config_report *report, void *arg);

/* Why a handshake failed, in words. Clears OpenSSL's errors. */
const char *tls_reason(const SSL *ssl);

#endif
