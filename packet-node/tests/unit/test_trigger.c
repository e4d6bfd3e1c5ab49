/* SPDX-License-Identifier: Apache-2.0 */
#include <json-c/json.h>

#include "node/trigger_json.h"
#include "unit.h"

#define ROUND_US (TRIGGER_PERIOD_MS * 1000)

static struct triggers all;
static struct node_error error;
static uint64_t now_us; /* the virtual clock */

static struct trigger_sample one, two;

static void begin(void)
{
	triggers_init(&all);
	now_us = 5;
	one = two =
		(struct trigger_sample){ .has_run_time = true, .ports_n = 2 };
}

/* Adds a trigger from JSON with ' for ". */
static bool add(const char *text)
{
	char *copy = strdup(text);
	struct json_object *params;
	struct trigger trigger;
	bool is_good;

	for (char *at = copy; *at; at++)
		if (*at == '\'')
			*at = '"';
	params = json_tokener_parse(copy);
	is_good = trigger_from_json(params, &trigger, &error) &&
		  triggers_add(&all, &trigger, &error);
	json_object_put(params);
	free(copy);
	return is_good;
}

/* Lets the LVNFs 'one' and, if it has ports, 'two' take their turns. */
static void run_round(void)
{
	now_us += ROUND_US;
	triggers_begin(&all, now_us);
	if (triggers_turn(&all, "one"))
		triggers_judge(&all, &one);
	if (two.ports_n && triggers_turn(&all, "two"))
		triggers_judge(&all, &two);
	triggers_end(&all);
}

/* --- judging ------------------------------------------------------------- */

static void test_it_fires_once_until_the_condition_ends(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'one','metric':'packet_rate',"
		  "'relation':'GT','value':19.5}"));
	run_round();
	for (int crossing = 0; crossing < 3; crossing++) {
		for (int i = 0; i < 3; i++) {
			one.ports[1].packets += 2; /* 20 a second */
			run_round();
			CHECK_INT(crossing + 1, all.newest);
		}
		one.ports[0].packets += 1;
		run_round();
	}
	CHECK_STR("one", all.events[3].lvnf);
	CHECK_INT(20 * TRIGGER_UNIT, all.events[3].value);
	triggers_destroy(&all);
}

static void test_relations(void)
{
	begin();
	CHECK(add("{'trigger':'l','lvnf':'*','metric':'octets',"
		  "'relation':'LT','value':100}"));
	CHECK(add("{'trigger':'e','lvnf':'*','metric':'octets',"
		  "'relation':'EQ','value':100,'port':1}"));
	CHECK(add("{'trigger':'g','lvnf':'two','metric':'octets',"
		  "'relation':'GT','value':100}"));
	run_round();
	CHECK_INT(2, all.newest); /* 'l' of both */
	one.ports[1].octets = 100;
	two.ports[0].octets = 100;
	run_round();
	CHECK_INT(3, all.newest);
	CHECK_STR("e", all.events[3].trigger);
	two.ports[1].octets = 1;
	run_round();
	CHECK_INT(4, all.newest);
	CHECK_STR("g", all.events[4].trigger);
	CHECK_INT(101 * TRIGGER_UNIT, all.events[4].value);
	triggers_destroy(&all);
}

static void test_cpu_is_of_one_cpu_since_the_last_round(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'o*','metric':'cpu_util',"
		  "'relation':'GT','value':80}"));
	one.run_ns = 1234567890;
	run_round();
	one.run_ns += 80000000; /* of 100 ms */
	run_round();
	CHECK_INT(0, all.newest);
	one.run_ns += 80001000;
	run_round();
	CHECK_INT(1, all.newest);
	CHECK_INT(80001, all.events[1].value);
	/* A sample without it, and the first one after that, tell nothing. */
	one.has_run_time = false;
	run_round();
	one.has_run_time = true;
	one.run_ns += 99999999;
	run_round();
	CHECK_INT(1, all.newest);
	run_round();
	one.run_ns += 90000000;
	run_round();
	CHECK_INT(2, all.newest);
	triggers_destroy(&all);
}

