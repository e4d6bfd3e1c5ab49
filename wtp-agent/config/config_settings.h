/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of one agent. */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "cloudmac_announce.h"
#include "config/config.h"

#define CONFIG_RADIOS_MAX CLOUDMAC_ANNOUNCE_RADIOS_MAX
#define CONFIG_LEASES_MAX 16
#define CONFIG_PORT	  4919
#define CONFIG_POWER_AUTO INT8_MIN

/* ms. Without meaning above the time that a frame may wait. */
#define CONFIG_CODEL_TARGET_MAX	  200
#define CONFIG_CODEL_INTERVAL_MIN 10
#define CONFIG_CODEL_INTERVAL_MAX 1000

enum config_width {
	WIDTH_20_NOHT,
	WIDTH_20,
	WIDTH_40_ABOVE, /* secondary channel above the primary */
	WIDTH_40_BELOW,
	WIDTH_80,
};

/* Whether a radio serves virtual stations, and who determines its channel. */
enum config_stations {
	STATIONS_OFF,
	STATIONS_PINNED, /* the configuration, or the controller */
	STATIONS_FREE,	 /* the first virtual station */
};

struct config_radio {
	char phy[32];
	unsigned int frequency; /* MHz, 0: leave the radio as it is */
	enum config_width width;
	int power; /* dBm, or CONFIG_POWER_AUTO */
	unsigned int max_leases;
	unsigned int
		in_flight;  /* limit of frames without TX status, 0: none */
	unsigned int queue; /* limit of queued frames */
	unsigned int queue_memory; /* limit of queued frames, in KiB */
	bool airtime;		   /* equal shares of the air for stations */
	unsigned int codel_target, codel_interval; /* ms */
	bool aggregation; /* A-MPDUs through mac80211 */
	enum config_stations stations;
	uint8_t leases[CONFIG_LEASES_MAX][ADDR_LEN]; /* without expiry */
	size_t leases_n;
};

struct config {
	char name[CLOUDMAC_ANNOUNCE_NAME_MAX + 1];
	bool has_id;
	uint8_t id[ADDR_LEN];
	char wired[ALTNAME_SIZE];
	int vlan;
	unsigned int announce_interval; /* ms */
	unsigned int batch;		/* frames that one system call sends */
	char country[3]; /* regulatory domain to request, or empty */
	char user[32];
	enum log_level log_level;
	struct config_radio radios[CONFIG_RADIOS_MAX];
	size_t radios_n;
	struct config_control control;
	char announce[46]; /* address to announce, or empty: detect it */
};

/* Returns the value as the option 'stations' has it. */
const char *config_stations_name(enum config_stations stations);

#endif
