/* SPDX-License-Identifier: Apache-2.0 */
/* A radio, whatever it is made of. */
#ifndef RADIO_H
#define RADIO_H

#include <stdbool.h>
#include <stdint.h>

#include "addr.h"
#include "cloudmac_station.h"
#include "config.h"
#include "ieee80211.h"
#include "lease.h"
#include "loop.h"
#include "nl80211.h"
#include "packet.h"
#include "queue.h"

struct agent;
struct radio;

/* What a kind of radio can do; all return 0 or a positive errno. */
struct radio_ops {
	/* Make ready to send and receive, and fill in the radio's facts. Logs
	 * what is wrong. */
	int (*open)(struct radio *radio);
	void (*close)(struct radio *radio);
	/* Acknowledge frames to 'bssid', until let_go() of the same slot. */
	int (*hold)(struct radio *radio, unsigned int slot,
		    const uint8_t *bssid);
	void (*let_go)(struct radio *radio, unsigned int slot);
	/* To let mac80211 aggregate what is injected for a BSSID whose lease
	 * has 'slot': an access point that hardly shows itself, with the
	 * VAP's 'beacon', and its stations. Absent where that cannot be. */
	int (*show)(struct radio *radio, unsigned int slot,
		    const uint8_t *beacon, size_t len);
	void (*hide)(struct radio *radio, unsigned int slot);
	int (*enter)(struct radio *radio, unsigned int slot,
		     const uint8_t *station,
		     const struct cloudmac_station *described);
	void (*leave)(struct radio *radio, unsigned int slot,
		      const uint8_t *station);
	/* Both update the facts to what the radio then has. */
	int (*set_frequency)(struct radio *radio, unsigned int mhz);
	int (*set_power)(struct radio *radio, int dbm);
};

/* What mac80211 aggregates for a lease. */
struct radio_ap {
	bool shown;
	uint64_t patient_until_ms; /* not tried before */
	/* The VAP's last one, which says what to show. */
	uint8_t beacon[IEEE80211_MMPDU_MAX];
	size_t beacon_len;
	bool wants_mfp; /* as it says */
	/* The last group frame: its sequence control, and whether its status
	 * is awaited; and since when it may never come, or 0. */
	uint16_t group;
	bool group_flies;
	uint64_t suspect_ms;
};

struct radio {
	struct agent *agent;
	unsigned int index;
	const struct config_radio *config;
	const struct radio_ops *ops;

	/* Facts. */
	uint8_t address[ADDR_LEN];
	unsigned int frequency; /* MHz */
	int power, max_power;	/* dBm */
	bool active_monitor;	/* can acknowledge for a BSSID */
	bool per_frame_rate;
	uint8_t bands; /* as in announcements */

	struct packet packet;
	struct loop_fd watch;
	struct queue queue;
	struct loop_timer queue_timer;	 /* of the oldest frame in the queue */
	struct radio_ap aps[LEASES_MAX]; /* by slot */
	size_t link_header_len; /* before radiotap, in both directions */

	/* Of radios below mac80211. */
	struct nl80211 *nl;
	struct nl80211_phy phy;
	int monitor; /* ifindex */
	char monitor_name[IFNAMSIZ];
};

/* Radios that mac80211 drives; the one kind in a normal build. */
extern const struct radio_ops radio_mac80211;

/* The kind that the configured name of the phy stands for. */
const struct radio_ops *radio_kind(const char *phy);

/* How many leases the radio can hold. */
unsigned int radio_max_leases(const struct radio *radio);

#endif
