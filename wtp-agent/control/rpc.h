/* SPDX-License-Identifier: Apache-2.0 */
/* JSON-RPC 2.0: one request or answer per line, without batches. */
#ifndef RPC_H
#define RPC_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RPC_LINE_MAX 65536 /* octets, without the line feed */

enum rpc_code {
	RPC_PARSE_ERROR = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_NO_METHOD = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_NO_RADIO = -32001,
	RPC_NO_LEASE = -32002,
	RPC_KERNEL = -32003,
	RPC_NO_WEIGHT = -32004,
};

struct rpc_error {
	enum rpc_code code;
	char message[160];
	char data[80]; /* details, may be empty */
};

/* A method. 'params' is an object, which may be empty. Returns its result, or
 * NULL with '*error' filled. */
typedef struct json_object *rpc_handler(void *context,
					struct json_object *params,
					struct rpc_error *error);

struct rpc_method {
	const char *name; /* NULL: the list's end */
	rpc_handler *handler;
};

/* Handles the request of 'len' octets at 'line'. Returns the answer with a
 * line feed, which the caller frees, or NULL for a notification. */
char *rpc_handle(const struct rpc_method *methods, void *context,
		 const char *line, size_t len);

/* Returns the answer to an unreadable request; the caller frees it. */
char *rpc_refuse(enum rpc_code code, const char *message);

/* Returns a notification, which the caller frees. Consumes 'params'. */
char *rpc_notification(const char *method, struct json_object *params);

/* Fills '*error' and returns NULL. */
struct json_object *rpc_fail(struct rpc_error *error, enum rpc_code code,
			     const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Read member 'key' of 'params', which is required. Return false or NULL with
 * '*error' filled if it is missing or invalid. */
bool rpc_get_int(struct json_object *params, const char *key, int64_t min,
		 int64_t max, int64_t *out, struct rpc_error *error);
bool rpc_get_bool(struct json_object *params, const char *key, bool *out,
		  struct rpc_error *error);
const char *rpc_get_string(struct json_object *params, const char *key,
			   struct rpc_error *error);

#endif
