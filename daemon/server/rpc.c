/* SPDX-License-Identifier: Apache-2.0 */
#include "rpc.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 16

struct json_object *rpc_fail(struct rpc_error *error, int code,
			     const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(error->message, sizeof(error->message), fmt, args);
	va_end(args);
	error->code = code;
	return NULL;
}

bool rpc_get_int(struct json_object *params, const char *key, int64_t min,
		 int64_t max, int64_t *out, struct rpc_error *error)
{
	struct json_object *value;

	if (json_object_object_get_ex(params, key, &value) &&
	    json_object_is_type(value, json_type_int)) {
		*out = json_object_get_int64(value);
		if (*out >= min && *out <= max)
			return true;
	}
	rpc_fail(error, RPC_INVALID_PARAMS,
		 "'%s' is an integer from %" PRId64 " to %" PRId64, key, min,
		 max);
	return false;
}

bool rpc_get_bool(struct json_object *params, const char *key, bool *out,
		  struct rpc_error *error)
{
	struct json_object *value;

	if (json_object_object_get_ex(params, key, &value) &&
	    json_object_is_type(value, json_type_boolean)) {
		*out = json_object_get_boolean(value);
		return true;
	}
	rpc_fail(error, RPC_INVALID_PARAMS, "'%s' is true or false", key);
	return false;
}

const char *rpc_get_string(struct json_object *params, const char *key,
			   struct rpc_error *error)
{
	struct json_object *value;

	if (json_object_object_get_ex(params, key, &value) &&
	    json_object_is_type(value, json_type_string) &&
	    strlen(json_object_get_string(value)) ==
		    (size_t)json_object_get_string_len(value))
		return json_object_get_string(value);
	rpc_fail(error, RPC_INVALID_PARAMS, "'%s' is a string", key);
	return NULL;
}

static struct json_object *parse(const char *line, size_t len)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *object;

	if (!tokener)
		return NULL;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT |
						JSON_TOKENER_VALIDATE_UTF8);
	object = json_tokener_parse_ex(tokener, line, (int)len);
	/* Strict mode refuses text after the object. */
	if (json_tokener_get_error(tokener) != json_tokener_success) {
		json_object_put(object);
		object = NULL;
	}
	json_tokener_free(tokener);
	return object;
}

/* Returns the object as a line and frees the object. */
static char *to_line(struct json_object *object)
{
	const char *text = json_object_to_json_string_ext(
		object,
		JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
	size_t len = text ? strlen(text) : 0;
	char *line = text ? malloc(len + 2) : NULL;

	if (line) {
		memcpy(line, text, len);
		strcpy(line + len, "\n");
	}
	json_object_put(object);
	return line;
}

static struct json_object *envelope(void)
{
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "jsonrpc",
			       json_object_new_string("2.0"));
	return object;
}

static struct json_object *term_json(int64_t term)
{
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "term", json_object_new_int64(term));
	return object;
}

static char *error_line(struct json_object *id, const struct rpc_error *error)
{
	struct json_object *object = envelope();
	struct json_object *what = json_object_new_object();

	json_object_object_add(what, "code", json_object_new_int(error->code));
	json_object_object_add(what, "message",
			       json_object_new_string(error->message));
	if (error->term)
		json_object_object_add(what, "data", term_json(error->term));
	else if (error->data[0])
		json_object_object_add(what, "data",
				       json_object_new_string(error->data));
	json_object_object_add(object, "error", what);
	json_object_object_add(object, "id", json_object_get(id));
	return to_line(object);
}

char *rpc_refuse(int code, const char *message)
{
	struct rpc_error error = { 0 };

	rpc_fail(&error, code, "%s", message);
	return error_line(NULL, &error);
}

char *rpc_notification(const char *method, struct json_object *params)
{
	struct json_object *object = envelope();

	json_object_object_add(object, "method",
			       json_object_new_string(method));
	json_object_object_add(object, "params", params);
	return to_line(object);
}

struct request {
	const char *method;
	struct json_object *params; /* a reference of our own */
	struct json_object *id;	    /* the request's */
	bool wants_answer;
};

static bool is_id(struct json_object *id)
{
	return !id || json_object_is_type(id, json_type_string) ||
	       json_object_is_type(id, json_type_int) ||
	       json_object_is_type(id, json_type_double);
}

static bool is_version(struct json_object *version)
{
	return json_object_is_type(version, json_type_string) &&
	       !strcmp(json_object_get_string(version), "2.0");
}

/* Returns false if the object is no request; 'id' is then set if it has one.
 */
static bool parse_request(struct json_object *object, struct request *request)
{
	struct json_object *version, *method, *id = NULL, *params = NULL;

	memset(request, 0, sizeof(*request));
	if (!json_object_is_type(object, json_type_object))
		return false;
	request->wants_answer = json_object_object_get_ex(object, "id", &id);
	if (!is_id(id))
		return false;
	request->id = id;
	if (!json_object_object_get_ex(object, "jsonrpc", &version) ||
	    !is_version(version) ||
	    !json_object_object_get_ex(object, "method", &method) ||
	    !json_object_is_type(method, json_type_string))
		return false;
	request->method = json_object_get_string(method);
	if (!json_object_object_get_ex(object, "params", &params))
		request->params = json_object_new_object();
	else if (json_object_is_type(params, json_type_object))
		request->params = json_object_get(params);
	return true;
}

struct rpc_call {
	struct json_object *id; /* a reference of our own */
	bool wants_answer;
	bool starting; /* within rpc_handle() */
	bool finished;
	const struct rpc_method *method;
	const struct session_term *term; /* valid unless abandoned */
	rpc_answered *answered;		 /* NULL: abandoned */
	void *arg;
};