static void test_memory(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'*','metric':'mem_util',"
		  "'relation':'GT','value':0.5}"));
	one.memory = 500;
	two.memory = 501;
	run_round();
	run_round();
	CHECK_INT(1, all.newest);
	CHECK_STR("two", all.events[1].lvnf);
	triggers_destroy(&all);
}

static void test_a_late_round_measures_a_longer_time(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'one','metric':'octet_rate',"
		  "'relation':'GT','value':999}"));
	run_round();
	now_us += 9 * ROUND_US;
	one.ports[0].octets += 1000;
	run_round();
	CHECK_INT(1, all.newest);
	CHECK_INT(1000 * TRIGGER_UNIT, all.events[1].value);
	triggers_destroy(&all);
}

static void test_large_numbers(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'one','metric':'octet_rate',"
		  "'relation':'GT','value':1e12}"));
	run_round();
	one.ports[0].octets = 100000000001; /* a terabyte a second */
	run_round();
	CHECK_INT(1, all.newest);
	CHECK_INT(1000000000010 * TRIGGER_UNIT, all.events[1].value);
	triggers_destroy(&all);
}

/* --- LVNFs and triggers that come and go --------------------------------- */

static void test_an_lvnf_that_has_gone_ends_the_condition(void)
{
	begin();
	CHECK(add("{'trigger':'t','lvnf':'*','metric':'packets',"
		  "'relation':'GT','value':0}"));
	one.ports[0].packets = two.ports[0].packets = 1;
	run_round();
	CHECK_INT(2, all.newest);
	two.ports_n = 0;
	run_round();
	two.ports_n = 2;
	run_round();
	CHECK_INT(3, all.newest);
	/* Another LVNF of this name, within a round. */
	two.ports[0].packets = 0;
	run_round();
	two.ports[0].packets = 7;
	run_round();
	CHECK_INT(4, all.newest);
	triggers_destroy(&all);
}

static void test_a_trigger_that_takes_the_place_of_another(void)
{
	begin();
	CHECK(add("{'trigger':'a','lvnf':'*','metric':'packets',"
		  "'relation':'EQ','value':0}"));
	run_round();
	CHECK_INT(2, all.newest);
	CHECK(add("{'trigger':'a','lvnf':'*','metric':'packets',"
		  "'relation':'EQ','value':0.0}"));
	run_round();
	CHECK_INT(2, all.newest);
	CHECK(!add("{'trigger':'a','lvnf':'*','metric':'packets',"
		   "'relation':'EQ','value':1}"));
	CHECK_INT(NODE_IN_USE, error.failure);
	CHECK(add("{'trigger':'z','lvnf':'one','metric':'packets',"
		  "'relation':'EQ','value':5}"));
	CHECK(triggers_remove(&all, "a", &error));
	CHECK(add("{'trigger':'b','lvnf':'*','metric':'packets',"
		  "'relation':'LT','value':1}"));
	run_round();
	CHECK_INT(4, all.newest);
	CHECK(!triggers_remove(&all, "a", &error));
	CHECK_STR("b", triggers_next(&all, NULL)->name);
	CHECK_STR("z", triggers_next(&all, "b")->name);
	CHECK(!triggers_next(&all, "z"));
	triggers_destroy(&all);
}

static void test_a_node_has_room_for_so_many(void)
{
	char text[128];

	begin();
	for (int i = 0; i <= TRIGGERS_MAX; i++) {
		snprintf(text, sizeof(text),
			 "{'trigger':'t%d','lvnf':'*','metric':'packets',"
			 "'relation':'LT','value':1}",
			 i);
		CHECK_INT(i < TRIGGERS_MAX, add(text));
	}
	CHECK_INT(NODE_FULL, error.failure);
	run_round();
	CHECK_INT(2 * TRIGGERS_MAX, all.newest);
	triggers_destroy(&all);
}

