/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to a radio that takes time. */
#include <errno.h>

#include "radio/radio.h"
#include "unit.h"

static struct worker worker;
static struct radio radio;
static struct radio_result latest;
static unsigned int results;

static int ack_error, survey_error;
static enum regulatory_verdict verdict;
static unsigned int frequencies_set;

static int ack_add(const struct radio *on, unsigned int slot,
		   const uint8_t *bssid)
{
	(void)on;
	CHECK_INT(3, slot);
	CHECK_INT(2, bssid[0]);
	return ack_error;
}

static int sta_add(const struct radio *on, unsigned int slot,
		   const uint8_t *station,
		   const struct cloudmac_station *described)
{
	(void)on;
	(void)slot;
	(void)station;
	(void)described;
	return 0;
}

static void get_state(const struct radio *on, struct radio_state *state)
{
	*state = radio_state(on);
}

static int set_frequency(const struct radio *on, unsigned int mhz,
			 struct radio_state *state)
{
	(void)on;
	frequencies_set++;
	state->frequency = mhz;
	return 0;
}

static int judge(const struct radio *on, unsigned int mhz,
		 struct regulatory_ruling *ruling)
{
	(void)on;
	CHECK_INT(2412, mhz);
	ruling->verdict = verdict;
	return verdict == REGULATORY_ALLOWED ? 0 : EACCES;
}

static int get_survey(const struct radio *on, unsigned int mhz,
		      struct cloudmac_survey *survey)
{
	(void)on;
	survey->frequency = (uint16_t)mhz;
	survey->busy = 77;
	return survey_error;
}

static int set_power(const struct radio *on, int dbm,
		     struct radio_state *state)
{
	(void)on;
	state->power = dbm;
	return 0;
}

static const struct radio_ops ops = {
	.ack_add = ack_add,
	.sta_add = sta_add,
	.get_state = get_state,
	.judge = judge,
	.get_survey = get_survey,
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
	ack_error = survey_error = 0;
	verdict = REGULATORY_ALLOWED;
	frequencies_set = 0;
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

/* The radio keeps its channel and its power. */
static void test_a_channel_where_the_radio_may_not_send(void)
{
	begin();
	radio.frequency = 2437;
	radio.power = 20;
	verdict = REGULATORY_NO_IR;
	radio_request_channel(&radio, 2412, 10, on_done, NULL);
	execute();
	CHECK_INT(1, results);
	CHECK_INT(EACCES, latest.err);
	CHECK(latest.frequency_failed);
	CHECK_INT(REGULATORY_NO_IR, latest.ruling.verdict);
	CHECK_INT(0, frequencies_set);
	CHECK_INT(2437, radio.frequency);
	CHECK_INT(20, radio.power);
	worker_stop(&worker);
}

static void add_station(uint8_t n)
{
	const uint8_t bssid[ADDR_LEN] = { 2 };
	const uint8_t station[ADDR_LEN] = { 2, 0, 0, 0, 0, n };
	const struct cloudmac_station described = { .aid = 1 };

	radio_request_sta_add(&radio, 3, bssid, station, &described, on_done,
			      NULL);
}

/* Many stations do not keep a lease from its radio. */
static void test_only_additions_of_stations_are_limited(void)
{
	const uint8_t bssid[ADDR_LEN] = { 2 };

	begin();
	for (uint8_t n = 0; n < RADIO_STATION_REQUESTS_MAX; n++)
		add_station(n);
	CHECK_INT(0, results);
	add_station(99);
	CHECK_INT(1, results);
	CHECK_INT(EBUSY, latest.err);
	CHECK(latest.refused);
	CHECK_INT(99, latest.station[5]);
	radio_request_ack_add(&radio, 3, bssid, on_done, NULL);
	radio_request_channel(&radio, 2412, 10, on_done, NULL);
	CHECK_INT(1, results);
	CHECK_INT(RADIO_STATION_REQUESTS_MAX + 2, worker.pending);
	/* The end of one makes room for another. */
	execute();
	CHECK_INT(2, results);
	CHECK_INT(0, latest.err);
	add_station(99);
	CHECK_INT(2, results);
	while (worker.pending)
		execute();
	CHECK_INT(0, radio.station_requests);
	CHECK_INT(0, latest.err);
	worker_stop(&worker);
}

static void test_an_installation_that_fails_in_the_worker(void)
{
	const uint8_t bssid[ADDR_LEN] = { 2 };

	begin();
	ack_error = EOPNOTSUPP;
	radio_request_ack_add(&radio, 3, bssid, on_done, NULL);
	CHECK_INT(0, results);
	execute();
	CHECK_INT(1, results);
	CHECK_INT(EOPNOTSUPP, latest.err);
	CHECK(!latest.refused);
	CHECK_INT(3, latest.slot);
	CHECK_MEM(bssid, latest.bssid, ADDR_LEN);
	worker_stop(&worker);
}

/* The event loop does not wait for it. */
static void test_a_survey(void)
{
	begin();
	radio.frequency = 2437;
	radio_request_survey(&radio, on_done, NULL);
	CHECK_INT(0, results);
	execute();
	CHECK_INT(1, results);
	CHECK_INT(0, latest.err);
	CHECK_INT(2437, latest.survey.frequency);
	CHECK_INT(77, latest.survey.busy);
	survey_error = ENODATA;
	radio_request_survey(&radio, on_done, NULL);
	execute();
	CHECK_INT(ENODATA, latest.err);
	worker_stop(&worker);
}

static void test_a_radio_without_surveys(void)
{
	static const struct radio_ops without = { .get_state = get_state };

	begin();
	radio.ops = &without;
	radio_request_survey(&radio, on_done, NULL);
	CHECK_INT(1, results);
	CHECK_INT(EOPNOTSUPP, latest.err);
	worker_stop(&worker);
}

const struct unit_test radio_request_tests[] = {
	UNIT_TEST(test_a_survey),
	UNIT_TEST(test_a_radio_without_surveys),
	UNIT_TEST(test_only_additions_of_stations_are_limited),
	UNIT_TEST(test_an_installation_that_fails_in_the_worker),
	UNIT_TEST(test_a_change_of_the_channel),
	UNIT_TEST(test_a_refused_change_of_the_channel),
	UNIT_TEST(test_a_channel_where_the_radio_may_not_send),
	{ NULL, NULL },
};
