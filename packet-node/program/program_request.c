/* SPDX-License-Identifier: Apache-2.0 */
#include "program_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "connections.h"
#include "lvnf_access.h"

#define NFT	  "/usr/sbin/nft"
#define CONNTRACK "/usr/sbin/conntrack"
#define LIST_MAX  (8 * 1024 * 1024) /* octets of a set, or of connections */
#define ENTRY	  64		    /* octets around a text in an answer */

int program_request_input(const char *first, const char *second)
{
	int fd = memfd_create("input", MFD_CLOEXEC);
	const char *const texts[] = { first, second };

	for (int i = 0; i < 2 && fd >= 0; i++) {
		const size_t len = strlen(texts[i]);

		if (write(fd, texts[i], len) == (ssize_t)len)
			continue;
		close(fd);
		fd = -1;
	}
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static struct json_object *answer(const struct program_request *request)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "id", json_object_new_int64(request->id));
	return out;
}

static struct json_object *refuse(const struct program_request *request,
				  const struct node_error *error)
{
	struct json_object *out = answer(request);

	json_object_object_add(out, "failure",
			       json_object_new_int((int)error->failure));
	json_object_object_add(out, "text",
			       json_object_new_string(error->text));
	json_object_object_add(out, "details",
			       json_object_new_string(error->details));
	return out;
}

/* --- beginning ----------------------------------------------------------- */

static const char *text_of(struct json_object *message, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(message, key, &value)
		       ? json_object_get_string(value)
		       : "";
}

/* Fills the words of a command of the daemon's own. */
static void set_words(struct program_request *request, struct sandbox_job *job)
{
	const struct manifest_set *set = &request->handler->set;
	const char *const words[2][2][8] = {
		{ { NFT, "-j", "list", "set", set->family, set->table,
		    set->name, NULL },
		  { NFT, "-f", "-", NULL } },
		{ { CONNTRACK, "-L", "-o", "save", "-f", "ipv4", NULL },
		  { CONNTRACK, "-R", "-", NULL } },
	};
	const bool is_set = request->handler->kind == MANIFEST_SET;

	memcpy(request->words, words[!is_set][request->is_writing],
	       sizeof(request->words));
	job->words = request->words;
	job->is_admin = true;
	/* conntrack says how many there are between what it lists. */
	job->has_errors = is_set || request->is_writing;
}

static bool begin_writing(struct program_request *request,
			  struct json_object *message, struct sandbox_job *job,
			  struct node_error *error)
{
	struct json_object *entries = NULL, *deleted = NULL;
	char *commands;

	json_object_object_get_ex(message, "entries", &entries);
	json_object_object_get_ex(message, "delete", &deleted);
	commands = request->handler->kind == MANIFEST_SET
			   ? nft_set_write(&request->handler->set, entries,
					   deleted, error)
			   : connections_write(entries, deleted, error);
	if (!commands)
		return false;
	request->written =
		entries ? (int64_t)json_object_array_length(entries) : 0;
	job->input = program_request_input(commands, "");
	free(commands);
	return job->input >= 0 || node_fail(error, NODE_FAILED, "no memory");
}

static bool begin(struct program_request *request,
		  const struct manifest *manifest, struct json_object *message,
		  struct sandbox_job *job, struct node_error *error)
{
	const char *name = text_of(message, "handler");
	const char *after = text_of(message, "after");
	const struct manifest_handler *handler =
		manifest_handler(manifest, name);

	request->handler = handler;
	request->is_writing = !strcmp(text_of(message, "do"), "write");
	if (!handler ||
	    !(handler->access &
	      (LVNF_MIGRATE | (request->is_writing ? LVNF_WRITE : LVNF_READ))))
		return node_fail(error, NODE_UNKNOWN,
				 "the image declares no such handler '%.40s'",
				 name);
	if (*after && (handler->kind == MANIFEST_COMMAND ||
		       strlen(after) >= ENTRIES_KEY_MAX))
		return node_fail(error, NODE_INVALID,
				 "'after' is a key of a set or a connection");
	snprintf(request->after, sizeof(request->after), "%s", after);
	if (handler->kind == MANIFEST_COMMAND)
		return true;
	set_words(request, job);
	return !request->is_writing ||
	       begin_writing(request, message, job, error);
}