/* --- events -------------------------------------------------------------- */

static void test_the_newest_events_are_kept(void)
{
	const uint64_t n = TRIGGER_EVENTS_MAX + 10;

	begin();
	CHECK(!triggers_event(&all, 0));
	CHECK(add("{'trigger':'t','lvnf':'one','metric':'packet_rate',"
		  "'relation':'GT','value':0}"));
	run_round();
	for (uint64_t i = 0; i < n; i++) {
		one.ports[0].packets++;
		run_round();
		run_round();
	}
	CHECK_INT(n, all.newest);
	CHECK_INT(11, triggers_event(&all, 0)->number);
	CHECK_INT(100, triggers_event(&all, 99)->number);
	CHECK_INT(n, triggers_event(&all, n - 1)->number);
	CHECK(!triggers_event(&all, n));
	CHECK(triggers_acknowledge(&all, 7, &error));
	CHECK(triggers_acknowledge(&all, 3, &error));
	CHECK_INT(7, all.acknowledged);
	CHECK(!triggers_acknowledge(&all, n + 1, &error));
	CHECK_INT(NODE_INVALID, error.failure);
	triggers_destroy(&all);
}

/* --- JSON ---------------------------------------------------------------- */

static void test_wrong_requests(void)
{
	static const char *const good = "{'trigger':'t','lvnf':'one*',"
					"'metric':'packets','relation':'GT',"
					"'value':0.001,'port':7}";
	static const char *const wrong[] = {
		"{'lvnf':'one','metric':'packets','relation':'GT','value':1}",
		"{'trigger':'-','lvnf':'o','metric':'packets','relation':'GT',"
		"'value':1}",
		"{'trigger':'t','lvnf':'','metric':'packets','relation':'GT',"
		"'value':1}",
		"{'trigger':'t','lvnf':'o**','metric':'packets',"
		"'relation':'GT','value':1}",
		"{'trigger':'t','lvnf':'o','metric':'Packets',"
		"'relation':'GT','value':1}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GE','value':1}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GT','value':-1}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GT','value':1.1e12}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GT','value':NaN}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GT','value':'1'}",
		"{'trigger':'t','lvnf':'o','metric':'packets',"
		"'relation':'GT','value':1,'port':8}",
		"{'trigger':'t','lvnf':'o','metric':'cpu_util',"
		"'relation':'GT','value':1,'port':0}",
	};
	struct json_object *out;

	begin();
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK(!add(wrong[i]));
		CHECK_INT(NODE_INVALID, error.failure);
	}
	CHECK_INT(0, all.n);
	CHECK(add(good));
	out = trigger_to_json(triggers_next(&all, NULL));
	CHECK_STR(
		"{\"trigger\":\"t\",\"lvnf\":\"one*\",\"metric\":\"packets\","
		"\"relation\":\"GT\",\"value\":0.001,\"port\":7}",
		json_object_to_json_string_ext(out, JSON_C_TO_STRING_PLAIN));
	json_object_put(out);
	triggers_destroy(&all);
}

const struct unit_test trigger_tests[] = {
	UNIT_TEST(test_it_fires_once_until_the_condition_ends),
	UNIT_TEST(test_relations),
	UNIT_TEST(test_cpu_is_of_one_cpu_since_the_last_round),
	UNIT_TEST(test_memory),
	UNIT_TEST(test_a_late_round_measures_a_longer_time),
	UNIT_TEST(test_large_numbers),
	UNIT_TEST(test_an_lvnf_that_has_gone_ends_the_condition),
	UNIT_TEST(test_a_trigger_that_takes_the_place_of_another),
	UNIT_TEST(test_a_node_has_room_for_so_many),
	UNIT_TEST(test_the_newest_events_are_kept),
	UNIT_TEST(test_wrong_requests),
	{ NULL, NULL },
};
