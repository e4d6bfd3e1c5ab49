/* SPDX-License-Identifier: Apache-2.0 */
/* Channel switches, with times that the tests choose. */
#include "channel_switch.h"
#include "unit.h"

static const uint8_t bssid[] = { 2, 0xaa, 0xbb, 0xcc, 0, 1 };

static struct channel_switch job;

static struct hostapd_status status_on(unsigned int frequency)
{
	struct hostapd_status status = { .enabled = true,
					 .frequency = frequency,
					 .beacon_ms = 103,
					 .bss_n = 1,
					 .ht = true };

	memcpy(status.bssid, bssid, ADDR_LEN);
	return status;
}

static enum channel_switch_step event(enum hostapd_event_type type,
				      unsigned int frequency)
{
	const struct hostapd_event what = { .type = type,
					    .frequency = frequency };

	return channel_switch_event(&job, &what);
}

/* Begins a switch from 2412 to 2437 MHz that is announced in five beacons from
 * 1000 ms on. */
static void announce(void)
{
	struct hostapd_status status = status_on(2412);

	CHECK_INT(SWITCH_ASK_STATUS,
		  channel_switch_begin(&job, bssid, 2437, 5));
	CHECK_INT(SWITCH_ORDER, channel_switch_status(&job, &status));
	CHECK_INT(SWITCH_WAIT, channel_switch_answer(&job, "OK\n", 1000));
	CHECK_INT(SWITCH_ANNOUNCED, job.state);
}

static void check_failure(enum channel_switch_failure expected,
			  enum channel_switch_step step)
{
	CHECK_INT(SWITCH_FAILED, step);
	CHECK_INT(expected, job.failure);
	CHECK_INT(SWITCH_NONE, job.state);
}

static void test_done(void)
{
	char command[64];

	announce();
	channel_switch_command(&job, command, sizeof(command));
	CHECK_STR("CHAN_SWITCH 5 2437 ht", command);
	CHECK_INT(SWITCH_WAIT, event(HOSTAPD_STA_AUTHORIZED, 0));
	CHECK_INT(SWITCH_WAIT, event(HOSTAPD_ENABLED, 0));
	CHECK_INT(SWITCH_DONE, event(HOSTAPD_CHANNEL, 2437));
	/* Nothing that comes later matters. */
	CHECK_INT(SWITCH_WAIT, event(HOSTAPD_CHANNEL, 2462));
	CHECK_INT(SWITCH_WAIT, channel_switch_tick(&job, 99999));
	CHECK_INT(SWITCH_WAIT, channel_switch_silence(&job, 1000));
}

static void test_already_there(void)
{
	struct hostapd_status status = status_on(2437);

	/* Also if other BSSes share the radio. */
	status.bss_n = 2;
	channel_switch_begin(&job, bssid, 2437, 5);
	CHECK_INT(SWITCH_DONE, channel_switch_status(&job, &status));
}

static void test_all_capabilities_are_kept(void)
{
	struct hostapd_status status = status_on(5180);
	char command[64];

	status.vht = status.he = true;
	channel_switch_begin(&job, bssid, 5200, 100);
	channel_switch_status(&job, &status);
	channel_switch_command(&job, command, sizeof(command));
	CHECK_STR("CHAN_SWITCH 100 5200 ht vht he", command);
}

static void test_no_such_vap_any_more(void)
{
	struct hostapd_status status = status_on(2412);

	channel_switch_begin(&job, bssid, 2437, 5);
	check_failure(SWITCH_GONE, channel_switch_status(&job, NULL));
	channel_switch_begin(&job, bssid, 2437, 5);
	status.bssid[5] = 2;
	check_failure(SWITCH_GONE, channel_switch_status(&job, &status));
	channel_switch_begin(&job, bssid, 2437, 5);
	status = status_on(2412);
	status.enabled = false;
	check_failure(SWITCH_GONE, channel_switch_status(&job, &status));
	channel_switch_begin(&job, bssid, 2437, 5);
	check_failure(SWITCH_GONE, event(HOSTAPD_DISABLED, 0));
}

