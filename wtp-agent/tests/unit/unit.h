/* SPDX-License-Identifier: Apache-2.0 */
/* Unit tests in one header, so that they run wherever the compiler does: a
 * test is a function, and a failed check prints its place and values. */
#ifndef UNIT_H
#define UNIT_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit_test {
	const char *name;
	void (*run)(void);
};

#define UNIT_TEST(function)         \
	{                           \
#function, function \
	}

extern unsigned int unit_failures;

/* The time of clock_ms() and clock_us() in a test that sets it; 0 otherwise.
 */
extern uint64_t unit_now_ms;

#define CHECK(condition)                                           \
	do {                                                       \
		if (!(condition))                                  \
			unit_fail(__FILE__, __LINE__, #condition); \
	} while (0)

#define CHECK_INT(expected, actual)                                       \
	unit_check_int(__FILE__, __LINE__, #actual, (intmax_t)(expected), \
		       (intmax_t)(actual))
#define CHECK_STR(expected, actual) \
	unit_check_str(__FILE__, __LINE__, #actual, expected, actual)
#define CHECK_MEM(expected, actual, len) \
	unit_check_mem(__FILE__, __LINE__, #actual, expected, actual, len)

void unit_fail(const char *file, int line, const char *what);
void unit_check_int(const char *file, int line, const char *what,
		    intmax_t expected, intmax_t actual);
void unit_check_str(const char *file, int line, const char *what,
		    const char *expected, const char *actual);
void unit_check_mem(const char *file, int line, const char *what,
		    const void *expected, const void *actual, size_t len);

/* The tests of each file; a list ends with a NULL name. */
extern const struct unit_test abilities_tests[], admission_tests[],
	bssid_mask_tests[], agent_leases_tests[], aggregation_tests[],
	airtime_tests[], airtime_request_tests[], airtime_scheduler_tests[],
	airtime_weights_tests[], associated_tests[], block_ack_tests[],
	channel_switch_tests[], clock_floor_tests[], hostapd_text_tests[],
	codel_tests[], config_tests[], downlink_tests[], flight_tests[],
	flight_airtime_tests[], flight_arrival_tests[], ieee80211_tests[],
	known_vaps_tests[], lease_tests[], local_tests[], misc_tests[],
	neighbours_tests[], newcomers_tests[], powersave_tests[], own_tests[],
	own_again_tests[], peers_tests[], permit_tests[],
	permit_methods_tests[], queue_tests[], radio_request_tests[],
	radiotap_tests[], rate_tests[], rpc_tests[], signals_tests[],
	stations_tests[], survey_choice_tests[], tsf_tests[], uplink_tests[],
	terms_tests[], vector_tests[], worker_tests[], regulatory_tests[],
	hash_tests[], config_changes_tests[], segments_tests[], guests_tests[],
	scan_needs_tests[], scans_tests[], bss_tests[], vsta_tests[],
	vsta_limits_tests[];

#endif
