/* SPDX-License-Identifier: Apache-2.0 */
/* Images of kind program: a JSON text, as lvnf/PROGRAMS.md describes it. Does
 * no I/O. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gate/gate.h"
#include "image_limits.h"
#include "node_error.h"

#define MANIFEST_WORDS_MAX	  64
#define MANIFEST_FILES_MAX	  16
#define MANIFEST_CAPABILITIES_MAX 2
#define MANIFEST_TEXT_MAX	  48 /* of an address, with the final 0 */

/* The words of a command, and NULL at the end; no words: no command. */
struct manifest_command {
	const char *words[MANIFEST_WORDS_MAX + 1];
	unsigned int limit_ms;
};

struct manifest_file {
	const char *name, *text;
};

/* A set of nftables: family, table, name. */
struct manifest_set {
	char family[8], table[32], name[32];
};

enum manifest_kind {
	MANIFEST_COMMAND, /* which is read */
	MANIFEST_SET,
	MANIFEST_CONNECTIONS, /* of IPv4, that the kernel tracks */
};

struct manifest_handler {
	const char *name;
	unsigned int access; /* LVNF_READ, ... */
	enum manifest_kind kind;
	bool is_json; /* what the command prints */
	struct manifest_command command;
	struct manifest_set set;
};

struct manifest {
	struct json_object *json; /* has all texts */
	const char *ruleset;	  /* of nftables, or NULL */
	struct manifest_command command;
	struct manifest_file files[MANIFEST_FILES_MAX];
	size_t files_n;
	struct manifest_handler handlers[IMAGE_HANDLERS_MAX];
	size_t handlers_n;
	/* Of bridge br0; empty: none. */
	char address[MANIFEST_TEXT_MAX], gateway[MANIFEST_TEXT_MAX];
	unsigned int prefix_len;
	bool is_router; /* of packets of IPv4 that come to br0 */
	/* As bubblewrap has them. */
	const char *capabilities[MANIFEST_CAPABILITIES_MAX];
	size_t capabilities_n;
	enum gate_failure_action on_failure;
	struct manifest_command probe;
	unsigned int period_ms; /* of the probe */
	unsigned int cpu_percent, memory_mib, processes;
};

/* Returns true for the octets of an image that could be a manifest: an object
 * file begins otherwise. */
bool manifest_is_likely(const uint8_t *octets, size_t len);

/* Reads a manifest. The caller closes it also after a failure. */
bool manifest_parse(struct manifest *manifest, const uint8_t *octets,
		    size_t len, struct node_error *error);
void manifest_close(struct manifest *manifest);

/* Returns the handler of this name, or NULL. */
const struct manifest_handler *
manifest_handler(const struct manifest *manifest, const char *name);

/* Returns {"handler", "access", "type", "entries"}. */
struct json_object *
manifest_handler_json(const struct manifest_handler *handler);

#endif
