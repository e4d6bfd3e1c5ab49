/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "flights.h"

unsigned int unit_failures;

void unit_fail(const char *file, int line, const char *what)
{
	unit_failures++;
	printf("    %s:%d: %s\n", file, line, what);
}

void unit_check_int(const char *file, int line, const char *what,
		    intmax_t expected, intmax_t actual)
{
	char text[256];

	if (expected == actual)
		return;
	snprintf(text, sizeof(text), "%s is %" PRIdMAX ", not %" PRIdMAX, what,
		 actual, expected);
	unit_fail(file, line, text);
}

void unit_check_str(const char *file, int line, const char *what,
		    const char *expected, const char *actual)
{
	char text[1024];

	if (actual && !strcmp(expected, actual))
		return;
	snprintf(text, sizeof(text), "%s is '%s', not '%s'", what,
		 actual ? actual : "(null)", expected);
	unit_fail(file, line, text);
}

void unit_check_mem(const char *file, int line, const char *what,
		    const void *expected, const void *actual, size_t len)
{
	const uint8_t *one = expected, *other = actual;
	char text[256];

	for (size_t i = 0; i < len; i++) {
		if (one[i] == other[i])
			continue;
		snprintf(text, sizeof(text),
			 "octet %zu of %s is 0x%02x, not 0x%02x", i, what,
			 other[i], one[i]);
		unit_fail(file, line, text);
		return;
	}
}

static unsigned int run(const struct unit_test *test)
{
	unsigned int failed = 0;

	for (; test->name; test++) {
		unsigned int before = unit_failures;

		test->run();
		if (unit_failures == before)
			continue;
		printf("FAILED %s\n", test->name);
		failed++;
	}
	return failed;
}

int main(void)
{
	const struct unit_test *const files[] = {
		abilities_tests,
		bssid_mask_tests,
		admission_tests,
		aggregation_tests,
		airtime_tests,
		airtime_scheduler_tests,
		airtime_weights_tests,
		associated_tests,
		block_ack_tests,
		channel_switch_tests,
		clock_floor_tests,
		codel_tests,
		config_tests,
		downlink_tests,
		flight_tests,
		flight_airtime_tests,
		flight_arrival_tests,
		hostapd_text_tests,
		ieee80211_tests,
		known_vaps_tests,
		lease_tests,
		local_tests,
		misc_tests,
		neighbours_tests,
		newcomers_tests,
		powersave_tests,
		own_tests,
		own_again_tests,
		peers_tests,
		permit_tests,
		queue_tests,
		radio_request_tests,
		radiotap_tests,
		rate_tests,
		regulatory_tests,
		hash_tests,
		config_changes_tests,
		segments_tests,
		signals_tests,
		stations_tests,
		survey_choice_tests,
		tsf_tests,
		uplink_tests,
		vector_tests,
		guests_tests,
		scan_needs_tests,
		scans_tests,
		bss_tests,
		vsta_tests,
		vsta_limits_tests,
		worker_tests,
#ifdef WITH_LIBRARIES
		agent_leases_tests,
		airtime_request_tests,
		permit_methods_tests,
		rpc_tests,
		terms_tests,
#endif
	};
	const struct unit_test *const with_airtime[] = {
		flight_tests,
		local_tests,
		own_tests,
		own_again_tests,
	};
	unsigned int failed = 0, n = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		failed += run(files[i]);
		for (const struct unit_test *t = files[i]; t->name; t++)
			n++;
	}
	flights_airtime = true;
	for (size_t i = 0; i < sizeof(with_airtime) / sizeof(with_airtime[0]);
	     i++)
		failed += run(with_airtime[i]);
	printf("unit: %u tests, %u failed\n", n, failed);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
