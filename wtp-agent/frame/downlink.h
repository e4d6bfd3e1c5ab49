/* SPDX-License-Identifier: Apache-2.0 */
/* Downlink: unwraps frames of the wire format for injection. */
#ifndef DOWNLINK_H
#define DOWNLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "radiotap.h"

/* Who made a frame and, of the agent's own, how it is sent. An own frame goes
 * before the waiting frames of its flow, and these wait for its TX status. */
enum downlink_own {
	DOWNLINK_OWN_NONE,    /* a VAP's frame */
	DOWNLINK_OWN_ONCE,    /* injected once */
	DOWNLINK_OWN_RETRIED, /* injected until it is acknowledged, when
			       * nothing else of its flow is in flight */
	DOWNLINK_OWN_DELAYED, /* the same, after a delay in which another WTP
			       * can send what it still has */
};

/* A frame to inject. The frame itself is not copied. */
struct downlink_frame {
	struct radiotap rt;	     /* for the first stage, without a chain */
	struct cloudmac_chain chain; /* the VAP's, or without stages */
	bool from_guest;	     /* of a virtual station */
	bool ack;		     /* the receiver acknowledges it */
	bool request;  /* a beacon that requests those of neighbours */
	uint8_t *body; /* 802.11, the caller's */
	size_t body_len;
	const uint8_t *bssid;		   /* transmitter, inside the body */
	const uint8_t *station;		   /* receiver, inside the body */
	uint8_t priority;		   /* the tag's */
	struct cloudmac_station described; /* the receiver, or of AID 0 */
	uint32_t token; /* of its TX status, or CLOUDMAC_TOKEN_NONE */
	bool local;	/* the radio's mac80211 numbers and aggregates it */
	int ifindex;	/* interface to inject it on; 0: the radio's monitor */
	enum downlink_own own;
	uint8_t own_tid; /* the flow that an own frame precedes */
};

/*
 * Unwraps the Ethernet frame of 'len' octets at 'data'. A rate or power in the
 * radio tag overrides radiotap: the first stage of a chain then has all tries
 * and is marked as changed.
 *
 * Drops frames in the name of another VAP or network: the radio tag and the
 * BSSID of management frames must name the transmitter. Only public action
 * frames may have the wildcard BSSID.
 *
 * Returns DROP_NONE with '*out' filled, else why the agent drops the frame.
 */
enum drop_reason downlink_unwrap(uint8_t *data, size_t len,
				 struct downlink_frame *out);

/* What a transmitter is to the agent. */
enum downlink_role {
	DOWNLINK_ROLE_NONE, /* it has neither lease nor permit */
	DOWNLINK_ROLE_VAP,
	DOWNLINK_ROLE_GUEST, /* a virtual station */
};

typedef enum downlink_role downlink_role_of(void *arg,
					    const uint8_t *transmitter);

/* The same where some transmitters are virtual stations. Their management
 * frames may have any BSSID. Those of a transmitter without a role have
 * DROP_NO_LEASE, as it may be either. Without 'role_of' all are VAPs. */
enum drop_reason downlink_unwrap_any(uint8_t *data, size_t len,
				     downlink_role_of *role_of, void *arg,
				     struct downlink_frame *out);

/* Limits the frame to one try at its first rate. */
void downlink_limit_to_one_try(struct downlink_frame *frame);

#endif