static void test_refused(void)
{
	struct hostapd_status status = status_on(2412);

	channel_switch_begin(&job, bssid, 2437, 5);
	status.bss_n = 2;
	check_failure(SWITCH_SHARED, channel_switch_status(&job, &status));
	status.bss_n = 1;
	channel_switch_begin(&job, bssid, 2437, 5);
	channel_switch_status(&job, &status);
	check_failure(SWITCH_REFUSED,
		      channel_switch_answer(&job, "FAIL\n", 1000));
}

static void test_silence(void)
{
	struct hostapd_status status = status_on(2412);

	channel_switch_begin(&job, bssid, 2437, 5);
	check_failure(SWITCH_NO_ANSWER, channel_switch_silence(&job, 1000));
	/* It may have read the order. */
	channel_switch_begin(&job, bssid, 2437, 5);
	channel_switch_status(&job, &status);
	CHECK_INT(SWITCH_WAIT, channel_switch_silence(&job, 1000));
	CHECK_INT(SWITCH_ASK_STATUS, channel_switch_tick(&job, 99999));
	status = status_on(2437);
	CHECK_INT(SWITCH_DONE, channel_switch_status(&job, &status));
	/* It has answered the order: only the deadline ends the switch. */
	announce();
	CHECK_INT(SWITCH_WAIT, channel_switch_silence(&job, 1000));
	channel_switch_tick(&job, 99999);
	check_failure(SWITCH_UNFINISHED, channel_switch_silence(&job, 1000));
}

static void test_deadline(void)
{
	struct hostapd_status there = status_on(2437), here = status_on(2412);
	const uint64_t deadline = 1000 + 5 * 103 + CHANNEL_SWITCH_GRACE_MS;

	announce();
	CHECK_INT(SWITCH_WAIT, channel_switch_tick(&job, deadline - 1));
	CHECK_INT(SWITCH_ASK_STATUS, channel_switch_tick(&job, deadline));
	CHECK_INT(SWITCH_WAIT, channel_switch_tick(&job, deadline + 1));
	check_failure(SWITCH_UNFINISHED, channel_switch_status(&job, &here));
	/* The event was lost. */
	announce();
	channel_switch_tick(&job, deadline);
	CHECK_INT(SWITCH_DONE, channel_switch_status(&job, &there));
	/* It is late. */
	announce();
	channel_switch_tick(&job, deadline);
	CHECK_INT(SWITCH_DONE, event(HOSTAPD_CHANNEL, 2437));
}

static void test_a_status_in_between_means_nothing(void)
{
	struct hostapd_status here = status_on(2412);

	announce();
	CHECK_INT(SWITCH_WAIT, channel_switch_status(&job, &here));
	CHECK_INT(SWITCH_WAIT, channel_switch_answer(&job, "FAIL\n", 1000));
	CHECK_INT(SWITCH_DONE, event(HOSTAPD_CHANNEL, 2437));
}

static void test_unfinished(void)
{
	announce();
	check_failure(SWITCH_UNFINISHED, event(HOSTAPD_CHANNEL, 2462));
	announce();
	check_failure(SWITCH_UNFINISHED, event(HOSTAPD_DISABLED, 0));
	announce();
	check_failure(SWITCH_UNFINISHED, event(HOSTAPD_TERMINATING, 0));
}

const struct unit_test channel_switch_tests[] = {
	UNIT_TEST(test_done),
	UNIT_TEST(test_already_there),
	UNIT_TEST(test_all_capabilities_are_kept),
	UNIT_TEST(test_no_such_vap_any_more),
	UNIT_TEST(test_refused),
	UNIT_TEST(test_silence),
	UNIT_TEST(test_deadline),
	UNIT_TEST(test_a_status_in_between_means_nothing),
	UNIT_TEST(test_unfinished),
	{ NULL, NULL },
};
