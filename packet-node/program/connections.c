/* SPDX-License-Identifier: Apache-2.0 */
#include "connections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MAX  48 /* octets, with the final 0 */
#define VALUE_MAX 256

/* Options with one word each. Those of a key identify a connection, and the
 * others are its state. */
static const char *const key_options[] = {
	"-s",	   "-d",	  "-p",		 "--sport",
	"--dport", "--icmp-type", "--icmp-code", "--icmp-id",
};
static const char *const value_options[] = {
	"-t", "-u", "-m", "-n", "-g", "--state",
};
/* Of the other direction, which has the translated port. */
#define REPLY_FROM "--reply-port-src"
#define REPLY_TO   "--reply-port-dst"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define OPTIONS_MAX   (LENGTH(key_options) + LENGTH(value_options) + 2)

struct option {
	char name[WORD_MAX], word[WORD_MAX];
};

struct connection {
	struct option options[OPTIONS_MAX];
	size_t n;
};

static const char *find(const struct connection *connection, const char *name)
{
	for (size_t i = 0; i < connection->n; i++)
		if (!strcmp(connection->options[i].name, name))
			return connection->options[i].word;
	return NULL;
}

static bool is_one_of(const char *word, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

/* --- reading ------------------------------------------------------------- */

/* Reads a line. Returns false: it is no connection that a handler can have. */
static bool read_line(struct connection *connection, const char *line)
{
	static const char *const protocols[] = { "tcp", "udp", "icmp" };
	struct option option;
	int end;

	connection->n = 0;
	if (strncmp(line, "-A ", 3) != 0)
		return false;
	line += 3;
	while (connection->n < OPTIONS_MAX &&
	       sscanf(line, " %47[^ \n] %47[^ \n]%n", option.name, option.word,
		      &end) == 2) {
		line += end;
		if (!strcmp(option.name, "-r") || !strcmp(option.name, "-q"))
			continue; /* the other direction says the same */
		connection->options[connection->n++] = option;
	}
	return find(connection, "-s") && find(connection, "-d") &&
	       find(connection, "-t") && find(connection, "-p") &&
	       is_one_of(find(connection, "-p"), protocols, LENGTH(protocols));
}

/* Writes some options of a connection in the order of 'names'. */
static void write_options(const struct connection *connection,
			  const char *const *names, size_t n, char *out,
			  size_t len)
{
	const char *from = find(connection, REPLY_FROM);
	const char *to = find(connection, REPLY_TO);

	*out = '\0';
	for (size_t i = 0; i < n; i++) {
		const char *word = find(connection, names[i]), *port = NULL;
		const size_t used = strlen(out);

		if (!word || !strcmp(word, "UNSET"))
			continue;
		if (!strcmp(names[i], "-n"))
			port = to;
		else if (!strcmp(names[i], "-g"))
			port = from;
		snprintf(out + used, len - used, "%s%s %s%s%s",
			 used ? " " : "", names[i], word, port ? ":" : "",
			 port ? port : "");
	}
}

struct json_object *connections_read(const char *printed, const char *after,
				     struct node_error *error)
{
	struct connection connection;
	struct json_object *out;
	struct entries entries;

	entries_begin(&entries, after);
	while (*printed) {
		const char *end = strchrnul(printed, '\n');
		char line[VALUE_MAX + ENTRIES_KEY_MAX], key[ENTRIES_KEY_MAX],
			value[VALUE_MAX];

		snprintf(line, sizeof(line), "%.*s", (int)(end - printed),
			 printed);
		printed = *end ? end + 1 : end;
		if (!read_line(&connection, line))
			continue;
		write_options(&connection, key_options, LENGTH(key_options),
			      key, sizeof(key));
		write_options(&connection, value_options,
			      LENGTH(value_options), value, sizeof(value));
		entries_add(&entries, key, json_object_new_string(value));
	}
	out = entries_end(&entries, error);
	entries_clear(&entries);
	return out;
}

/* --- writing ------------------------------------------------------------- */

/* Returns true for a text that is one line of options and words. */
static bool is_line(const char *text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.:,_ -";

	return !text[strspn(text, allowed)];
}

/* Returns the text of a key or a value if it is nothing but these options, the
 * first 'needed' ones of them among the words; or NULL. */
static const char *get_options(struct json_object *json,
			       const char *const *names, size_t n,
			       size_t needed)
{
	const char *text = json_object_is_type(json, json_type_string)
				   ? json_object_get_string(json)
				   : "";
	struct connection connection = { 0 };
	const char *at = text;
	struct option option;
	int end = 0;

	while (sscanf(at, "%47[^ ] %47[^ ]%n", option.name, option.word,
		      &end) == 2) {
		if (!is_one_of(option.name, names, n) ||
		    find(&connection, option.name) || *option.word == '-')
			return NULL;
		connection.options[connection.n++] = option;
		at += end;
		if (*at == ' ' && at[1] == '-')
			at++;
	}
	for (size_t i = 0; i < needed; i++)
		if (!find(&connection, names[i]))
			return NULL;
	return *at || !is_line(text) ||
			       strlen(text) !=
				       (size_t)json_object_get_string_len(json)
		       ? NULL
		       : text;
}

static const char *get_key(struct json_object *json, struct node_error *error)
{
	const char *key =
		get_options(json, key_options, LENGTH(key_options), 3);

	if (!key)
		node_fail(error, NODE_INVALID,
			  "the key of a connection is as '-s 10.0.0.1 -d "
			  "10.0.0.2 -p tcp --sport 1000 --dport 80', not "
			  "'%.100s'",
			  json_object_get_string(json));
	return key;
}

static const char *get_value(struct json_object *json,
			     struct node_error *error)
{
	const char *value =
		get_options(json, value_options, LENGTH(value_options), 1);

	if (!value)
		node_fail(error, NODE_INVALID,
			  "the value of a connection is as '-t 300 -u "
			  "SEEN_REPLY,ASSURED --state ESTABLISHED', not "
			  "'%.100s'",
			  json_object_get_string(json));
	return value;
}

static bool write_deleted(FILE *out, struct json_object *deleted,
			  struct node_error *error)
{
	const size_t n = deleted ? json_object_array_length(deleted) : 0;

	for (size_t i = 0; i < n; i++) {
		const char *key =
			get_key(json_object_array_get_idx(deleted, i), error);

		if (!key)
			return false;
		fprintf(out, "-D %s\n", key);
	}
	return true;
}

/* An entry that is there cannot be changed in all parts, so it goes first. */
static bool write_entries(FILE *out, struct json_object *entries,
			  struct node_error *error)
{
	const size_t n = entries ? json_object_array_length(entries) : 0;

	for (size_t i = 0; i < n; i++) {
		struct json_object *entry =
			json_object_array_get_idx(entries, i);
		const char *key = get_key(entries_member(entry, "key"), error);
		const char *value =
			key ? get_value(entries_member(entry, "value"), error)
			    : NULL;

		if (!value)
			return false;
		fprintf(out, "-D %s\n-A %s %s\n", key, key, value);
	}
	return true;
}

char *connections_write(struct json_object *entries,
			struct json_object *deleted, struct node_error *error)
{
	char *text = NULL;
	bool is_good;
	size_t len;
	FILE *out;

	if (!entries_check(entries, "entries", error) ||
	    !entries_check(deleted, "delete", error))
		return NULL;
	out = open_memstream(&text, &len);
	if (!out) {
		node_fail(error, NODE_FAILED, "no memory");
		return NULL;
	}
	is_good = write_deleted(out, deleted, error) &&
		  write_entries(out, entries, error);
	if (fclose(out) && is_good)
		is_good = node_fail(error, NODE_FAILED, "no memory");
	if (is_good)
		return text;
	free(text);
	return NULL;
}
