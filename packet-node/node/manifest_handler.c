/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "lvnf_access.h"
#include "manifest.h"
#include "manifest_parts.h"

#define ENTRIES_MAX 65535 /* of a handler that is no command */

bool manifest_read_command(const struct manifest_reader *in,
			   struct json_object *from, const char *key,
			   struct manifest_command *command)
{
	struct json_object *list;
	size_t n;

	if (!manifest_get(in, from, key, json_type_array, &list))
		return false;
	n = list ? json_object_array_length(list) : 0;
	if (list && (!n || n > MANIFEST_WORDS_MAX))
		return manifest_fail(in, "'%s' has 1 to %d words, not %zu",
				     key, MANIFEST_WORDS_MAX, n);
	for (size_t i = 0; i < n; i++) {
		command->words[i] = manifest_text(
			in, json_object_array_get_idx(list, i), key);
		if (!command->words[i])
			return false;
	}
	return !n || command->words[0][0] == '/' ||
	       manifest_fail(in,
			     "'%s' begins with an absolute path, not "
			     "'%.40s'",
			     key, command->words[0]);
}

static bool read_set(const struct manifest_reader *in, const char *text,
		     struct manifest_set *set)
{
	static const char *const families[] = { "bridge", "ip",	 "ip6",
						"inet",	  "arp", "netdev",
						NULL };
	int end = 0;

	if (sscanf(text, "%7s %31s %31s%n", set->family, set->table, set->name,
		   &end) != 3 ||
	    text[end] || !manifest_is_word(set->table, 31, "-_") ||
	    !manifest_is_word(set->name, 31, "-_") ||
	    !manifest_is_one_of(set->family, families))
		return manifest_fail(in,
				     "'set' is the family, the table and the "
				     "name of a set, as 'bridge filter "
				     "blocked', not '%.60s'",
				     text);
	return true;
}

static bool read_access(const struct manifest_reader *in,
			struct json_object *from,
			struct manifest_handler *handler)
{
	struct json_object *list;
	size_t n;

	handler->access = LVNF_READ;
	if (!manifest_get(in, from, "access", json_type_array, &list))
		return false;
	if (!list)
		return true;
	handler->access = 0;
	n = json_object_array_length(list);
	for (size_t i = 0; i < n; i++) {
		const char *word = manifest_text(
			in, json_object_array_get_idx(list, i), "access");

		if (!word)
			return false;
		if (!strcmp(word, "read"))
			handler->access |= LVNF_READ;
		else if (!strcmp(word, "write"))
			handler->access |= LVNF_WRITE;
		else if (!strcmp(word, "migrate"))
			handler->access |= LVNF_MIGRATE;
		else
			return manifest_fail(in,
					     "'access' is read, write or "
					     "migrate, not '%.40s'",
					     word);
	}
	return handler->kind != MANIFEST_COMMAND ||
	       handler->access == LVNF_READ ||
	       manifest_fail(in,
			     "handler '%.40s' is a command: its access is "
			     "read",
			     handler->name);
}

static bool read_output(const struct manifest_reader *in,
			struct json_object *from,
			struct manifest_handler *handler)
{
	static const char *const outputs[] = { "text", "json", NULL };
	const char *output;

	if (!manifest_word(in, from, "output", outputs, &output))
		return false;
	handler->is_json = output && !strcmp(output, "json");
	return true;
}

static bool read_handler(const struct manifest_reader *in,
			 struct json_object *from, struct manifest *manifest)
{
	static const char *const keys[] = { "handler",	   "command", "set",
					    "connections", "access",  "output",
					    "limit-ms",	   NULL };
	static const char *const families[] = { "ipv4", NULL };
	struct manifest_handler handler = { 0 };
	const char *set, *family;

	handler.command.limit_ms = MANIFEST_LIMIT_MS;
	if (!json_object_is_type(from, json_type_object))
		return manifest_fail(in, "'handlers' is a list of objects");
	if (!manifest_only(in, from, keys, "handlers") ||
	    !manifest_string(in, from, "handler", &handler.name) ||
	    !manifest_string(in, from, "set", &set) ||
	    !manifest_word(in, from, "connections", families, &family) ||
	    !manifest_read_command(in, from, "command", &handler.command) ||
	    !manifest_number(in, from, "limit-ms", 1, MANIFEST_LIMIT_MS_MAX,
			     &handler.command.limit_ms) ||
	    !read_output(in, from, &handler))
		return false;
	if (!handler.name || !manifest_is_word(handler.name, 15, "_"))
		return manifest_fail(in, "'handler' has 1 to 15 letters, "
					 "digits and underscores");
	if (manifest_handler(manifest, handler.name))
		return manifest_fail(in, "two handlers '%s'", handler.name);
	if (!set + !family + !handler.command.words[0] != 2)
		return manifest_fail(in,
				     "handler '%s' has either 'command', "
				     "'set' or 'connections'",
				     handler.name);
	handler.kind = set	? MANIFEST_SET
		       : family ? MANIFEST_CONNECTIONS
				: MANIFEST_COMMAND;
	if ((set && !read_set(in, set, &handler.set)) ||
	    !read_access(in, from, &handler))
		return false;
	manifest->handlers[manifest->handlers_n++] = handler;
	return true;
}

bool manifest_read_handlers(const struct manifest_reader *in,
			    struct manifest *manifest)
{
	struct json_object *list;
	size_t n;

	if (!manifest_get(in, in->json, "handlers", json_type_array, &list))
		return false;
	n = list ? json_object_array_length(list) : 0;
	if (n > IMAGE_HANDLERS_MAX)
		return manifest_fail(in, "more than %d handlers",
				     IMAGE_HANDLERS_MAX);
	for (size_t i = 0; i < n; i++)
		if (!read_handler(in, json_object_array_get_idx(list, i),
				  manifest))
			return false;
	return true;
}

const struct manifest_handler *
manifest_handler(const struct manifest *manifest, const char *name)
{
	for (size_t i = 0; i < manifest->handlers_n; i++)
		if (!strcmp(manifest->handlers[i].name, name))
			return &manifest->handlers[i];
	return NULL;
}

struct json_object *
manifest_handler_json(const struct manifest_handler *handler)
{
	static const char *const types[] = { "command", "set", "connections" };
	struct json_object *out = json_object_new_object();
	struct json_object *access = json_object_new_array();

	if (handler->access & LVNF_READ)
		json_object_array_add(access, json_object_new_string("read"));
	if (handler->access & LVNF_WRITE)
		json_object_array_add(access, json_object_new_string("write"));
	if (handler->access & LVNF_MIGRATE)
		json_object_array_add(access,
				      json_object_new_string("migrate"));
	json_object_object_add(out, "handler",
			       json_object_new_string(handler->name));
	json_object_object_add(out, "access", access);
	json_object_object_add(out, "type",
			       json_object_new_string(types[handler->kind]));
	json_object_object_add(
		out, "entries",
		json_object_new_int64(
			handler->kind == MANIFEST_COMMAND ? 1 : ENTRIES_MAX));
	return out;
}
