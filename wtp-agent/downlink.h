/* SPDX-License-Identifier: Apache-2.0 */
/* From the wire to the air: unwrapping what a VAP sent, for injection. */
#ifndef DOWNLINK_H
#define DOWNLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counters.h"
#include "radiotap.h"

/* A frame to inject: what radiotap is to say, and the frame itself, which is
 * not copied. */
struct downlink_frame {
	struct radiotap rt;	     /* of the first stage, without a chain */
	struct cloudmac_chain chain; /* as the VAP wants it, or no stages */
	bool ack;		     /* the receiver acknowledges it */
	uint8_t *body;		     /* 802.11, the caller's */
	size_t body_len;
	const uint8_t *bssid;		   /* inside the body */
	const uint8_t *station;		   /* receiver, inside the body */
	uint8_t priority;		   /* the tag's */
	struct cloudmac_station described; /* the receiver, or of AID 0 */
	bool local; /* the radio's mac80211 numbers it, and aggregates */
	bool own;   /* not a VAP's, but the agent's: goes before the others of
		     * the flow that 'own_tid' names, and they wait for it */
	uint8_t own_tid;
	bool own_insists; /* it is sent until it is acknowledged */
	bool own_lingers; /* before it is sent, another WTP may have to finish
			   */
};

/*
 * Unwrap the Ethernet frame of 'len' octets at 'data'. A rate or power in the
 * radio tag overrules radiotap: then all tries of a chain are its first
 * stage's, which is marked as changed.
 *
 * Returns DROP_NONE with '*out' filled, else why the frame is dropped.
 */
enum drop_reason downlink_unwrap(uint8_t *data, size_t len,
				 struct downlink_frame *out);

/* Let there be but one try, at the first rate. */
void downlink_try_once(struct downlink_frame *frame);

#endif
