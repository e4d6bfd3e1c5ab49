/* SPDX-License-Identifier: Apache-2.0 */
#include "methods.h"

const struct rpc_method methods[] = {
	{ "agent.info", method_agent_info },
	{ "ack.lease", .starter = method_ack_lease, .is_order = true },
	{ "ack.release", .starter = method_ack_release, .is_order = true },
	{ "ack.list", method_ack_list },
	{ "announce.permit", method_announce_permit, .is_order = true },
	{ "announce.revoke", method_announce_revoke, .is_order = true },
	{ "announce.list", method_announce_list },
	{ "radio.set", .starter = method_radio_set, .is_order = true },
	{ "stats", method_stats },
	{ "signal.subscribe", method_signal_subscribe },
	{ "stations.airtime", method_stations_airtime },
	{ "airtime.get", method_airtime_get },
	{ "airtime.set", method_airtime_set, .is_order = true },
	{ "vsta.list", method_vsta_list },
	{ "bss.heard", method_bss_heard },
	{ "log.level", rpc_method_log_level },
	{ NULL, NULL },
};
