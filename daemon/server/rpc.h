/* SPDX-License-Identifier: Apache-2.0 */
/* JSON-RPC 2.0: one request or answer per line, without batches. */
#ifndef RPC_H
#define RPC_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "terms.h"

#define RPC_LINE_MAX 65536 /* octets, without the line feed */

/* The codes of JSON-RPC and of terms. Each daemon has more, of its methods. */
enum rpc_code {
	RPC_PARSE_ERROR = -32700,
	RPC_INVALID_REQUEST = -32600,
	RPC_NO_METHOD = -32601,
	RPC_INVALID_PARAMS = -32602,
	RPC_OLD_TERM = -32007, /* another controller has taken over */
};

struct rpc_error {
	int code;
	char message[160];
	char data[256]; /* details, may be empty */
	int64_t term;	/* of the controller that has taken over, else 0 */
};

/* A method. 'params' is an object, which may be empty. Returns its result, or
 * NULL with '*error' filled. */
typedef struct json_object *rpc_handler(void *context,
					struct json_object *params,
					struct rpc_error *error);

/* A request that is not answered yet. */
struct rpc_call;

/* A method whose result comes later. It calls rpc_finish() once, now or at any
 * time. 'context' and 'params' are valid until it returns. */
typedef void rpc_starter(void *context, struct json_object *params,
			 struct rpc_call *call);

struct rpc_method {
	const char *name; /* NULL: the list's end */
	rpc_handler *handler;
	/* It is called instead of the handler, if there is one. */
	rpc_starter *starter;
	bool is_order; /* only the present controller may call it */
};

/* Receives the answer to a request, with a line feed, and frees it; NULL for a
 * notification. */
typedef void rpc_answered(void *arg, char *answer);

/* Handles the request of 'len' octets at 'line'. Calls 'answered' once, before
 * it returns or later. Returns NULL if it was called, else the call. In
 * addition to 'methods' there is session.claim, which gives 'term' its value.
 * If 'methods' has a starter of this name, it is called then, and ends the
 * call with rpc_claimed().
 */
struct rpc_call *rpc_handle(const struct rpc_method *methods, void *context,
			    struct session_term *term, const char *line,
			    size_t len, rpc_answered *answered, void *arg);

/* Ends a call with its result, or with '*error' if that is NULL. Consumes
 * both the call and the result. */
void rpc_finish(struct rpc_call *call, struct json_object *result,
		const struct rpc_error *error);

/* Returns the handler of the call's method, or NULL: for starters of several
 * methods, which call it later. */
rpc_handler *rpc_handler_of(const struct rpc_call *call);

/* Returns true if an order that has waited may still begin. Else its caller
 * has gone, or a controller with a higher term has claimed this daemon
 * meanwhile; '*error' then has what to finish the call with. */
bool rpc_may_begin(const struct rpc_call *call, struct rpc_error *error);

/* Makes the end of a call have no effect: its caller has gone. Null-safe. */
void rpc_abandon(struct rpc_call *call);
bool rpc_is_abandoned(const struct rpc_call *call);

/* Returns the result of session.claim. The call is not abandoned. */
struct json_object *rpc_claimed(const struct rpc_call *call);

/* Returns the answer to an unreadable request; the caller frees it. */
char *rpc_refuse(int code, const char *message);

/* Returns a notification, which the caller frees. Consumes 'params'. */
char *rpc_notification(const char *method, struct json_object *params);

/* Fills '*error' and returns NULL. */
struct json_object *rpc_fail(struct rpc_error *error, int code,
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
