/* SPDX-License-Identifier: Apache-2.0 */
/* Counters of forwarded frames, and of dropped frames by reason. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

#include "cloudmac.h"

/* The wire format's own reasons keep the values of enum cloudmac_error. */
enum drop_reason {
	DROP_NONE = CLOUDMAC_OK,
	DROP_SHORT = CLOUDMAC_ERR_SHORT,
	DROP_ETHERTYPE = CLOUDMAC_ERR_ETHERTYPE,
	DROP_VERSION = CLOUDMAC_ERR_VERSION,
	DROP_KIND = CLOUDMAC_ERR_KIND,
	DROP_ADDRESS = CLOUDMAC_ERR_ADDRESS,
	DROP_RADIOTAP = CLOUDMAC_ERR_RADIOTAP,
	DROP_80211 = CLOUDMAC_ERR_80211,
	DROP_TLV = CLOUDMAC_ERR_TLV,
	DROP_SEGMENT = CLOUDMAC_ERR_SEGMENT,
	DROP_BAD_FCS = CLOUDMAC_ERR_MAX, /* damaged on the air */
	DROP_FROM_AP,	   /* sent by an access point, not by a station */
	DROP_CONTROL,	   /* control frame that the hardware handles */
	DROP_NOT_FOR_US,   /* direct between stations, or to a BSSID without a
			      lease */
	DROP_FOREIGN,	   /* of a network that this WTP does not carry */
	DROP_PROBE_RATE,   /* too many frames of one station to all */
	DROP_NEWCOMERS,	   /* too many new transmitters */
	DROP_STATUS,	   /* TX status of no VAP's unicast frame */
	DROP_VAP_ID,	   /* the tag's VAP id is not the transmitter's */
	DROP_BSSID,	   /* management frame in the name of another BSSID */
	DROP_ROLE,	   /* a virtual station may not send it */
	DROP_CHANNEL,	   /* of a virtual station on another channel */
	DROP_MESSAGE,	   /* malformed message of a virtual station */
	DROP_MESSAGE_RATE, /* too many messages of a virtual station */
	DROP_NO_LEASE,	   /* no radio has the lease of the BSSID */
	DROP_TOO_LONG,	   /* longer than any MPDU */
	DROP_SEGMENT_REPEATED, /* a segment that arrived before */
	DROP_SEGMENT_CONFLICT, /* a segment that divides its frame otherwise */
	DROP_SEGMENT_TIMEOUT,  /* a frame whose segments did not all arrive */
	DROP_SEGMENT_EVICTED,  /* an incomplete frame, to make room */
	DROP_MTU,	       /* longer than the interface's MTU */
	DROP_TX_FULL,	       /* the kernel's transmit queue is full */
	DROP_TX_ERROR,	       /* the kernel refused it, e.g. interface down */
	DROP_RING_FULL,	       /* the receive ring was full */
	DROP_QUEUE_FULL,       /* too many frames wait for the radio */
	DROP_QUEUE_OLD,	       /* waited for the radio for too long */
	DROP_QUEUE_CODEL,      /* waited for longer than CoDel allows */
	DROP_STATUS_LOST,      /* injected, but without a TX status */
	DROP_MAX,
};

struct tally {
	uint64_t frames;
	uint64_t bytes;
};

struct counters {
	struct tally up;
	struct tally down;
	struct tally again; /* repeated injections */
	struct tally tx_status;
	struct tally neighbours; /* beacons of these, to VAPs */
	struct tally surveys;	 /* reports, to VAPs */
	struct tally announcements;
	uint64_t failed_removals;  /* of interfaces */
	uint64_t pending_removals; /* at present */
	uint64_t drops[DROP_MAX];
};

/* Counts 'n' dropped frames. 'drops' is that of struct counters. */
static inline void counters_drop(uint64_t *drops, enum drop_reason reason,
				 uint64_t n)
{
	drops[reason] += n;
}

/* Returns the reason's name as 'stats' shows it, or NULL past the last. */
const char *drop_reason_name(enum drop_reason reason);

#endif
