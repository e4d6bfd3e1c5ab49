/* SPDX-License-Identifier: Apache-2.0 */
#include "methods.h"

const struct rpc_method methods[] = {
	{ "agent.info", method_agent_info },
	{ "ack.lease", .starter = method_ack_lease },
	{ "ack.release", .starter = method_ack_release },
	{ "ack.list", method_ack_list },
	{ "announce.permit", method_announce_permit },
	{ "announce.revoke", method_announce_revoke },
	{ "announce.list", method_announce_list },
	{ "radio.set", .starter = method_radio_set },
	{ "stats", method_stats },
	{ "signal.subscribe", method_signal_subscribe },
	{ "stations.airtime", method_stations_airtime },
	{ "airtime.get", method_airtime_get },
	{ "airtime.set", method_airtime_set },
	{ "vsta.list", method_vsta_list },
	{ "bss.heard", method_bss_heard },
	{ "log.level", rpc_method_log_level },
	{ NULL, NULL },
};
