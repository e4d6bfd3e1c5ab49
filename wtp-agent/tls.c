/* SPDX-License-Identifier: Apache-2.0 */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct reporter {
	config_report *report;
	void *arg;
	bool failed;
};

static void complain(struct reporter *reporter, const char *file,
		     const char *what)
{
	char text[CONFIG_PATH_MAX + 256];

	snprintf(text, sizeof(text), "%s: %s", file, what);
	reporter->report(reporter->arg, text);
	reporter->failed = true;
	ERR_clear_error();
}

static const char *openssl_reason(void)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	return reason ? reason : "unknown error";
}

static bool has_uri(X509 *cert, const char *uri)
{
	GENERAL_NAMES *names =
		X509_get_ext_d2i(cert, NID_subject_alt_name, NULL, NULL);
	bool found = false;

	for (int i = 0; !found && i < sk_GENERAL_NAME_num(names); i++) {
		const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
		const ASN1_IA5STRING *value;

		if (name->type != GEN_URI)
			continue;
		value = name->d.uniformResourceIdentifier;
		found = ASN1_STRING_length(value) == (int)strlen(uri) &&
			!memcmp(ASN1_STRING_get0_data(value), uri,
				strlen(uri));
	}
	GENERAL_NAMES_free(names);
	return found;
}

/* The chain is good or bad already; a certificate of the same authority that
 * is not a controller's, such as another WTP's, is refused here. */
static int verify_peer(int good, X509_STORE_CTX *store)
{
	X509 *cert = X509_STORE_CTX_get_current_cert(store);

	if (!good || X509_STORE_CTX_get_error_depth(store) > 0)
		return good;
	if ((X509_get_extension_flags(cert) & EXFLAG_XKUSAGE) &&
	    (X509_get_extended_key_usage(cert) & XKU_SSL_CLIENT) &&
	    has_uri(cert, TLS_CONTROLLER_URI))
		return 1;
	X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
	return 0;
}

static void check_own(struct reporter *reporter, const char *file, X509 *cert,
		      const uint8_t *id)
{
	char uri[sizeof(TLS_WTP_URI) + ADDR_TEXTLEN] = TLS_WTP_URI;
	char what[sizeof(uri) + 64];

	if (X509_cmp_current_time(X509_get0_notAfter(cert)) < 0)
		complain(reporter, file, "the certificate has expired");
	if (!id)
		return;
	addr_format(id, uri + strlen(TLS_WTP_URI));
	if (has_uri(cert, uri))
		return;
	snprintf(what, sizeof(what),
		 "the certificate is not this WTP's: "
		 "it has no URI %s",
		 uri);
	complain(reporter, file, what);
}

static void check_key_mode(struct reporter *reporter, const char *file)
{
	struct stat status;

	if (!stat(file, &status) && (status.st_mode & (S_IRWXG | S_IRWXO)))
		complain(reporter, file,
			 "the key can be read by others: "
			 "its mode is to be 0600");
}

static void load(struct reporter *reporter, SSL_CTX *ctx,
		 const struct config *config, const uint8_t *id)
{
	if (SSL_CTX_use_certificate_chain_file(ctx, config->cert) != 1)
		complain(reporter, config->cert, openssl_reason());
	else
		check_own(reporter, config->cert,
			  SSL_CTX_get0_certificate(ctx), id);
	check_key_mode(reporter, config->key);
	if (SSL_CTX_use_PrivateKey_file(ctx, config->key, SSL_FILETYPE_PEM) !=
	    1)
		complain(reporter, config->key, openssl_reason());
	if (SSL_CTX_load_verify_file(ctx, config->ca) != 1)
		complain(reporter, config->ca, openssl_reason());
	else
		SSL_CTX_set_client_CA_list(
			ctx, SSL_load_client_CA_file(config->ca));
}

SSL_CTX *tls_open(const struct config *config, const uint8_t *id,
		  config_report *report, void *arg)
{
	struct reporter reporter = { report, arg, false };
	SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

	if (!ctx) {
		complain(&reporter, "TLS", openssl_reason());
		return NULL;
	}
	SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION);
	SSL_CTX_set_max_proto_version(ctx, TLS1_3_VERSION);
	/* A resumed session would outlive the certificate that began it. */
	SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
	SSL_CTX_set_num_tickets(ctx, 0);
	SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE |
				      SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
				      SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_verify(ctx,
			   SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
			   verify_peer);
	load(&reporter, ctx, config, id);
	if (reporter.failed) {
		SSL_CTX_free(ctx);
		return NULL;
	}
	return ctx;
}

const char *tls_reason(const SSL *ssl)
{
	long verified = SSL_get_verify_result(ssl);
	const char *reason;

	if (verified == X509_V_ERR_APPLICATION_VERIFICATION)
		reason = "its certificate is not a controller's";
	else if (verified != X509_V_OK)
		reason = X509_verify_cert_error_string(verified);
	else if (ERR_peek_last_error())
		reason = openssl_reason();
	else
		reason = "the connection was closed";
	ERR_clear_error();
	return reason;
}
