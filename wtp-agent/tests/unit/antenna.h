/* SPDX-License-Identifier: Apache-2.0 */
/* A radio that serves virtual stations. The test passes the time, and executes
 * the radio's requests, which are those of a kernel that takes time. */
#ifndef ANTENNA_H
#define ANTENNA_H

#include "vsta/vsta.h"

#define ANTENNA_MHZ 2412

extern struct vsta antenna_vsta;
extern struct radio antenna_radio;
extern struct counters antenna_counters;
extern const uint8_t antenna_ap[ADDR_LEN];

/* Begins at the time 'unit_now_ms', with a radio on ANTENNA_MHZ. */
void antenna_begin(enum config_stations stations);
void antenna_end(void);

/* Returns the address of virtual station 'n', which gets a lease. */
const uint8_t *antenna_lease(uint8_t n);

/* The virtual station sends a hello, with 'antenna_ap' as BSSID. */
void antenna_hello(const uint8_t *guest, uint16_t mhz);

/* It sends a hello: it is awake, and associated with 'antenna_ap' on the
 * radio's channel. */
void antenna_associate(const uint8_t *guest);

/* It sends a scan. antenna_try_scan() returns why that is dropped. */
void antenna_scan(const uint8_t *guest, const struct cloudmac_vsta_scan *scan);
enum drop_reason antenna_try_scan(const uint8_t *guest,
				  const struct cloudmac_vsta_scan *scan);

/* It sends an authentication to 'antenna_ap'. Returns why that is dropped. */
enum drop_reason antenna_authenticate(const uint8_t *guest);

/* The radio hears a beacon of a BSS at 'mhz'. */
void antenna_hear(const uint8_t *bssid, uint16_t mhz);

/* Returns the oldest frame that the radio transmitted, or NULL. It is valid
 * until the next call. */
const uint8_t *antenna_transmitted(void);

/* Executes the radio's oldest request. Returns false if there is none. */
bool antenna_work(void);

/* Passes the time, and calls the timers that are due. */
void antenna_pass(unsigned int ms);

/* Returns the oldest frame that a virtual station got, or NULL. It is valid
 * until the next call. */
const struct cloudmac_frame *antenna_next(void);

#endif
