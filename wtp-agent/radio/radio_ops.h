/* SPDX-License-Identifier: Apache-2.0 */
/* One radio, and the operations of a radio of any kind. */
#ifndef RADIO_OPS_H
#define RADIO_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "abilities.h"
#include "base/base.h"
#include "cloudmac_station.h"
#include "cloudmac_survey.h"
#include "config/wtp_config.h"
#include "frame/frame.h"
#include "nl80211.h"
#include "queue/queue.h"
#include "regulatory.h"

struct radio;

/* What an operation changes of a radio. */
struct radio_state {
	unsigned int frequency; /* MHz */
	int power, max_power;	/* dBm */
};

/* The operations of a kind of radio. All return 0 or a positive errno. 'slot'
 * is the slot of a lease on this radio.
 *
 * open() and close() belong to the event loop. A worker executes the others
 * (radio_request.h). So these change nothing of the radio, read nothing of it
 * that changes after open(), and log nothing. */
struct radio_ops {
	/* Makes the radio ready to send and receive, and fills in its
	 * properties. Logs errors. */
	int (*open)(struct radio *radio);
	void (*close)(struct radio *radio);
	/* Starts and stops acknowledging frames to 'bssid'. The radio may go
	 * on if ack_del() fails; it can be repeated. */
	int (*ack_add)(const struct radio *radio, unsigned int slot,
		       const uint8_t *bssid);
	int (*ack_del)(const struct radio *radio, unsigned int slot);
	/* Returns the index of the interface that acknowledges for a slot, or
	 * 0. Drivers transmit frames injected there even while access points
	 * exist. NULL if the radio has no such interface. */
	int (*ack_ifindex)(const struct radio *radio, unsigned int slot);
	/* Starts and stops an access point with a copy of the VAP's 'beacon',
	 * at 'mhz'. mac80211 treats frames that are injected with its address
	 * as its own, and aggregates them. ap_stop() also removes what a
	 * failed ap_start() left; it can be repeated. NULL where that is not
	 * possible. */
	int (*ap_start)(const struct radio *radio, unsigned int slot,
			unsigned int mhz, const uint8_t *beacon, size_t len);
	int (*ap_stop)(const struct radio *radio, unsigned int slot);
	/* Adds and removes the entry of a station of that access point. */
	int (*sta_add)(const struct radio *radio, unsigned int slot,
		       const uint8_t *station,
		       const struct cloudmac_station *described);
	int (*sta_del)(const struct radio *radio, unsigned int slot,
		       const uint8_t *station);
	/* Reads the state. Leaves unchanged what is unknown. */
	void (*get_state)(const struct radio *radio,
			  struct radio_state *state);
	/* Judges by the rules in force whether the radio may send at 'mhz'.
	 * Returns EACCES with '*ruling' filled if not; other errors leave
	 * its verdict. NULL where no rules apply. */
	int (*judge)(const struct radio *radio, unsigned int mhz,
		     struct regulatory_ruling *ruling);
	/* Reads how busy the channel 'mhz' is. Returns EOPNOTSUPP if the
	 * driver never knows, ENODATA if it does not know of this channel.
	 * NULL: never. */
	int (*get_survey)(const struct radio *radio, unsigned int mhz,
			  struct cloudmac_survey *survey);
	/* Tunes to the channel of 20 MHz at 'mhz' for a short time, to listen.
	 * set_frequency() ends that. */
	int (*visit)(const struct radio *radio, unsigned int mhz);
	/* Set frequency or power and update '*state'. */
	int (*set_frequency)(const struct radio *radio, unsigned int mhz,
			     struct radio_state *state);
	int (*set_power)(const struct radio *radio, int dbm,
			 struct radio_state *state);
};

struct radio {
	unsigned int index;
	const struct config_radio *config;
	const struct radio_ops *ops;
	struct worker *worker; /* executes the operations */
	/* Changes of the channel, and additions of station entries, that are
	 * not done yet. */
	unsigned int channel_requests, station_requests;

	/* Properties. */
	uint8_t address[ADDR_LEN];
	unsigned int frequency; /* MHz */
	int power, max_power;	/* dBm */
	bool active_monitor;	/* can acknowledge for a BSSID */
	struct abilities abilities;
	uint8_t bands; /* as in announcements */

	struct packet packet;
	struct queue queue;
	size_t link_header_len; /* before radiotap, in both directions */

	/* Of radios below mac80211. */
	struct nl80211 *nl;
	struct nl80211_phy phy;
	int monitor; /* ifindex */
	char monitor_name[IFNAMSIZ];
};

/* Radios below mac80211: the only kind in a normal build. */
extern const struct radio_ops radio_mac80211;

/* Returns the kind of radio that the configured name of a phy stands for. */
const struct radio_ops *radio_kind(const char *phy);

/* Returns the number of leases that the radio can hold. */
static inline unsigned int radio_max_leases(const struct radio *radio)
{
	return radio->active_monitor ? radio->config->max_leases : 0;
}

/* Returns the width of the channel that the radio is on. */
static inline enum config_width radio_width(const struct radio *radio)
{
	return channel_width(radio->frequency, radio->config->width);
}

/* Returns true if the radio serves virtual stations. */
static inline bool radio_serves_stations(const struct radio *radio)
{
	return radio->active_monitor &&
	       radio->config->stations != STATIONS_OFF;
}

static inline struct radio_state radio_state(const struct radio *radio)
{
	return (struct radio_state){ radio->frequency, radio->power,
				     radio->max_power };
}

static inline void radio_update(struct radio *radio,
				const struct radio_state *state)
{
	radio->frequency = state->frequency;
	radio->power = state->power;
	radio->max_power = state->max_power;
}

#endif
