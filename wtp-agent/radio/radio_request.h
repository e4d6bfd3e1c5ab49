/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations of a radio that the event loop does not wait for. A worker
 * executes them in their order; the kernel may need tens of milliseconds for
 * one. Each function calls 'done' once, in the event loop: later, or before it
 * returns if the worker has no thread or refuses the request.
 *
 * A radio has at most RADIO_STATION_REQUESTS_MAX pending additions of station
 * entries and refuses others (EBUSY), so that many stations do not delay a
 * lease for long. The callers bound all other requests: one a session for the
 * channel, one or two a lease, one removal a station, one survey a radio.
 */
#ifndef RADIO_REQUEST_H
#define RADIO_REQUEST_H

#include "radio_ops.h"

#define RADIO_STATION_REQUESTS_MAX 8

/* A request, as its completion sees it. */
struct radio_result {
	struct radio *radio;
	unsigned int slot;
	uint8_t bssid[ADDR_LEN];
	uint8_t station[ADDR_LEN]; /* of its entry */
	int err;		   /* 0 or a positive errno */
	bool refused;		   /* the radio did not get the request */
	/* The part of a radio_request_channel() that failed, and why if the
	 * radio may not send there. */
	bool frequency_failed;
	struct regulatory_ruling ruling;
	struct cloudmac_survey survey; /* of a radio_request_survey() */
	int ack_ifindex; /* set by radio_request_ack_add(); 0: unknown */
};

typedef void radio_done(void *arg, const struct radio_result *result);

/* The operations of struct radio_ops that have the same name. */
void radio_request_ack_add(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg);
void radio_request_ack_del(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg);
void radio_request_ap_start(struct radio *radio, unsigned int slot,
			    const uint8_t *beacon, size_t len,
			    radio_done *done, void *arg);
void radio_request_ap_stop(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, radio_done *done, void *arg);
void radio_request_sta_add(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, const uint8_t *station,
			   const struct cloudmac_station *described,
			   radio_done *done, void *arg);
void radio_request_sta_del(struct radio *radio, unsigned int slot,
			   const uint8_t *bssid, const uint8_t *station,
			   radio_done *done, void *arg);

/* Reads the survey of the channel that the radio has now. */
void radio_request_survey(struct radio *radio, radio_done *done, void *arg);

/* Tunes to 'mhz' for a short time. The radio's property remains. 'ruling' of
 * the result is whether it may transmit there. */
void radio_request_visit(struct radio *radio, unsigned int mhz,
			 radio_done *done, void *arg);

/* Ends a visit: tunes to the frequency of the radio's property. */
void radio_request_return(struct radio *radio, radio_done *done, void *arg);

/* Sets frequency and power, both or neither. 'mhz' 0 and 'dbm'
 * CONFIG_POWER_AUTO leave theirs. Updates the properties of the radio before
 * 'done'. */
void radio_request_channel(struct radio *radio, unsigned int mhz, int dbm,
			   radio_done *done, void *arg);

#endif
