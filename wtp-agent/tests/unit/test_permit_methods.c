/* SPDX-License-Identifier: Apache-2.0 */
/* announce.permit, announce.revoke and announce.list, as a controller calls
 * them. */
#include <stdlib.h>

#include "control/methods.h"
#include "unit.h"

#define ADDRESS "\"02:aa:bb:cc:00:01\""
#define OTHER	"\"02:aa:bb:cc:00:02\""

static struct permit_table table;
static struct known_vaps vaps;
static struct radio radios[CONFIG_RADIOS_MAX];
static struct config_radio configs[CONFIG_RADIOS_MAX];
static struct lease_table leases;
static struct control_host host = { .permits = &table,
				    .known_vaps = &vaps,
				    .leases = &leases,
				    .radios = radios };
static char answer[RPC_LINE_MAX + 4096];

static void start(size_t radios_n)
{
	permit_init(&table);
	known_vaps_init(&vaps);
	lease_init(&leases, NULL, NULL);
	memset(configs, 0, sizeof(configs));
	host.radios_n = radios_n;
	for (unsigned int i = 0; i < radios_n; i++)
		radios[i] =
			(struct radio){ .index = i, .config = &configs[i] };
}

static void answered(void *arg, char *text)
{
	(void)arg;
	snprintf(answer, sizeof(answer), "%s", text);
	free(text);
}

/* Returns the answer's line behind "jsonrpc". */
static const char *call(const char *method, const char *params)
{
	static const char head[] = "{\"jsonrpc\":\"2.0\",";
	static char line[RPC_LINE_MAX];
	struct methods_context context = { .host = &host };
	struct terms terms = { 0 };
	struct session_term term = { .terms = &terms };

	snprintf(line, sizeof(line),
		 "%s\"id\":1,\"method\":\"announce.%s\",\"params\":{%s}}",
		 head, method, params);
	CHECK(!rpc_handle(methods, &context, &term, line, strlen(line),
			  answered, NULL));
	CHECK(!strncmp(answer, head, strlen(head)));
	return answer + strlen(head);
}

static void check_result(const char *method, const char *params,
			 const char *result)
{
	char expected[1024];

	snprintf(expected, sizeof(expected), "\"result\":{%s},\"id\":1}\n",
		 result);
	CHECK_STR(expected, call(method, params));
}

static void check_error(const char *method, const char *params, int code,
			const char *message)
{
	char expected[1024];

	snprintf(expected, sizeof(expected),
		 "\"error\":{\"code\":%d,\"message\":\"%s\"},\"id\":1}\n",
		 code, message);
	CHECK_STR(expected, call(method, params));
}

static bool has(uint8_t last, unsigned int radio)
{
	const uint8_t bssid[] = { 2, 0xaa, 0xbb, 0xcc, 0, last };
	const struct permit *permit = permit_find(&table, bssid, clock_ms());

	return permit && permit->radio == radio;
}

static void test_permit_and_revoke(void)
{
	start(2);
	check_result("permit",
		     "\"radio\":1,\"ttl_ms\":60000,\"bssids\":[" ADDRESS
		     "," OTHER "]",
		     "\"radio\":1,\"permitted\":2");
	CHECK(has(1, 1) && has(2, 1));
	check_result("permit",
		     "\"radio\":0,\"ttl_ms\":60000,\"bssids\":[" ADDRESS "]",
		     "\"radio\":0,\"permitted\":1");
	CHECK(has(1, 0) && has(2, 1));
	/* The second time it does not exist. */
	check_result("revoke", "\"bssids\":[" ADDRESS "," ADDRESS "]",
		     "\"revoked\":1");
	CHECK(!has(1, 0) && has(2, 1));
	call("list", "");
	CHECK(strstr(answer, "\"known\":1,\"permits\":[{\"bssid\":" OTHER
			     ",\"radio\":1,\"remaining_ms\":"));
	check_result("revoke", "\"bssids\":[" OTHER "]", "\"revoked\":1");
	check_result("list", "", "\"known\":0,\"permits\":[]");
}

