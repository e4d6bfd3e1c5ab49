/* SPDX-License-Identifier: Apache-2.0 */
/* JSON-RPC 2.0: one request a line, one answer a line. Batches are not taken:
 * a line is one object. */
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
};

struct rpc_error {
	enum rpc_code code;
	char message[160];
	char data[80]; /* more about it, may be empty */
};

/* A method: gets an object 'params', which may be empty, and returns its
 * result, or NULL with '*error' filled. */
typedef struct json_object *rpc_handler(void *context,
					struct json_object *params,
					struct rpc_error *error);

struct rpc_method {
	const char *name; /* NULL: the list's end */
	rpc_handler *handler;
};

/* Handle the request of 'len' octets at 'line'. Returns the answer, to be
 * freed, which ends with a line feed; or NULL if the request wants none. */
char *rpc_handle(const struct rpc_method *methods, void *context,
		 const char *line, size_t len);

/* The answer to something that was never parsed; to be freed. */
char *rpc_refuse(enum rpc_code code, const char *message);

/* A notification, to be freed. Takes over 'params'. */
char *rpc_notification(const char *method, struct json_object *params);

/* Fill '*error' and return NULL, for a method to return. */
struct json_object *rpc_fail(struct rpc_error *error, enum rpc_code code,
			     const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Member 'key' of 'params', which must be there and fit. */
bool rpc_get_int(struct json_object *params, const char *key, int64_t min,
		 int64_t max, int64_t *out, struct rpc_error *error);
const char *rpc_get_string(struct json_object *params, const char *key,
			   struct rpc_error *error);

#endif
