/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manifest_parts.h"

#define PERIOD_MS_MIN 20
#define PERIOD_MS_MAX 3600000
#define PERIOD_MS     1000

bool manifest_is_likely(const uint8_t *octets, size_t len)
{
	while (len && *octets && strchr(" \t\r\n", *octets)) {
		octets++;
		len--;
	}
	return len && *octets == '{';
}

/* --- the probe ----------------------------------------------------------- */

static bool read_probe(const struct manifest_reader *in,
		       struct manifest *manifest)
{
	static const char *const keys[] = { "command", "period-ms", "limit-ms",
					    NULL };
	struct json_object *probe;

	manifest->period_ms = PERIOD_MS;
	manifest->probe.limit_ms = MANIFEST_LIMIT_MS;
	if (!manifest_get(in, in->json, "probe", json_type_object, &probe))
		return false;
	if (!probe)
		return true;
	if (!manifest_only(in, probe, keys, "probe") ||
	    !manifest_read_command(in, probe, "command", &manifest->probe) ||
	    !manifest_number(in, probe, "period-ms", PERIOD_MS_MIN,
			     PERIOD_MS_MAX, &manifest->period_ms) ||
	    !manifest_number(in, probe, "limit-ms", 1, MANIFEST_LIMIT_MS_MAX,
			     &manifest->probe.limit_ms))
		return false;
	return manifest->probe.words[0] ||
	       manifest_fail(in, "'probe' has no 'command'");
}

/* --- files --------------------------------------------------------------- */

static bool read_file(const struct manifest_reader *in, const char *name,
		      struct json_object *value, struct manifest *manifest)
{
	const struct manifest_file file = { name,
					    manifest_text(in, value, name) };

	if (!file.text)
		return false;
	if (manifest->files_n == MANIFEST_FILES_MAX)
		return manifest_fail(in, "more than %d 'files'",
				     MANIFEST_FILES_MAX);
	if (!manifest_is_word(name, 64, ".-_") || *name == '.')
		return manifest_fail(in,
				     "a file's name has 1 to 64 letters, "
				     "digits, dots, hyphens and underscores, "
				     "not '%.64s'",
				     name);
	manifest->files[manifest->files_n++] = file;
	return true;
}

static bool read_files(const struct manifest_reader *in,
		       struct manifest *manifest)
{
	struct json_object_iterator at, end;
	struct json_object *files;

	if (!manifest_get(in, in->json, "files", json_type_object, &files))
		return false;
	if (!files)
		return true;
	at = json_object_iter_begin(files);
	end = json_object_iter_end(files);
	for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at))
		if (!read_file(in, json_object_iter_peek_name(&at),
			       json_object_iter_peek_value(&at), manifest))
			return false;
	return true;
}

/* --- the rest ------------------------------------------------------------ */

static bool read_address(const struct manifest_reader *in,
			 struct manifest *manifest)
{
	const char *address, *gateway;
	struct json_object *router;
	struct in_addr parsed;
	const char *slash;
	char *end = NULL;
	unsigned long len;

	if (!manifest_string(in, in->json, "address", &address) ||
	    !manifest_string(in, in->json, "gateway", &gateway) ||
	    !manifest_get(in, in->json, "router", json_type_boolean, &router))
		return false;
	manifest->is_router = router && json_object_get_boolean(router);
	if ((gateway || manifest->is_router) && !address)
		return manifest_fail(in, "'%s' needs an 'address'",
				     gateway ? "gateway" : "router");
	if (gateway && inet_pton(AF_INET, gateway, &parsed) != 1)
		return manifest_fail(in,
				     "'gateway' is an IPv4 address, not "
				     "'%.40s'",
				     gateway);
	snprintf(manifest->gateway, sizeof(manifest->gateway), "%s",
		 gateway ? gateway : "");
	if (!address)
		return true;
	slash = strchr(address, '/');
	len = slash ? strtoul(slash + 1, &end, 10) : 0;
	snprintf(manifest->address, sizeof(manifest->address), "%.*s",
		 slash ? (int)(slash - address) : 0, address);
	manifest->prefix_len = (unsigned int)len;
	if (len < 1 || len > 32 || *end ||
	    inet_pton(AF_INET, manifest->address, &parsed) != 1)
		return manifest_fail(in,
				     "'address' is an IPv4 address with the "
				     "length of its prefix, as 192.0.2.1/24, "
				     "not '%.40s'",
				     address);
	return true;
}