static void test_bad_requests_change_nothing(void)
{
	static const char list[] = "'bssids' is a list of 1 to 1024 addresses";
	static const char entry[] =
		"entry 2 of 'bssids' is not a unicast address "
		"aa:bb:cc:dd:ee:ff that does not end in ff:ff";
	static const char *const bad_lists[] = {
		"",
		",\"bssids\":[]",
		",\"bssids\":{}",
		",\"bssids\":null",
		",\"bssids\":" ADDRESS,
	};
	static const char *const bad_entries[] = {
		"null",
		"7",
		"[]",
		"\"nonsense\"",
		"\"ff:ff:ff:ff:ff:ff\"",
		"\"01:00:00:00:00:01\"",
		"\"00:00:00:00:00:00\"",
		"\"02:00:00:00:ff:ff\"",
		"\"02:aa:bb:cc:00:01\\u0000\"",
	};
	char params[256];

	start(2);
	for (size_t i = 0; i < sizeof(bad_lists) / sizeof(*bad_lists); i++) {
		snprintf(params, sizeof(params),
			 "\"radio\":0,\"ttl_ms\":60000%s", bad_lists[i]);
		check_error("permit", params, RPC_INVALID_PARAMS, list);
		check_error("revoke", params, RPC_INVALID_PARAMS, list);
	}
	for (size_t i = 0; i < sizeof(bad_entries) / sizeof(*bad_entries);
	     i++) {
		snprintf(params, sizeof(params),
			 "\"radio\":0,\"ttl_ms\":60000,\"bssids\":[" ADDRESS
			 ",%s]",
			 bad_entries[i]);
		check_error("permit", params, RPC_INVALID_PARAMS, entry);
		check_error("revoke", params, RPC_INVALID_PARAMS, entry);
	}
	check_error("permit",
		    "\"radio\":0,\"ttl_ms\":999,\"bssids\":[" ADDRESS "]",
		    RPC_INVALID_PARAMS,
		    "'ttl_ms' is an integer from 1000 to 3600000");
	check_error("permit",
		    "\"radio\":2,\"ttl_ms\":60000,\"bssids\":[" ADDRESS "]",
		    RPC_NO_RADIO, "no such radio: 2");
	check_result("list", "", "\"known\":0,\"permits\":[]");
}

/* Returns parameters with 'n' BSSIDs. */
static const char *many(unsigned int radio, unsigned int first, unsigned int n)
{
	static char params[RPC_LINE_MAX / 2];
	size_t at = (size_t)snprintf(params, sizeof(params),
				     "\"radio\":%u,\"ttl_ms\":3600000,"
				     "\"bssids\":[",
				     radio);

	for (unsigned int i = first; i < first + n; i++)
		at += (size_t)snprintf(params + at, sizeof(params) - at,
				       "\"02:aa:bb:cc:%02x:%02x\",", i >> 8,
				       i & 255);
	params[at - 1] = ']';
	return params;
}

static size_t count_listed(void)
{
	size_t n = 0;

	call("list", "");
	CHECK(answer[strlen(answer) - 1] == '\n');
	CHECK(strlen(answer) - 1 <= RPC_LINE_MAX);
	for (const char *at = answer; (at = strstr(at, "\"bssid\"")); at++)
		n++;
	return n;
}

/* Virtual stations determine the channel of such a radio. */
static void test_a_free_radio_gets_no_permit(void)
{
	start(2);
	strcpy(configs[1].phy, "phy1");
	configs[1].stations = STATIONS_FREE;
	check_error("permit",
		    "\"radio\":1,\"ttl_ms\":1000,\"bssids\":[" ADDRESS "]",
		    -32002,
		    "phy1 serves no VAPs: 'stations' is free, so virtual "
		    "stations determine its channel");
	check_result("list", "", "\"known\":0,\"permits\":[]");
}

static void test_as_many_as_possible(void)
{
	start(10);
	check_result("permit", many(9, 0, PERMITS_MAX),
		     "\"radio\":9,\"permitted\":1024");
	CHECK_INT(PERMITS_MAX, count_listed());
	check_error("permit", many(0, 1000, 25), RPC_NO_PERMIT,
		    "the agent has at most 1024 permits: none of the request "
		    "is granted");
	CHECK_INT(PERMITS_MAX, count_listed());
	check_error("permit", many(0, 0, PERMITS_MAX + 1), RPC_INVALID_PARAMS,
		    "'bssids' is a list of 1 to 1024 addresses");
	check_result("revoke", many(0, 0, PERMITS_MAX), "\"revoked\":1024");
}

/* An entry is one octet longer: not all fit into a line. */
static void test_the_list_with_many_radios(void)
{
	start(CONFIG_RADIOS_MAX);
	check_result("permit", many(15, 0, PERMITS_MAX),
		     "\"radio\":15,\"permitted\":1024");
	CHECK_INT(1020, count_listed());
	CHECK(strstr(answer, "\"known\":1024,"));
}

const struct unit_test permit_methods_tests[] = {
	UNIT_TEST(test_permit_and_revoke),
	UNIT_TEST(test_bad_requests_change_nothing),
	UNIT_TEST(test_a_free_radio_gets_no_permit),
	UNIT_TEST(test_as_many_as_possible),
	UNIT_TEST(test_the_list_with_many_radios),
	{ NULL, NULL },
};
