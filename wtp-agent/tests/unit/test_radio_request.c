/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to a radio that takes time. */
#include <errno.h>

#include "radio/radio.h"
#include "unit.h"

static struct worker worker;
static struct radio radio;
static struct radio_result latest;
static unsigned int results;

static void get_state(const struct radio *on, struct radio_state *state)
{
	*state = radio_state(on);
}

static int set_frequency(const struct radio *on, unsigned int mhz,
			 struct radio_state *state)
{
	(void)on;
	state->frequency = mhz;
	return 0;
}

static int set_power(const struct radio *on, int dbm,
		     struct radio_state *state)
{
	(void)on;
	state->power = dbm;
	return 0;
}

static const struct radio_ops ops = {
	.get_state = get_state,
	.set_frequency = set_frequency,
	.set_power = set_power,
};

static void on_done(void *arg, const struct radio_result *result)
{
	(void)arg;
	latest = *result;
	results++;
}

static void begin(void)
{
	worker_init(&worker);
	CHECK(!worker_open_queues(&worker));
	radio = (struct radio){ .ops = &ops, .worker = &worker };
	results = 0;
}

static void execute(void)
{
	CHECK(worker.pending);
	if (worker.pending)
		worker_run_next(&worker);
	worker_complete(&worker);
}

static void test_a_change_of_the_channel(void)
{
	begin();
	radio_request_channel(&radio, 2412, 10, on_done, NULL);
	CHECK_INT(0, results);
	CHECK_INT(1, radio.channel_requests);
	CHECK_INT(0, radio.frequency);
	execute();
	CHECK_INT(1, results);
	CHECK_INT(0, latest.err);
	CHECK_INT(0, radio.channel_requests);
	CHECK_INT(2412, radio.frequency);
	CHECK_INT(10, radio.power);
	worker_stop(&worker);
}

/* The answer to the controller names the frequency if it wants one. */
static void test_a_refused_change_of_the_channel(void)
{
	begin();
	worker.pending = WORKER_MAX;
	radio_request_channel(&radio, 2412, CONFIG_POWER_AUTO, on_done, NULL);
	CHECK_INT(1, results);
	CHECK_INT(EBUSY, latest.err);
	CHECK(latest.frequency_failed);
	radio_request_channel(&radio, 0, 10, on_done, NULL);
	CHECK_INT(2, results);
	CHECK_INT(EBUSY, latest.err);
	CHECK(!latest.frequency_failed);
	CHECK_INT(0, radio.channel_requests);
	worker.pending = 0;
	worker_stop(&worker);
}

const struct unit_test radio_request_tests[] = {
	UNIT_TEST(test_a_change_of_the_channel),
	UNIT_TEST(test_a_refused_change_of_the_channel),
	{ NULL, NULL },
};