static void free_call(struct rpc_call *call)
{
	json_object_put(call->id);
	free(call);
}

/* Returns the answer, or NULL without memory. Consumes 'result'. */
static char *answer_line(struct json_object *id, struct json_object *result,
			 const struct rpc_error *error)
{
	struct json_object *answer;

	if (!result)
		return error_line(id, error);
	answer = envelope();
	json_object_object_add(answer, "result", result);
	json_object_object_add(answer, "id", json_object_get(id));
	return to_line(answer);
}

void rpc_finish(struct rpc_call *call, struct json_object *result,
		const struct rpc_error *error)
{
	char *line = NULL;

	if (call->wants_answer && call->answered)
		line = answer_line(call->id, result, error);
	else
		json_object_put(result);
	call->finished = true;
	if (call->answered)
		call->answered(call->arg, line);
	if (!call->starting)
		free_call(call);
}

void rpc_abandon(struct rpc_call *call)
{
	if (call)
		call->answered = NULL;
}

bool rpc_is_abandoned(const struct rpc_call *call)
{
	return !call->answered;
}

struct json_object *rpc_claimed(const struct rpc_call *call)
{
	return term_json(call->term->claimed);
}

rpc_handler *rpc_handler_of(const struct rpc_call *call)
{
	return call->method->handler;
}

/* Fills '*error' and returns NULL: another controller has taken over. */
static struct json_object *fail_old_term(const struct terms *terms,
					 struct rpc_error *error)
{
	error->term = terms->greatest;
	return rpc_fail(error, RPC_OLD_TERM,
			"another controller has taken over, with term "
			"%" PRId64,
			terms->greatest);
}

bool rpc_may_begin(const struct rpc_call *call, struct rpc_error *error)
{
	if (rpc_is_abandoned(call)) {
		rpc_fail(error, RPC_INVALID_REQUEST, "the caller has gone");
		return false;
	}
	if (!call->method->is_order ||
	    terms_allow_order(call->term, call->method->name))
		return true;
	fail_old_term(call->term->terms, error);
	return false;
}

/* The method session.claim. */
static struct json_object *claim(struct session_term *term,
				 struct json_object *params,
				 struct rpc_error *error)
{
	int64_t claimed;

	if (!rpc_get_int(params, "term", 1, TERM_MAX, &claimed, error))
		return NULL;
	return terms_claim(term, claimed) ? term_json(claimed)
					  : fail_old_term(term->terms, error);
}

/* Returns the method, or NULL. */
static const struct rpc_method *find_method(const struct rpc_method *methods,
					    const char *name)
{
	for (; methods->name; methods++)
		if (!strcmp(methods->name, name))
			return methods;
	return NULL;
}

/* Calls a method of the daemon, unless it is an order that the connection may
 * not give. */
static void call_method(const struct rpc_method *method, void *context,
			const struct session_term *term,
			struct json_object *params, struct rpc_call *call)
{
	struct rpc_error error = { 0 };
	struct json_object *result = NULL;

	call->method = method;
	call->term = term;
	if (method->is_order && !terms_allow_order(term, method->name)) {
		fail_old_term(term->terms, &error);
	} else if (method->starter) {
		method->starter(context, params, call);
		return;
	} else {
		result = method->handler(context, params, &error);
	}
	rpc_finish(call, result, &error);
}

/* Calls the method that the request names. */
static void call_named(const struct rpc_method *methods, void *context,
		       struct session_term *term,
		       const struct request *request, struct rpc_call *call)
{
	const struct rpc_method *method =
		find_method(methods, request->method);
	struct rpc_error error = { 0 };
	struct json_object *result = NULL;

	if (!strcmp(request->method, "session.claim")) {
		result = claim(term, request->params, &error);
		if (!result || !method) {
			rpc_finish(call, result, &error);
			return;
		}
		json_object_put(result);
	}
	if (method) {
		call_method(method, context, term, request->params, call);
		return;
	}
	rpc_fail(&error, RPC_NO_METHOD, "no such method: %.80s",
		 request->method);
	rpc_finish(call, NULL, &error);
}

/* Calls the method of a request. Returns true if it has finished the call. */
static bool start_call(const struct rpc_method *methods, void *context,
		       struct session_term *term,
		       const struct request *request, struct rpc_call *call)
{
	struct rpc_error error = { 0 };

	call->starting = true;
	if (!request->params)
		rpc_finish(call,
			   rpc_fail(&error, RPC_INVALID_PARAMS,
				    "'params' is an object"),
			   &error);
	else
		call_named(methods, context, term, request, call);
	call->starting = false;
	return call->finished;
}

struct rpc_call *rpc_handle(const struct rpc_method *methods, void *context,
			    struct session_term *term, const char *line,
			    size_t len, rpc_answered *answered, void *arg)
{
	struct json_object *object = parse(line, len);
	struct rpc_error error = { 0 };
	struct rpc_call *call;
	struct request request;

	if (!object) {
		answered(arg, rpc_refuse(RPC_PARSE_ERROR, "not JSON"));
		return NULL;
	}
	call = calloc(1, sizeof(*call));
	if (!parse_request(object, &request) || !call) {
		rpc_fail(&error, RPC_INVALID_REQUEST,
			 "not a JSON-RPC 2.0 request");
		answered(arg, error_line(request.id, &error));
		free(call);
		call = NULL;
	} else {
		*call = (struct rpc_call){
			.id = json_object_get(request.id),
			.wants_answer = request.wants_answer,
			.answered = answered,
			.arg = arg,
		};
		if (start_call(methods, context, term, &request, call)) {
			free_call(call);
			call = NULL;
		}
	}
	json_object_put(request.params);
	json_object_put(object);
	return call;
}
