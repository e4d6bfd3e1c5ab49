/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data of flight.h: frames, the lists that hold them, and their flows. A
 * flow is what has one order: receiver, transmitter and TID. It exists while
 * it has frames.
 */
#ifndef FLIGHT_FLOWS_H
#define FLIGHT_FLOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "config/config.h"
#include "frame/frame.h"

#define FLIGHT_BUCKETS	      64	     /* a power of two */
#define FLIGHT_FLOW_ADDRESSES (2 * ADDR_LEN) /* receiver and transmitter */

/* The rank of a frame in a full queue. A frame of a lower rank makes room for
 * one of a higher rank. Urgent are user priorities 6 and 7: voice, EAPOL and
 * management. */
enum flight_rank {
	FLIGHT_RANK_NORMAL,
	FLIGHT_RANK_URGENT,
	FLIGHT_RANK_OWN,
};

/* The two queues of waiting frames. Urgent frames go first, so that a download
 * cannot make an association fail. A frame never overtakes one of its flow. */
enum flight_class {
	FLIGHT_URGENT,
	FLIGHT_NORMAL,
	FLIGHT_CLASSES,
};

struct flight_flow;
struct flight_frame;

struct flight_list {
	struct flight_frame *first, *last;
	unsigned int n;
};

struct flight_frame {
	struct flight_frame *next, *before;
	struct flight_flow *flow;
	struct flight_list *list;    /* the list that holds it */
	uint64_t since_ms;	     /* start of waiting, or of injection */
	struct radiotap rt;	     /* for the next injection */
	struct cloudmac_chain chain; /* the VAP's, or without stages */
	struct cloudmac_chain done;  /* the stages that were tried */
	unsigned int stage;	     /* the current one */
	size_t len;
	bool sent;	    /* the kernel accepted it */
	bool local;	    /* mac80211 numbers and aggregates it */
	bool becomes_local; /* at its next injection */
	enum downlink_own own;
	bool status_final; /* its last TX status arrived */
	enum flight_rank rank;
	/* Of the agent's own frames: the enqueueing, the next injection. */
	uint64_t first_ms, retry_ms;
	uint32_t pause_ms;
	uint32_t us; /* estimated airtime of a local frame in flight */
	uint8_t body[];
};

struct flight_flow {
	struct flight_flow *next;
	uint8_t addresses[FLIGHT_FLOW_ADDRESSES];
	uint8_t tid;
	unsigned int frames;		      /* in all lists */
	unsigned int waiting[FLIGHT_CLASSES]; /* by list */
	unsigned int own;		      /* waiting ones of the agent */
	unsigned int in_flight, local;	      /* of these: local ones */
	/* This frame may need another injection: the flow's others wait. */
	const struct flight_frame *blocker;
	uint32_t ns_per_octet; /* at the latest rate */
	bool draining;	       /* see flight_drain() */
	uint64_t drain_until_ms;
};

struct flight {
	struct flight_list waiting[FLIGHT_CLASSES];
	struct flight_list in_flight; /* in the order of injection */
	struct flight_list held; /* the agent's own, until their retry_ms */
	unsigned int local;	 /* local frames in flight */
	uint32_t local_us;	 /* their estimated airtime */
	unsigned int limit, waiting_max;
	enum config_width width; /* of the channel */
	struct flight_flow *buckets[FLIGHT_BUCKETS];
	unsigned int draining; /* flows */
	/* If set, called for each of the agent's own frames that is removed
	 * without a TX status. Such a frame may have arrived or not. */
	void (*lost)(void *arg, const struct flight_frame *frame);
	void *lost_arg;
};

/* Inserts 'frame' before 'next', or at the end if 'next' is NULL. */
void flight_list_insert(struct flight_list *list, struct flight_frame *frame,
			struct flight_frame *next);
void flight_list_append(struct flight_list *list, struct flight_frame *frame);
void flight_list_remove(struct flight_frame *frame);

/* Returns the first frame of a flow in a list, or NULL. */
struct flight_frame *flight_list_first_of(const struct flight_list *list,
					  const struct flight_flow *flow);

/* Returns the flow of a frame, or NULL. */
struct flight_flow *flight_flow_find(struct flight *flight,
				     const struct downlink_frame *frame);

/* Returns the flow of a frame, a new one if there is none; NULL without
 * memory. */
struct flight_flow *flight_flow_get(struct flight *flight,
				    const struct downlink_frame *frame);

/* Frees a flow that has no frames. */
void flight_flow_free(struct flight *flight, struct flight_flow *flow);

/* Returns true if the flow goes from 'bssid' to 'station'. */
bool flight_flow_matches(const struct flight_flow *flow, const uint8_t *bssid,
			 const uint8_t *station);

/* Returns the number of waiting frames of a flow. */
unsigned int flight_flow_backlog(const struct flight_flow *flow);

/* Updates the airtime of an octet from the rate of a TX status. */
void flight_flow_update_rate(struct flight_flow *flow,
			     const struct radiotap *rt);

#endif
