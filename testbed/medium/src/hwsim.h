/* SPDX-License-Identifier: Apache-2.0 */
/* mac80211_hwsim's netlink interface, seen from a medium. */
#ifndef HWSIM_H
#define HWSIM_H

#include "air.h"

struct hwsim;

/* What the kernel said. */
struct hwsim_message {
	struct hwsim_message *next;
	uint8_t radio[ADDR_LEN]; /* the hardware address of the radio */
	struct air_frame *frame; /* to be sent; or NULL: */
	uint8_t addr[ADDR_LEN];	 /* an address that it is to hold, */
	bool add;		 /* or no longer */
};

/* Register as the medium of all radios. Return NULL after saying why not. */
struct hwsim *hwsim_open(void);
void hwsim_close(struct hwsim *hwsim);
int hwsim_fd(const struct hwsim *hwsim);

/* Read what the kernel has said and keep it. */
void hwsim_read(struct hwsim *hwsim);
/* The oldest of what was kept, the caller's to free with its frame; or NULL.
 */
struct hwsim_message *hwsim_take(struct hwsim *hwsim);

/* Give a frame to the radio with hardware address 'radio'. Return false if the
 * radio is off or tuned to another channel. */
bool hwsim_deliver(struct hwsim *hwsim, const uint8_t *radio,
		   const struct air_frame *frame,
		   const struct air_reception *reception);

/* Tell the fate of a frame of the radio with hardware address 'radio'. */
void hwsim_status(struct hwsim *hwsim, const uint8_t *radio,
		  const struct air_frame *frame, bool acked, double ack_dbm);

#endif