/* Programs cannot have others: CAP_NET_ADMIN would let one remove its gate. */
static bool read_capabilities(const struct manifest_reader *in,
			      struct manifest *manifest)
{
	struct json_object *list;
	size_t n;

	if (!manifest_get(in, in->json, "capabilities", json_type_array,
			  &list))
		return false;
	n = list ? json_object_array_length(list) : 0;
	for (size_t i = 0; i < n && i < MANIFEST_CAPABILITIES_MAX; i++) {
		const char *word =
			manifest_text(in, json_object_array_get_idx(list, i),
				      "capabilities");

		if (!word)
			return false;
		if (strcmp(word, "net-raw"))
			return manifest_fail(
				in,
				"'capabilities' may have net-raw, "
				"not '%.40s'",
				word);
		manifest->capabilities[manifest->capabilities_n++] =
			"CAP_NET_RAW";
	}
	return true;
}

static bool read_limits(const struct manifest_reader *in,
			struct manifest *manifest)
{
	static const char *const keys[] = { "cpu-percent", "memory-mib",
					    "processes", NULL };
	struct json_object *limits;

	manifest->cpu_percent = 50;
	manifest->memory_mib = 128;
	manifest->processes = 32;
	if (!manifest_get(in, in->json, "limits", json_type_object, &limits))
		return false;
	return !limits || (manifest_only(in, limits, keys, "limits") &&
			   manifest_number(in, limits, "cpu-percent", 1, 6400,
					   &manifest->cpu_percent) &&
			   manifest_number(in, limits, "memory-mib", 8, 65536,
					   &manifest->memory_mib) &&
			   manifest_number(in, limits, "processes", 1, 4096,
					   &manifest->processes));
}

static bool read_on_failure(const struct manifest_reader *in,
			    struct manifest *manifest)
{
	static const char *const words[] = { "bypass", "drop", NULL };
	const char *word;

	if (!manifest_word(in, in->json, "on-failure", words, &word))
		return false;
	manifest->on_failure = word && !strcmp(word, "drop")
				       ? GATE_FAIL_DROP
				       : GATE_FAIL_BYPASS;
	return true;
}

static bool read_all(const struct manifest_reader *in,
		     struct manifest *manifest)
{
	static const char *const keys[] = {
		"ruleset", "command",	   "files",	 "handlers",
		"address", "gateway",	   "on-failure", "probe",
		"limits",  "capabilities", "router",	 NULL,
	};

	if (!manifest_only(in, in->json, keys, "image") ||
	    !manifest_string(in, in->json, "ruleset", &manifest->ruleset) ||
	    !manifest_read_command(in, in->json, "command",
				   &manifest->command) ||
	    !read_files(in, manifest) ||
	    !manifest_read_handlers(in, manifest) ||
	    !read_address(in, manifest) || !read_on_failure(in, manifest) ||
	    !read_probe(in, manifest) || !read_limits(in, manifest) ||
	    !read_capabilities(in, manifest))
		return false;
	return manifest->ruleset || manifest->command.words[0] ||
	       manifest_fail(in, "neither 'ruleset' nor 'command'");
}

bool manifest_parse(struct manifest *manifest, const uint8_t *octets,
		    size_t len, struct node_error *error)
{
	struct manifest_reader in = { .error = error };

	*manifest = (struct manifest){ 0 };
	in.json = manifest->json = manifest_json(octets, len);
	if (!json_object_is_type(in.json, json_type_object))
		return manifest_fail(&in, "it is no JSON object");
	return read_all(&in, manifest);
}

void manifest_close(struct manifest *manifest)
{
	json_object_put(manifest->json);
	*manifest = (struct manifest){ 0 };
}
