/* SPDX-License-Identifier: Apache-2.0 */
#include "credentials.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "utc_time.h"

/* One option that names a file. */
struct credential {
	const char *option, *path;
	config_report *report;
	void *report_arg;
	bool valid;
};

static void __attribute__((format(printf, 2, 3)))
report_error(struct credential *credential, const char *fmt, ...)
{
	char what[256], text[CONFIG_PATH_MAX + sizeof(what) + 64];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	snprintf(text, sizeof(text), "section 'control', '%s = %s': %s",
		 credential->option, credential->path, what);
	credential->report(credential->report_arg, text);
	credential->valid = false;
	ERR_clear_error();
}

/* Returns the opened file, or NULL after an error. */
static FILE *open_file(struct credential *credential)
{
	FILE *file = fopen(credential->path, "re");
	struct stat status;

	if (file && !fstat(fileno(file), &status) && S_ISDIR(status.st_mode)) {
		fclose(file);
		errno = EISDIR;
		file = NULL;
	}
	if (!file)
		report_error(credential,
			     "cannot read it: %s; correct the path or create "
			     "the file with cloudmac-pki",
			     strerror(errno));
	return file;
}

static int64_t unix_time(const ASN1_TIME *time)
{
	struct tm fields;

	return ASN1_TIME_to_tm(time, &fields) == 1 ? utc_time_of(&fields) : 0;
}

int64_t credentials_begin(const X509 *cert)
{
	return unix_time(X509_get0_notBefore(cert));
}

static int64_t end_of(const X509 *cert)
{
	return unix_time(X509_get0_notAfter(cert));
}

/* Checks that a certificate is valid at 'now'. */
static void check_dates(struct credential *credential, const X509 *cert,
			int64_t now)
{
	if (end_of(cert) <= now)
		report_error(credential, "the certificate has expired; renew "
					 "it with cloudmac-pki");
	else if (credentials_begin(cert) > now)
		report_error(credential,
			     "the certificate is not valid yet; check the "
			     "clock of this host");
}

/* Returns the first certificate of the file, or NULL after an error. */
static X509 *read_certificate(struct credential *credential)
{
	FILE *file = open_file(credential);
	X509 *cert;

	if (!file)
		return NULL;
	cert = PEM_read_X509(file, NULL, NULL, NULL);
	fclose(file);
	if (!cert)
		report_error(credential,
			     "it has no certificate in PEM format; use the "
			     ".pem file that cloudmac-pki made");
	return cert;
}

/* Refuses to ask for a passphrase: a daemon has no terminal. */
static int no_passphrase(char *text, int size, int writing, void *arg)
{
	(void)text;
	(void)size;
	(void)writing;
	(void)arg;
	return -1;
}

/* Returns the private key of the file, or NULL after an error. */
static EVP_PKEY *read_key(struct credential *credential)
{
	FILE *file = open_file(credential);
	struct stat status;
	EVP_PKEY *key;

	if (!file)
		return NULL;
	if (!fstat(fileno(file), &status) &&
	    (status.st_mode & (S_IRWXG | S_IRWXO)))
		report_error(credential,
			     "other users can read the key; run 'chmod 0600' "
			     "on it");
	key = PEM_read_PrivateKey(file, NULL, no_passphrase, NULL);
	fclose(file);
	if (!key)
		report_error(credential,
			     "it has no unencrypted private key in PEM "
			     "format; use the .key file that cloudmac-pki "
			     "made");
	return key;
}

bool credentials_has_uri(X509 *cert, const char *uri)
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

static void check_owner(struct credential *credential, X509 *cert,
			const struct credentials_owner *owner)
{
	if (!credentials_has_uri(cert, owner->uri))
		report_error(credential,
			     "the certificate is of another %s: it has no "
			     "URI %s; issue one for this %s, or set '%s'",
			     owner->kind, owner->uri, owner->kind,
			     owner->option);
}

/* Loads certificate, which is NULL after an error, and key, which must belong
 * together. */
static void load_identity(SSL_CTX *ctx, struct credential *cert_file,
			  X509 *cert, struct credential *key_file,
			  const struct credentials_owner *owner, int64_t now)
{
	EVP_PKEY *key = read_key(key_file);

	if (cert) {
		check_dates(cert_file, cert, now);
		if (owner)
			check_owner(cert_file, cert, owner);
		if (SSL_CTX_use_certificate_chain_file(ctx, cert_file->path) !=
		    1)
			report_error(cert_file, "OpenSSL refuses it: %s",
				     ERR_reason_error_string(
					     ERR_peek_last_error()));
	}
	if (cert && key) {
		if (X509_check_private_key(cert, key) != 1)
			report_error(key_file,
				     "the key does not belong to the "
				     "certificate in 'cert'; install both "
				     "from the same run of cloudmac-pki");
		else if (SSL_CTX_use_PrivateKey(ctx, key) != 1)
			report_error(key_file, "OpenSSL refuses it: %s",
				     ERR_reason_error_string(
					     ERR_peek_last_error()));
	}
	EVP_PKEY_free(key);
}

static void load_authority(SSL_CTX *ctx, struct credential *ca_file, X509 *ca,
			   int64_t now)
{
	check_dates(ca_file, ca, now);
	if (X509_check_ca(ca) < 1)
		report_error(ca_file,
			     "it is not the certificate of an authority; use "
			     "ca.pem of cloudmac-pki");
	if (SSL_CTX_load_verify_file(ctx, ca_file->path) != 1)
		report_error(ca_file, "OpenSSL refuses it: %s",
			     ERR_reason_error_string(ERR_peek_last_error()));
	else
		SSL_CTX_set_client_CA_list(
			ctx, SSL_load_client_CA_file(ca_file->path));
}

/* Raises the floor to what the own certificate and that of the authority
 * prove. Either may be NULL. Returns the time to check both at. */
static int64_t learn_time(struct clock_floor *floor, const X509 *cert,
			  const X509 *ca)
{
	char kept[UTC_TIME_LEN + 1], said[UTC_TIME_LEN + 1],
		used[UTC_TIME_LEN + 1];
	int64_t running = (int64_t)(clock_us() / 1000000), clock = time(NULL);
	int64_t now;

	if (cert && !clock_floor_set_own(floor, credentials_begin(cert),
					 end_of(cert), running))
		log_warn("clock-floor: its time %s is after the end of the "
			 "certificate in 'cert' and is ignored; remove the "
			 "file if the time is wrong",
			 utc_time_format(floor->kept, kept));
	if (ca)
		clock_floor_raise(floor, credentials_begin(ca), "'ca'",
				  running);
	now = clock_floor_now(floor, running);
	if (clock >= now)
		return clock;
	log_warn("the clock says %s, but it is %s or later, by %s: "
		 "certificates are checked against that",
		 utc_time_format(clock, said), utc_time_format(now, used),
		 floor->source);
	return now;
}

bool credentials_load(SSL_CTX *ctx, const struct config_control *config,
		      const struct credentials_owner *owner,
		      struct clock_floor *floor, config_report *report,
		      void *arg)
{
	struct credential cert = { "cert", config->cert, report, arg, true };
	struct credential key = { "key", config->key, report, arg, true };
	struct credential ca = { "ca", config->ca, report, arg, true };

	X509 *own = read_certificate(&cert),
	     *authority = read_certificate(&ca);
	int64_t now = learn_time(floor, own, authority);

	load_identity(ctx, &cert, own, &key, owner, now);
	if (authority)
		load_authority(ctx, &ca, authority, now);
	X509_free(own);
	X509_free(authority);
	return cert.valid && key.valid && ca.valid;
}
