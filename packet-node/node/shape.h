/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys and values of handlers as JSON, by their types in the BTF of the
 * image. Does no I/O.
 *
 *	type in C			JSON
 *	integer, enumeration		integer
 *	bool				true or false
 *	char[n]				string of at most n octets
 *	unsigned char[n]		octets: "02:00:0a:..."
 *	any other type[n]		list of n
 *	struct				object with exactly its members
 *
 * Pointers, unions, floating point, bit fields, members without a name and
 * types without octets have no JSON. An image that has them in a handler is
 * refused.
 */
#ifndef SHAPE_H
#define SHAPE_H

#include <bpf/btf.h>
#include <json-c/json.h>
#include <stdint.h>

#include "node_error.h"

/* Octets of a key or of a value. */
#define SHAPE_SIZE_MAX 4096

/* Checks that the type, of 'size' octets, and all that it consists of has
 * JSON. Returns the length of the longest JSON, or 0 with '*error' filled.
 * 'where' names the type in the error. */
uint64_t shape_check(const struct btf *btf, uint32_t type, uint32_t size,
		     const char *where, struct node_error *error);

/* Returns the JSON of 'data', which is of a type that shape_check() accepts.
 */
struct json_object *shape_to_json(const struct btf *btf, uint32_t type,
				  const uint8_t *data);

/* Converts JSON to data of a type that shape_check() accepts; the caller has
 * set all its octets to 0. 'where' names it in the error. */
bool shape_from_json(const struct btf *btf, uint32_t type,
		     struct json_object *json, uint8_t *data,
		     const char *where, struct node_error *error);

#endif
