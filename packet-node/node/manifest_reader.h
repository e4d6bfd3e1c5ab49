/* SPDX-License-Identifier: Apache-2.0 */
/* Reads members of a manifest. A member that is missing is NULL, or keeps its
 * default. Functions that return bool fill the error and return false. */
#ifndef MANIFEST_READER_H
#define MANIFEST_READER_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "node_error.h"

struct manifest_reader {
	struct json_object *json; /* the whole manifest */
	struct node_error *error;
};

/* Parses a text that is nothing but JSON; NULL: it is not. */
struct json_object *manifest_json(const uint8_t *octets, size_t len);

bool manifest_fail(const struct manifest_reader *in, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Checks that an object has only these members. */
bool manifest_only(const struct manifest_reader *in, struct json_object *from,
		   const char *const *keys, const char *what);

bool manifest_get(const struct manifest_reader *in, struct json_object *from,
		  const char *key, enum json_type type,
		  struct json_object **out);

/* Returns the text of a string without octets 0, or NULL with the error
 * filled. */
const char *manifest_text(const struct manifest_reader *in,
			  struct json_object *value, const char *key);

bool manifest_string(const struct manifest_reader *in,
		     struct json_object *from, const char *key,
		     const char **out);

/* Reads one of 'words'. */
bool manifest_word(const struct manifest_reader *in, struct json_object *from,
		   const char *key, const char *const *words,
		   const char **out);

bool manifest_number(const struct manifest_reader *in,
		     struct json_object *from, const char *key,
		     unsigned int min, unsigned int max, unsigned int *out);

/* Returns true for 1 to 'max' letters, digits and octets of 'more'. */
bool manifest_is_word(const char *text, size_t max, const char *more);
bool manifest_is_one_of(const char *word, const char *const *words);

#endif
