/* SPDX-License-Identifier: Apache-2.0 */
#include "server/rpc.h"
#include "unit.h"

static struct json_object *echo(void *context, struct json_object *params,
				struct rpc_error *error)
{
	int64_t n;

	++*(int *)context;
	if (!rpc_get_int(params, "n", 1, 9, &n, error))
		return NULL;
	return json_object_new_int64(n);
}

/* A method that answers later, or at once. */
static struct rpc_call *started;
static bool at_once;

static void later(void *context, struct json_object *params,
		  struct rpc_call *call)
{
	(void)params;
	++*(int *)context;
	if (at_once)
		rpc_finish(call, json_object_new_int(7), NULL);
	else
		started = call;
}

static const struct rpc_method list[] = { { "echo", echo },
					  { "later", .starter = later },
					  { "order", echo, later,
					    .is_order = true },
					  { NULL, NULL } };

static struct terms terms;
static struct session_term term = { .terms = &terms };
static char answer_text[4096];
static int answers;

static void answered(void *arg, char *answer)
{
	(void)arg;
	answers++;
	snprintf(answer_text, sizeof(answer_text), "%s", answer ? answer : "");
	free(answer);
}

static void check(const char *request, const char *answer)
{
	int calls = 0;

	answers = 0;
	CHECK(!rpc_handle(list, &calls, &term, request, strlen(request),
			  answered, NULL));
	CHECK_INT(1, answers);
	CHECK_STR(answer ? answer : "", answer_text);
	CHECK(answer || calls == 1);
}

static void start_later(const char *request)
{
	int calls = 0;
	struct rpc_call *call;

	answers = 0;
	call = rpc_handle(list, &calls, &term, request, strlen(request),
			  answered, NULL);
	CHECK(call && call == started);
	CHECK_INT(0, answers);
	CHECK_INT(1, calls);
}

#define HEAD "{\"jsonrpc\":\"2.0\","
#define FAIL(code, message, id)                                    \
	HEAD "\"error\":{\"code\":" code ",\"message\":\"" message \
	     "\"},\"id\":" id "}\n"
#define BAD_N FAIL("-32602", "'n' is an integer from 1 to 9", "1")

static void test_requests(void)
{
	check(HEAD "\"id\":1,\"method\":\"echo\",\"params\":{\"n\":5}}",
	      HEAD "\"result\":5,\"id\":1}\n");
	check(HEAD "\"id\":\"x\",\"method\":\"echo\",\"params\":{\"n\":9}} ",
	      HEAD "\"result\":9,\"id\":\"x\"}\n");
	check(HEAD "\"id\":null,\"method\":\"echo\",\"params\":{\"n\":9}}\r",
	      HEAD "\"result\":9,\"id\":null}\n");
	check(HEAD "\"method\":\"echo\",\"params\":{\"n\":9}}", NULL);
	check(HEAD "\"method\":\"echo\"}", NULL);
}

static void test_parameters(void)
{
	static const char *const bad[] = { "{}",	  "{\"n\":0}",
					   "{\"n\":10}",  "{\"n\":\"5\"}",
					   "{\"n\":5.0}", "{\"n\":null}" };
	char text[128];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(text, sizeof(text),
			 HEAD "\"id\":1,\"method\":\"echo\",\"params\":%s}",
			 bad[i]);
		check(text, BAD_N);
	}
	check(HEAD "\"id\":1,\"method\":\"echo\"}", BAD_N);
	check(HEAD "\"id\":1,\"method\":\"echo\",\"params\":[5]}",
	      FAIL("-32602", "'params' is an object", "1"));
}

static void test_bad_requests(void)
{
	static const char *const invalid[] = {
		"[]",
		"{}",
		"\"x\"",
		"{\"id\":[]}",
		"{\"id\":true,\"jsonrpc\":\"2.0\",\"method\":\"echo\"}",
		"{\"jsonrpc\":\"1.0\",\"method\":\"echo\"}",
		"{\"jsonrpc\":2.0,\"method\":\"echo\"}",
		"{\"jsonrpc\":\"2.0\",\"method\":7}",
	};
	static const char *const no_json[] = { "",	"{",	 "}",
					       "{}x",	"{} {}", "nonsense",
					       "{a:1}", "\xff" };

	for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++)
		check(invalid[i],
		      FAIL("-32600", "not a JSON-RPC 2.0 request", "null"));
	for (size_t i = 0; i < sizeof(no_json) / sizeof(no_json[0]); i++)
		check(no_json[i], FAIL("-32700", "not JSON", "null"));
	check(HEAD "\"id\":1,\"method\":\"no\"}",
	      FAIL("-32601", "no such method: no", "1"));
}

