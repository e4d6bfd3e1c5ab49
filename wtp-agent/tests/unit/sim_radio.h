/* SPDX-License-Identifier: Apache-2.0 */
/* A simulated radio below a flight: it sends frames in the order of injection,
 * those that mac80211 aggregates in A-MPDUs of at most 4 ms. Stations have
 * queues that never run empty, or receive single frames. */
#ifndef SIM_RADIO_H
#define SIM_RADIO_H

#include "flights.h"
#include "queue/stations.h"

#define SIM_STATIONS 40
#define SIM_LEN	     1500

struct sim_station {
	uint8_t vap; /* the last octet of its BSSID */
	uint8_t tid;
	struct cloudmac_rate rate;
	bool local;
	unsigned int stages;	 /* of the chain; 0: no chain */
	unsigned int loss;	 /* percent of injections that fail */
	unsigned int backlog;	 /* frames that always wait */
	uint32_t interval_us;	 /* between other arrivals, 0: none */
	uint64_t next_us;	 /* the next of these */
	size_t len;		 /* of a frame */
	uint16_t number;	 /* of the last frame */
	uint32_t sent, heard;	 /* payload of the last one */
	unsigned int delivered;	 /* frames */
	unsigned int aggregates; /* PPDUs */
	uint64_t used_us;	 /* as measured by TX status */
	uint64_t longest_us;	 /* from arrival to delivery */
	unsigned int failed;	 /* reported as dropped */
	bool fell_back;		 /* a frame came out of order */
	bool unknown;		 /* its TX statuses have no rate */
};

extern struct flight sim_flight;
extern struct sim_station sim_stations[SIM_STATIONS];
extern uint64_t sim_us;
extern uint64_t sim_drops[DROP_MAX];

/* Starts with 'n' stations at HT MCS 'mcs', with queues, and the scheduler. */
void sim_begin(unsigned int n, const uint8_t *mcs, bool local);
void sim_end(void);

/* A frame of a station arrives. Returns false if it is dropped. */
bool sim_put(unsigned int station);

/* Simulates 'us'. */
void sim_run(uint64_t us);

/* Returns the station's share of the measured airtime since the start. */
double sim_share(unsigned int station);

/* Checks a share to 2 %. */
void sim_check_share(unsigned int station, double expected);

#endif