struct json_object *program_request_begin(struct program_request *request,
					  const struct manifest *manifest,
					  struct json_object *message,
					  struct sandbox_job *job,
					  struct child_limits *limits)
{
	struct node_error error = { 0 };
	struct json_object *id;

	*request = (struct program_request){ 0 };
	*job = (struct sandbox_job){ .input = -1 };
	if (json_object_object_get_ex(message, "id", &id))
		request->id = json_object_get_int64(id);
	if (!begin(request, manifest, message, job, &error))
		return refuse(request, &error);
	if (request->handler->kind == MANIFEST_COMMAND)
		job->words = request->handler->command.words;
	*limits = (struct child_limits){
		.max = request->handler->kind == MANIFEST_COMMAND
			       ? HANDLER_READ_MAX - ENTRY
			       : LIST_MAX,
		.limit_ms = request->handler->command.limit_ms,
	};
	return NULL;
}

/* --- end ----------------------------------------------------------------- */

/* Returns a text as JSON, which must be UTF-8. */
static struct json_object *text_json(const char *text, size_t len)
{
	char *copy = malloc(len + 1);
	struct json_object *out;

	if (!copy)
		return NULL;
	for (size_t i = 0; i < len; i++) {
		const char c = text[i];

		copy[i] = (char)((c >= ' ' && c < 127) || strchr("\n\t", c)
					 ? c
					 : '?');
		if (!c)
			copy[i] = '?';
	}
	out = json_object_new_string_len(copy, (int)len);
	free(copy);
	return out;
}

/* Returns what a command has printed as the value of its only entry, whose key
 * is 0; or NULL. */
static struct json_object *output_json(const struct program_request *request,
				       const struct child *child,
				       struct node_error *error)
{
	struct json_object *out, *entries, *entry, *value;
	size_t len;

	if (request->handler->is_json)
		value = manifest_json((const uint8_t *)child->text,
				      child->len);
	else
		value = text_json(child->text, child->len);
	json_object_to_json_string_length(value, JSON_C_TO_STRING_PLAIN, &len);
	if (!value || len > HANDLER_READ_MAX - ENTRY) {
		json_object_put(value);
		node_fail(error, NODE_FAILED,
			  "handler '%s': its command printed %s",
			  request->handler->name,
			  value ? "more than a line has room for" : "no JSON");
		return NULL;
	}
	entry = json_object_new_object();
	json_object_object_add(entry, "key", json_object_new_int(0));
	json_object_object_add(entry, "value", value);
	entries = json_object_new_array();
	json_object_array_add(entries, entry);
	out = json_object_new_object();
	json_object_object_add(out, "entries", entries);
	json_object_object_add(out, "more", json_object_new_boolean(false));
	return out;
}

static struct json_object *written_json(const struct program_request *request)
{
	struct json_object *out = json_object_new_object();

	json_object_object_add(out, "handler",
			       json_object_new_string(request->handler->name));
	json_object_object_add(out, "written",
			       json_object_new_int64(request->written));
	return out;
}

static struct json_object *result_json(const struct program_request *request,
				       const struct child *child,
				       struct node_error *error)
{
	const char *after;
	char how[64];

	if (child->failure) {
		child_explain(child, how, sizeof(how));
		node_fail(error,
			  child->failure == CHILD_STATUS && request->is_writing
				  ? NODE_INVALID
				  : NODE_FAILED,
			  "handler '%s': its command %s",
			  request->handler->name, how);
		if (child->text)
			node_error_tail(error, child->text);
		return NULL;
	}
	if (request->is_writing)
		return written_json(request);
	if (request->handler->kind == MANIFEST_COMMAND)
		return output_json(request, child, error);
	after = *request->after ? request->after : NULL;
	return request->handler->kind == MANIFEST_SET
		       ? nft_set_read(child->text, after, error)
		       : connections_read(child->text, after, error);
}

struct json_object *program_request_end(const struct program_request *request,
					const struct child *child)
{
	struct node_error error = { 0 };
	struct json_object *result = result_json(request, child, &error);
	struct json_object *out;

	if (!result)
		return refuse(request, &error);
	out = answer(request);
	json_object_object_add(out, "result", result);
	return out;
}
