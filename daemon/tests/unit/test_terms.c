/* SPDX-License-Identifier: Apache-2.0 */
/* Orders and claims of several connections. */
#include <stdlib.h>

#include "server/rpc.h"
#include "unit.h"

static struct terms terms;
static struct session_term old, new;
static struct rpc_call *started;
static int orders, reads;
static char answer[512];

static struct json_object *order(void *context, struct json_object *params,
				 struct rpc_error *error)
{
	(void)context;
	(void)params;
	(void)error;
	return json_object_new_int(++orders);
}

static void start_order(void *context, struct json_object *params,
			struct rpc_call *call)
{
	(void)context;
	(void)params;
	orders++;
	started = call;
}

static struct json_object *look(void *context, struct json_object *params,
				struct rpc_error *error)
{
	(void)context;
	(void)params;
	(void)error;
	return json_object_new_int(++reads);
}

static const struct rpc_method list[] = {
	{ "order", order, .is_order = true },
	{ "start", .starter = start_order, .is_order = true },
	{ "look", look },
	{ NULL, NULL },
};

static void reset(void)
{
	terms = (struct terms){ 0 };
	old = (struct session_term){ .terms = &terms, .peer = "old" };
	new = (struct session_term){ .terms = &terms, .peer = "new" };
	orders = reads = 0;
}

static void answered(void *arg, char *text)
{
	(void)arg;
	snprintf(answer, sizeof(answer), "%s", text ? text : "");
	free(text);
}

#define HEAD "{\"jsonrpc\":\"2.0\","

/* Returns the part of the answer behind "jsonrpc". */
static const char *call(struct session_term *session, const char *method,
			const char *params)
{
	char line[256];

	snprintf(line, sizeof(line),
		 HEAD "\"id\":1,\"method\":\"%s\",\"params\":%s}", method,
		 params);
	CHECK(!rpc_handle(list, NULL, session, line, strlen(line), answered,
			  NULL));
	CHECK(!strncmp(answer, HEAD, strlen(HEAD)));
	return answer + strlen(HEAD);
}

static const char *claim(struct session_term *session, const char *term)
{
	char params[64];

	snprintf(params, sizeof(params), "{\"term\":%s}", term);
	return call(session, "session.claim", params);
}

#define RESULT(value) "\"result\":" value ",\"id\":1}\n"
#define CLAIMED(term) RESULT("{\"term\":" term "}")
#define OLD_TERM(term)                                                   \
	"\"error\":{\"code\":-32007,\"message\":\"another controller"    \
	" has taken over, with term " term "\",\"data\":{\"term\":" term \
	"}},\"id\":1}\n"

static void test_orders_of_an_older_term_are_refused(void)
{
	reset();
	CHECK_STR(CLAIMED("5"), claim(&old, "5"));
	CHECK_STR(RESULT("1"), call(&old, "order", "{}"));
	CHECK_STR(CLAIMED("7"), claim(&new, "7"));
	CHECK_STR(OLD_TERM("7"), call(&old, "order", "{}"));
	CHECK_STR(OLD_TERM("7"), call(&old, "start", "{}"));
	CHECK_INT(1, orders);
	CHECK_INT(2, terms.refused);
	CHECK_STR(RESULT("1"), call(&old, "look", "{}"));
	CHECK_STR(RESULT("2"), call(&new, "order", "{}"));
	CHECK_INT(2, terms.refused);
}

static void test_a_lower_claim_changes_nothing(void)
{
	reset();
	claim(&old, "5");
	claim(&new, "7");
	CHECK_STR(OLD_TERM("7"), claim(&old, "6"));
	CHECK_STR(OLD_TERM("7"), call(&old, "order", "{}"));
	/* Not even on the connection that has the greatest term. */
	CHECK_STR(OLD_TERM("7"), claim(&new, "6"));
	CHECK_STR(RESULT("1"), call(&new, "order", "{}"));
}

/* A controller that connects again has the same term, and both of its
 * connections obey it until the old one ends. */
static void test_an_equal_claim_is_accepted(void)
{
	reset();
	claim(&old, "7");
	CHECK_STR(CLAIMED("7"), claim(&new, "7"));
	CHECK_STR(RESULT("1"), call(&old, "order", "{}"));
	CHECK_STR(RESULT("2"), call(&new, "order", "{}"));
}

static void test_without_a_claim(void)
{
	reset();
	CHECK_STR(RESULT("1"), call(&old, "order", "{}"));
	claim(&new, "1");
	CHECK_STR(OLD_TERM("1"), call(&old, "order", "{}"));
	CHECK_STR(CLAIMED("1"), claim(&old, "1"));
	CHECK_STR(RESULT("2"), call(&old, "order", "{}"));
}

/* The caller of a notification gets no answer, and gives no order either. */
static void test_notifications(void)
{
	static const char text[] = HEAD "\"method\":\"order\"}";

	reset();
	claim(&new, "7");
	CHECK(!rpc_handle(list, NULL, &old, text, strlen(text), answered,
			  NULL));
	CHECK_STR("", answer);
	CHECK_INT(0, orders);
}

/* From its start on, an order belongs to the daemon: it ends as any other. */
static void test_an_order_that_has_begun_goes_on(void)
{
	static const char text[] = HEAD "\"id\":1,\"method\":\"start\"}";

	reset();
	CHECK(rpc_handle(list, NULL, &old, text, strlen(text), answered,
			 NULL) == started);
	claim(&new, "7");
	rpc_finish(started, json_object_new_int(3), NULL);
	CHECK_STR(HEAD RESULT("3"), answer);
}

static void test_terms_are_integers_of_53_bits(void)
{
	static const char *const bad[] = { "0",	    "-1",   "9007199254740992",
					   "\"7\"", "null", "7.0" };

	reset();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK_STR("\"error\":{\"code\":-32602,\"message\":\"'term' is "
			  "an integer from 1 to 9007199254740991\"},"
			  "\"id\":1}\n",
			  claim(&old, bad[i]));
	CHECK_INT(0, terms.greatest);
	CHECK_STR(CLAIMED("9007199254740991"),
		  claim(&old, "9007199254740991"));
}

const struct unit_test terms_tests[] = {
	UNIT_TEST(test_orders_of_an_older_term_are_refused),
	UNIT_TEST(test_a_lower_claim_changes_nothing),
	UNIT_TEST(test_an_equal_claim_is_accepted),
	UNIT_TEST(test_without_a_claim),
	UNIT_TEST(test_notifications),
	UNIT_TEST(test_an_order_that_has_begun_goes_on),
	UNIT_TEST(test_terms_are_integers_of_53_bits),
	{ NULL, NULL },
};