static void test_depth(void)
{
	char text[4096];

	memset(text, '[', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	check(text, FAIL("-32700", "not JSON", "null"));
}

#define LATER HEAD "\"id\":4,\"method\":\"later\"}"

static void test_an_answer_comes_later(void)
{
	struct rpc_error error = { 0 };

	start_later(LATER);
	rpc_finish(started, json_object_new_int(5), NULL);
	CHECK_INT(1, answers);
	CHECK_STR(HEAD "\"result\":5,\"id\":4}\n", answer_text);
	start_later(LATER);
	rpc_fail(&error, -32003, "no");
	rpc_finish(started, NULL, &error);
	CHECK_STR(FAIL("-32003", "no", "4"), answer_text);
	/* The end of a notification is reported, too. */
	start_later(HEAD "\"method\":\"later\"}");
	rpc_finish(started, json_object_new_int(5), NULL);
	CHECK_INT(1, answers);
	CHECK_STR("", answer_text);
	at_once = true;
	check(LATER, HEAD "\"result\":7,\"id\":4}\n");
	check(HEAD "\"method\":\"later\"}", NULL);
	at_once = false;
}

static void test_an_abandoned_call_reports_nothing(void)
{
	start_later(LATER);
	rpc_abandon(started);
	rpc_finish(started, json_object_new_int(5), NULL);
	CHECK_INT(0, answers);
	rpc_abandon(NULL);
}

#define ORDER HEAD "\"id\":4,\"method\":\"order\"}"

static void test_an_order_that_waits(void)
{
	struct session_term other = { .terms = &terms };
	struct rpc_error error = { 0 };

	terms = (struct terms){ 0 };
	start_later(ORDER);
	CHECK(rpc_handler_of(started) == echo);
	CHECK(rpc_may_begin(started, &error));
	CHECK(terms_claim(&other, 3));
	CHECK(!rpc_may_begin(started, &error));
	CHECK_INT(RPC_OLD_TERM, error.code);
	CHECK_INT(3, error.term);
	rpc_finish(started, NULL, &error);
	CHECK_INT(1, answers);
	terms = (struct terms){ 0 };
	start_later(ORDER);
	rpc_abandon(started);
	CHECK(!rpc_may_begin(started, &error));
	rpc_finish(started, NULL, &error);
	CHECK_INT(0, answers);
}

static void test_a_claim_that_waits(void)
{
	static const struct rpc_method claiming[] = {
		{ "session.claim", .starter = later, .is_order = true },
		{ NULL, NULL },
	};
	static const char line[] =
		HEAD "\"id\":4,\"method\":\"session.claim\","
		     "\"params\":{\"term\":3}}";
	struct session_term other = { .terms = &terms };
	struct rpc_error error = { 0 };
	int calls = 0;

	terms = (struct terms){ 0 };
	answers = 0;
	CHECK(rpc_handle(claiming, &calls, &term, line, strlen(line), answered,
			 NULL) == started);
	CHECK_INT(0, answers);
	CHECK_INT(3, terms.greatest);
	CHECK(rpc_may_begin(started, &error));
	CHECK(!rpc_is_abandoned(started));
	rpc_finish(started, rpc_claimed(started), NULL);
	CHECK_STR(HEAD "\"result\":{\"term\":3},\"id\":4}\n", answer_text);
	/* A lower one is refused at once, and a higher one ends the wait. */
	CHECK(terms_claim(&other, 4));
	CHECK(!rpc_handle(claiming, &calls, &term, line, strlen(line),
			  answered, NULL));
	CHECK_INT(1, calls);
	terms = (struct terms){ 0 };
	CHECK(rpc_handle(claiming, &calls, &term, line, strlen(line), answered,
			 NULL) == started);
	CHECK(terms_claim(&other, 4));
	CHECK(!rpc_may_begin(started, &error));
	rpc_finish(started, NULL, &error);
	terms = (struct terms){ 0 };
	term.claimed = 0;
}

const struct unit_test rpc_tests[] = {
	UNIT_TEST(test_requests),
	UNIT_TEST(test_parameters),
	UNIT_TEST(test_bad_requests),
	UNIT_TEST(test_depth),
	UNIT_TEST(test_an_answer_comes_later),
	UNIT_TEST(test_an_abandoned_call_reports_nothing),
	UNIT_TEST(test_an_order_that_waits),
	UNIT_TEST(test_a_claim_that_waits),
	{ NULL, NULL },
};
