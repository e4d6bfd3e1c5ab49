/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of the agent. */
#include "flights.h"
#include "unit.h"

extern const struct unit_test abilities_tests[], agent_leases_tests[],
	aggregation_tests[], airtime_request_tests[],
	airtime_scheduler_tests[], airtime_tests[], airtime_weights_tests[],
	block_ack_tests[], bss_tests[], bssid_mask_tests[], codel_tests[],
	config_changes_tests[], config_tests[], downlink_tests[],
	flight_airtime_tests[], flight_arrival_tests[], flight_tests[],
	guests_tests[], ieee80211_tests[], known_vaps_tests[], lease_tests[],
	local_tests[], method_table_tests[], neighbours_tests[],
	newcomers_tests[], own_again_tests[], own_tests[], peers_tests[],
	permit_methods_tests[], permit_tests[], powersave_tests[],
	queue_tests[], radio_request_tests[], radiotap_tests[], rate_tests[],
	regulatory_tests[], scan_needs_tests[], scans_tests[],
	segments_tests[], signals_tests[], stations_tests[],
	survey_choice_tests[], tsf_tests[], uplink_tests[], vector_tests[],
	vsta_limits_tests[], vsta_tests[];

int main(void)
{
	const struct unit_test *const files[] = {
		abilities_tests,
		bssid_mask_tests,
		aggregation_tests,
		airtime_tests,
		airtime_scheduler_tests,
		airtime_weights_tests,
		block_ack_tests,
		codel_tests,
		config_tests,
		downlink_tests,
		flight_tests,
		flight_airtime_tests,
		flight_arrival_tests,
		ieee80211_tests,
		known_vaps_tests,
		lease_tests,
		local_tests,
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
#ifdef WITH_LIBRARIES
		agent_leases_tests,
		airtime_request_tests,
		method_table_tests,
		permit_methods_tests,
#endif
		NULL,
	};
	const struct unit_test *const with_airtime[] = {
		flight_tests, local_tests, own_tests, own_again_tests, NULL,
	};

	unit_run(files);
	flights_airtime = true;
	unit_run(with_airtime);
	return unit_end();
}
