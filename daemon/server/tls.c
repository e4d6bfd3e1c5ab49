/* SPDX-License-Identifier: Apache-2.0 */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

#include "floor_file.h"
#include "utc_time.h"
#include "version.h"

static const char *openssl_reason(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	return reason ? reason : "unknown error";
}

/* Refuses certificates of the same authority that are not a controller's, such
 * as a WTP's. OpenSSL has verified the chain ('good'). */
static int verify_peer(int good, X509_STORE_CTX *store)
{
	X509 *cert = X509_STORE_CTX_get_current_cert(store);

	if (!good || X509_STORE_CTX_get_error_depth(store) > 0)
		return good;
	if ((X509_get_extension_flags(cert) & EXFLAG_XKUSAGE) &&
	    (X509_get_extended_key_usage(cert) & XKU_SSL_CLIENT) &&
	    credentials_has_uri(cert, TLS_CONTROLLER_URI))
		return 1;
	X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
	return 0;
}

static int64_t running_s(void)
{
	return (int64_t)(clock_us() / 1000000);
}

/* Verifies the peer's chain as OpenSSL does, but not by the clock alone. */
static int verify_chain(X509_STORE_CTX *store, void *arg)
{
	const struct clock_floor *floor = arg;
	const X509 *cert = X509_STORE_CTX_get0_cert(store);

	int64_t now = clock_floor_check_time(
		floor, time(NULL), credentials_begin(cert), running_s());

	/* OpenSSL takes no later time where time_t has 32 bits. */
	if (sizeof(time_t) < sizeof(now) && now > INT32_MAX)
		now = INT32_MAX;
	X509_STORE_CTX_set_time(store, 0, (time_t)now);
	return X509_verify_cert(store);
}

static void init_floor(struct clock_floor *floor, int64_t kept)
{
	static const char date[] = VERSION_DATE "T00:00:00Z";
	int64_t time = 0;

	utc_time_parse(date, strlen(date), &time);
	clock_floor_init(floor, time, kept, running_s());
}

SSL_CTX *tls_server_new(const struct config_control *config,
			const struct credentials_owner *owner,
			struct clock_floor *floor, int64_t kept,
			config_report *report, void *arg)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

	if (!ctx) {
		report(arg, "OpenSSL has no TLS 1.3");
		ERR_clear_error();
		return NULL;
	}
	SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION);
	SSL_CTX_set_max_proto_version(ctx, TLS1_3_VERSION);
	/* A resumed session would outlive the certificate. */
	SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
	SSL_CTX_set_num_tickets(ctx, 0);
	SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE |
				      SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
				      SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_verify(ctx,
			   SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
			   verify_peer);
	SSL_CTX_set_cert_verify_callback(ctx, verify_chain, floor);
	init_floor(floor, kept);
	if (!credentials_load(ctx, config, owner, floor, report, arg)) {
		SSL_CTX_free(ctx);
		return NULL;
	}
	return ctx;
}

bool tls_check(const struct config_control *config,
	       const struct credentials_owner *owner, config_report *report,
	       void *arg)
{
	struct clock_floor floor;
	bool good;
	SSL_CTX *ctx;

	if (!config->is_configured)
		return true;
	good = floor_file_check(config, report, arg);
	ctx = tls_server_new(config, owner, &floor, floor_file_peek(config),
			     report, arg);
	SSL_CTX_free(ctx);
	return ctx && good;
}

bool tls_learn_time(const SSL *ssl, struct clock_floor *floor)
{
	return clock_floor_raise(
		floor, credentials_begin(SSL_get0_peer_certificate(ssl)),
		"a controller's certificate", running_s());
}

const char *tls_reason(const SSL *ssl)
{
	long verified = SSL_get_verify_result(ssl);
	const char *reason;

	if (verified == X509_V_ERR_APPLICATION_VERIFICATION)
		reason = "the certificate is not a controller's";
	else if (verified != X509_V_OK)
		reason = X509_verify_cert_error_string(verified);
	else if (ERR_peek_last_error())
		reason = openssl_reason();
	else
		reason = "the peer closed the connection";
	ERR_clear_error();
	return reason;
}
