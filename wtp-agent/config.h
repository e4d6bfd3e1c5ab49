/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration, from an ini-like file or from UCI's text format. */
#ifndef CONFIG_H
#define CONFIG_H

#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "addr.h"
#include "cloudmac_announce.h"
#include "log.h"

#define CONFIG_RADIOS_MAX CLOUDMAC_ANNOUNCE_RADIOS_MAX
#define CONFIG_LEASES_MAX 16
#define CONFIG_PATH_MAX	  256
#define CONFIG_SIZE_MAX	  65536 /* octets of a configuration file */
#define CONFIG_PORT	  4919
#define CONFIG_POWER_AUTO INT8_MIN

enum config_width {
	WIDTH_20_NOHT,
	WIDTH_20,
	WIDTH_40_ABOVE, /* secondary channel above the primary */
	WIDTH_40_BELOW,
	WIDTH_80,
};

struct config_radio {
	char phy[32];
	unsigned int frequency; /* MHz, 0: leave it as it is */
	enum config_width width;
	int power; /* dBm, or CONFIG_POWER_AUTO */
	unsigned int max_leases;
	unsigned int in_flight; /* frames without TX status at most, 0: any */
	unsigned int queue;	/* frames that wait at most */
	bool aggregation;	/* by the radio's mac80211, where it can be */
	uint8_t leases[CONFIG_LEASES_MAX][ADDR_LEN]; /* held for ever */
	size_t leases_n;
};

struct config {
	char name[CLOUDMAC_ANNOUNCE_NAME_MAX + 1];
	bool has_id;
	uint8_t id[ADDR_LEN];
	char wired[IFNAMSIZ];
	int vlan;
	unsigned int announce_interval; /* ms */
	char user[32];
	enum log_level log_level;
	struct config_radio radios[CONFIG_RADIOS_MAX];
	size_t radios_n;
	bool has_control;
	char address[46];  /* to listen at, or empty for all */
	char announce[46]; /* to announce, or empty: found out */
	uint16_t port;
	char ca[CONFIG_PATH_MAX];
	char cert[CONFIG_PATH_MAX];
	char key[CONFIG_PATH_MAX];
	unsigned int idle_timeout; /* s */
};

/* Gets each error as one line of text, "file:line: what is wrong". */
typedef void config_report(void *arg, const char *text);

/* Read the file at 'path', of either format. Returns the number of errors
 * that were reported; with any, '*config' is not to be used. */
unsigned int config_load(struct config *config, const char *path,
			 config_report *report, void *arg);

/* The same for text in memory, which is called 'file' in errors. */
unsigned int config_parse(struct config *config, const char *file,
			  const char *text, size_t len, config_report *report,
			  void *arg);

#endif
