/* SPDX-License-Identifier: Apache-2.0 */
/* mac80211_hwsim's netlink interface for a medium. */
#ifndef HWSIM_H
#define HWSIM_H

#include "air.h"

struct hwsim;

/* A message of the kernel: a frame to send, or a change of addresses. */
struct hwsim_message {
	struct hwsim_message *next;
	uint8_t radio[ADDR_LEN]; /* hardware address of the radio */
	struct air_frame *frame; /* frame to send, NULL if there is none */
	uint8_t addr[ADDR_LEN];	 /* without a frame: an address, */
	bool add;		 /* which the radio holds or releases */
};

/* Registers as the medium of all radios. Returns NULL after printing an error.
 */
struct hwsim *hwsim_open(void);
void hwsim_close(struct hwsim *hwsim);
int hwsim_fd(const struct hwsim *hwsim);

/* Reads all messages of the kernel and keeps them. */
void hwsim_read(struct hwsim *hwsim);
/* Returns the oldest kept message, or NULL. The caller frees it and its frame.
 */
struct hwsim_message *hwsim_take(struct hwsim *hwsim);

/* Delivers a frame to the radio with hardware address 'radio'. Returns false
 * if the radio is off or on another channel. */
bool hwsim_deliver(struct hwsim *hwsim, const uint8_t *radio,
		   const struct air_frame *frame,
		   const struct air_reception *reception);

/* Reports the fate of a frame of the radio with hardware address 'radio'. */
void hwsim_status(struct hwsim *hwsim, const uint8_t *radio,
		  const struct air_frame *frame, bool acked, double ack_dbm);

#endif
