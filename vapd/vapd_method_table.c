/* SPDX-License-Identifier: Apache-2.0 */
#include "vapd_methods.h"

const struct rpc_method vapd_methods[] = {
	{ "host.info", vapd_method_host_info },
	{ "vaps.list", vapd_method_vaps_list },
	{ "vaps.subscribe", vapd_method_vaps_subscribe },
	{ "stations.list", .starter = vapd_method_stations_list },
	{ "channel.switch", .starter = vapd_method_channel_switch,
	  .is_order = true },
	{ "vap.stats", vapd_method_vap_stats },
	{ "log.level", rpc_method_log_level },
	{ NULL, NULL },
};
