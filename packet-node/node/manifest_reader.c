/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MAX 8

struct json_object *manifest_json(const uint8_t *octets, size_t len)
{
	struct json_tokener *parser = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *json;
	bool is_good;

	if (!parser)
		return NULL;
	json_tokener_set_flags(parser, JSON_TOKENER_STRICT |
					       JSON_TOKENER_VALIDATE_UTF8);
	json = json_tokener_parse_ex(parser, (const char *)octets, (int)len);
	is_good = json_tokener_get_error(parser) == json_tokener_success;
	for (size_t i = json_tokener_get_parse_end(parser); i < len; i++)
		is_good &= octets[i] && strchr(" \t\r\n", octets[i]);
	json_tokener_free(parser);
	if (is_good)
		return json;
	json_object_put(json);
	return NULL;
}

bool manifest_fail(const struct manifest_reader *in, const char *fmt, ...)
{
	char text[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return node_fail(in->error, NODE_REFUSED, "the image's program: %s",
			 text);
}

bool manifest_is_one_of(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words))
		words++;
	return *words;
}

bool manifest_only(const struct manifest_reader *in, struct json_object *from,
		   const char *const *keys, const char *what)
{
	struct json_object_iterator at = json_object_iter_begin(from);
	struct json_object_iterator end = json_object_iter_end(from);

	for (; !json_object_iter_equal(&at, &end);
	     json_object_iter_next(&at)) {
		const char *key = json_object_iter_peek_name(&at);

		if (!manifest_is_one_of(key, keys))
			return manifest_fail(in, "%s has no member '%.40s'",
					     what, key);
	}
	return true;
}

bool manifest_get(const struct manifest_reader *in, struct json_object *from,
		  const char *key, enum json_type type,
		  struct json_object **out)
{
	*out = NULL;
	if (!json_object_object_get_ex(from, key, out) ||
	    json_object_is_type(*out, type))
		return true;
	return manifest_fail(in, "'%s' is of type %s", key,
			     json_type_to_name(type));
}

const char *manifest_text(const struct manifest_reader *in,
			  struct json_object *value, const char *key)
{
	const char *text;

	if (!json_object_is_type(value, json_type_string)) {
		manifest_fail(in, "'%.64s' has only strings", key);
		return NULL;
	}
	text = json_object_get_string(value);
	if (strlen(text) == (size_t)json_object_get_string_len(value))
		return text;
	manifest_fail(in, "'%.64s' has an octet 0", key);
	return NULL;
}

bool manifest_string(const struct manifest_reader *in,
		     struct json_object *from, const char *key,
		     const char **out)
{
	struct json_object *value;

	*out = NULL;
	if (!manifest_get(in, from, key, json_type_string, &value))
		return false;
	if (value)
		*out = manifest_text(in, value, key);
	return !value || *out;
}

bool manifest_word(const struct manifest_reader *in, struct json_object *from,
		   const char *key, const char *const *words, const char **out)
{
	if (!manifest_string(in, from, key, out))
		return false;
	return !*out || manifest_is_one_of(*out, words) ||
	       manifest_fail(in, "'%s' is %s or %s, not '%.40s'", key,
			     words[0], words[1], *out);
}

bool manifest_number(const struct manifest_reader *in,
		     struct json_object *from, const char *key,
		     unsigned int min, unsigned int max, unsigned int *out)
{
	struct json_object *value;
	int64_t number;

	if (!manifest_get(in, from, key, json_type_int, &value))
		return false;
	if (!value)
		return true;
	number = json_object_get_int64(value);
	if (number < min || number > max)
		return manifest_fail(in, "'%s' is %u to %u, not %lld", key,
				     min, max, (long long)number);
	*out = (unsigned int)number;
	return true;
}

bool manifest_is_word(const char *text, size_t max, const char *more)
{
	size_t n = 0;

	while (text[n] && ((isascii((unsigned char)text[n]) &&
			    isalnum((unsigned char)text[n])) ||
			   strchr(more, text[n])))
		n++;
	return n && n <= max && !text[n];
}
