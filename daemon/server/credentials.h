/* SPDX-License-Identifier: Apache-2.0 */
/* The certificates and the key of the configuration's section 'control'. */
#ifndef CREDENTIALS_H
#define CREDENTIALS_H

#include <openssl/ssl.h>
#include <stdbool.h>

#include "base/base.h"
#include "clock_floor.h"
#include "config/config.h"

/* Whose certificate 'cert' has to be. */
struct credentials_owner {
	char uri[128];	    /* of its subjectAltName */
	const char *kind;   /* "WTP", for messages */
	const char *option; /* that the name in the URI depends on */
};

/*
 * Loads the configured 'ca', 'cert' and 'key' into 'ctx' and checks them:
 *
 *	- Each file is readable PEM.
 *	- The certificates are valid now, by the clock or the floor.
 *	- The key belongs to 'cert', and only its owner can read it.
 *	- 'cert' is the certificate of 'owner', or anybody's if NULL.
 *
 * First it raises 'floor' to the begin of 'cert' and 'ca' and to the kept
 * floor. Logs once if the clock is below the floor.
 *
 * Reports each error with its option and a remedy. Returns false after any
 * error.
 */
bool credentials_load(SSL_CTX *ctx, const struct config_control *config,
		      const struct credentials_owner *owner,
		      struct clock_floor *floor, config_report *report,
		      void *arg);

/* Returns true if a certificate has a subjectAltName of this URI. */
bool credentials_has_uri(X509 *cert, const char *uri);

/* Returns the UNIX time in s of a certificate's begin. */
int64_t credentials_begin(const X509 *cert);

#endif
