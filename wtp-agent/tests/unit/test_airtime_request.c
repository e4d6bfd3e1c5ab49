/* SPDX-License-Identifier: Apache-2.0 */
#include "control/airtime_request.h"
#include "unit.h"

static struct airtime_request request;

/* Returns the error of a request, or "". */
static const char *parse(const char *text)
{
	static struct rpc_error error;
	struct json_object *params = json_tokener_parse(text);
	bool valid;

	memset(&error, 0, sizeof(error));
	CHECK(params);
	valid = airtime_request_parse(params, &request, &error);
	CHECK_INT(valid ? 0 : RPC_INVALID_PARAMS, error.code);
	json_object_put(params);
	return error.message;
}

static void test_requests(void)
{
	const struct flight_settings before = { .airtime = true,
						.codel = { 7000, 70000 },
						.memory_max = 9 };
	struct flight_settings settings = before;

	CHECK_STR("", parse("{\"radio\":3,\"scheduler\":false,"
			    "\"sparse\":true,\"target_ms\":20,"
			    "\"interval_ms\":300}"));
	CHECK(request.has_radio && request.radio == 3 && !request.has_weight);
	airtime_request_apply(&request, &settings);
	CHECK(!settings.airtime && settings.sparse);
	CHECK_INT(20000, settings.codel.target_us);
	CHECK_INT(300000, settings.codel.interval_us);
	CHECK_INT(9, settings.memory_max);

	/* What is missing stays. */
	settings = before;
	CHECK_STR("", parse("{\"address\":\"02:AA:00:00:00:01\","
			    "\"weight\":4096}"));
	airtime_request_apply(&request, &settings);
	CHECK(settings.airtime && !settings.sparse && !request.has_radio);
	CHECK_INT(7000, settings.codel.target_us);
	CHECK_INT(4096, request.weight);
	CHECK_MEM("\x02\xaa\0\0\0\1", request.address, ADDR_LEN);
}

static void test_bad_requests(void)
{
	static const char address[] =
		"'address' is a unicast address aa:bb:cc:dd:ee:ff, of a VAP "
		"or a station";
	static const char nothing[] =
		"nothing to set: 'scheduler', 'sparse', 'target_ms', "
		"'interval_ms', or 'address' and 'weight'";

	CHECK_STR(nothing, parse("{}"));
	CHECK_STR(nothing, parse("{\"radio\":0}"));
	CHECK_STR("'scheduler' is true or false",
		  parse("{\"scheduler\":\"on\"}"));
	CHECK_STR("'sparse' is true or false", parse("{\"sparse\":1}"));
	CHECK_STR("'target_ms' is an integer from 1 to 200",
		  parse("{\"target_ms\":0}"));
	CHECK_STR("'target_ms' is an integer from 1 to 200",
		  parse("{\"target_ms\":201}"));
	CHECK_STR("'interval_ms' is an integer from 10 to 1000",
		  parse("{\"interval_ms\":null}"));
	CHECK_STR("'radio' is an integer from 0 to 255",
		  parse("{\"radio\":-1,\"sparse\":true}"));
	CHECK_STR("'weight' is an integer from 16 to 4096",
		  parse("{\"address\":\"02:00:00:00:00:01\",\"weight\":15}"));
	CHECK_STR("'address' needs a 'weight'",
		  parse("{\"address\":\"02:00:00:00:00:01\"}"));
	CHECK_STR("'address' is a string", parse("{\"weight\":256}"));
	CHECK_STR(address,
		  parse("{\"weight\":256,\"address\":\"01:00:00:00:00:01\"}"));
	CHECK_STR(address,
		  parse("{\"weight\":256,\"address\":\"00:00:00:00:00:00\"}"));
	CHECK_STR(address, parse("{\"weight\":256,\"address\":\"x\"}"));
}

const struct unit_test airtime_request_tests[] = {
	UNIT_TEST(test_requests),
	UNIT_TEST(test_bad_requests),
	{ NULL, NULL },
};
