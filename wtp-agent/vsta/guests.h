/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The virtual stations that a lease of role station names, and what their
 * last hello says. State only; times are milliseconds of the caller's clock.
 */
#ifndef GUESTS_H
#define GUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "budget.h"
#include "cloudmac_vsta.h"
#include "radio/radio.h"
#include "scans.h"

struct guest {
	uint8_t address[ADDR_LEN];
	unsigned int radio;
	uint64_t heard_ms; /* the last hello; 0: none */
	struct cloudmac_vsta_hello hello;
	unsigned int denied_mhz; /* the radio may not transmit there */
	uint16_t number;	 /* sequence number of its last frame */
	struct scan scan;
	uint64_t remembered_ms; /* the last answer from memory; 0: none */
	uint64_t full_ms;	/* when its token bucket is full again */
	/* Off its channel: how long the radio may still be for its scans. */
	struct budget budget;
};

struct guests {
	struct guest entries[LEASES_MAX];
	size_t n;
};

/* Returns the virtual station with the address, or NULL. */
struct guest *guests_find(struct guests *guests, const uint8_t *address);

/* Returns the entry of a virtual station whose lease 'radio' holds; a new one
 * if there is none. Returns NULL without room: there are never more than
 * leases. */
struct guest *guests_get(struct guests *guests, const uint8_t *address,
			 unsigned int radio);

/* Notes the hello of a virtual station. */
void guest_note_hello(struct guest *guest,
		      const struct cloudmac_vsta_hello *hello,
		      uint64_t now_ms);

/* Forgets a virtual station: its lease has ended. */
void guests_forget(struct guests *guests, const uint8_t *address);

/* Returns the last hello of a virtual station. Returns NULL if there is none,
 * or if it is too old. */
const struct cloudmac_vsta_hello *guest_hello(const struct guest *guest,
					      uint64_t now_ms);

/* Returns true if the virtual station holds the channel 'mhz': its hello names
 * this channel and a BSSID. */
bool guest_holds(const struct guest *guest, unsigned int mhz, uint64_t now_ms);

/* Returns true if it is associated on the channel 'mhz'. */
bool guest_is_associated(const struct guest *guest, unsigned int mhz,
			 uint64_t now_ms);

/* Each virtual station may keep the radio off its channel for
 * GUEST_BUDGET_MS at once, and for GUEST_BUDGET_PERMILLE of the time. Returns
 * how many milliseconds are left; fewer than 0 if it had more. */
#define GUEST_BUDGET_MS	      8000
#define GUEST_BUDGET_PERMILLE 50
int64_t guest_budget(struct guest *guest, uint64_t now_ms);
void guest_charge(struct guest *guest, uint64_t ms);

/* Each virtual station has a token bucket for its messages, and for its
 * authentications that the agent refuses. Drivers send a hello each second or
 * on a change, twice in 100 ms at most, and repeat a scan each 300 ms. Returns
 * true if there is a token, and takes it. */
#define GUEST_TOKENS_RATE   25 /* in a second */
#define GUEST_TOKENS_BURST  50
#define GUEST_TOKENS_GAP_MS (1000 / GUEST_TOKENS_RATE)
bool guest_take_token(struct guest *guest, uint64_t now_ms);

/* Returns true if its hello names this BSSID. */
bool guest_has_bss(const struct guest *guest, const uint8_t *bssid,
		   uint64_t now_ms);

/* Returns true if its hello or the scan under way names this SSID. */
bool guest_asks_for(const struct guest *guest,
		    const struct cloudmac_ssid *ssid, uint64_t now_ms);

#endif
