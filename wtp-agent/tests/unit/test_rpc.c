/* SPDX-License-Identifier: Apache-2.0 */
#include "control/rpc.h"
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

static const struct rpc_method list[] = { { "echo", echo }, { NULL, NULL } };

static void check(const char *request, const char *answer)
{
	int calls = 0;
	char *text = rpc_handle(list, &calls, request, strlen(request));

	if (answer)
		CHECK_STR(answer, text);
	else
		CHECK(!text && calls == 1);
	free(text);
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

const struct unit_test rpc_tests[] = {
	UNIT_TEST(test_requests),
	UNIT_TEST(test_parameters),
	UNIT_TEST(test_bad_requests),
	UNIT_TEST(test_depth),
	{ NULL, NULL },
};
