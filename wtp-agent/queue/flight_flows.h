/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The data of flight.h: frames, the lists that hold them, their flows, and the
 * stations of these. A flow is what has one order: receiver, transmitter and
 * TID. It exists while it has frames. A station is a receiver of a transmitter
 * (a VAP). It keeps its share of the air while it has no flow.
 */
#ifndef FLIGHT_FLOWS_H
#define FLIGHT_FLOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "airtime_scheduler.h"
#include "airtime_weights.h"
#include "base/base.h"
#include "codel.h"
#include "config/wtp_config.h"
#include "frame/frame.h"
#include "other_wtps.h"

#define FLIGHT_BUCKETS	      256	     /* a power of two */
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

/* Access categories. Each has its own scheduler, as its own queue in the radio
 * contends for the air. */
enum flight_ac {
	FLIGHT_AC_BK,
	FLIGHT_AC_BE,
	FLIGHT_AC_VI,
	FLIGHT_AC_VO,
	FLIGHT_ACS,
};

struct flight_flow;
struct flight_frame;
struct flight_station;

struct flight_list {
	struct flight_frame *first, *last;
	unsigned int n;
};

struct flight_frame {
	struct flight_frame *next, *before;
	struct flight_flow *flow;
	struct flight_list *list;	      /* the list that holds it */
	struct flight_frame *later, *earlier; /* in the queue of its flow */
	uint64_t since_ms;	     /* start of waiting, or of injection */
	struct radiotap rt;	     /* for the next injection */
	struct cloudmac_chain chain; /* the VAP's, or without stages */
	struct cloudmac_chain done;  /* the stages that were tried */
	unsigned int stage;	     /* the current one */
	uint32_t token;		     /* of its TX status, or none */
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
	uint32_t us; /* estimated airtime of a frame in flight */
	uint8_t body[];
};

/* The waiting frames of a flow and class, in the order of injection. */
struct flight_queue {
	struct flight_frame *first, *last;
};

/* The place of a flow among all flows with as many frames of a rank. */
struct flight_length {
	struct flight_flow *next, *before;
	unsigned int n;
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
	bool on_hold;  /* see flight_hold() */
	bool draining; /* see flight_drain() */
	uint64_t drain_until_ms;
	struct flight_station *station;
	enum flight_ac ac;
	struct flight_flow *turn_next, *turn_before; /* see flight_turn */
	struct flight_queue queues[FLIGHT_CLASSES];
	uint32_t octets; /* of waiting frames of class normal */
	struct flight_length lengths[FLIGHT_RANK_OWN]; /* by rank */
	struct codel codel;
};

/* Frames in flight: estimated airtime of local ones and of others. */
struct flight_load {
	unsigned int frames;
	uint32_t local_us, single_us;
};

/* The flows of a station and access category that have waiting frames of class
 * normal. They take turns, frame by frame. */
struct flight_turn {
	struct airtime_entry entry; /* must be first */
	struct flight_station *station;
	struct flight_flow *first, *last;
	struct flight_load load;
};

struct flight_station_list {
	struct flight_station *first, *last;
	unsigned int n;
};

struct flight_station {
	struct flight_station *chain; /* of the bucket */
	struct flight_station *next, *before;
	struct flight_station_list *list; /* active or idle */
	uint8_t addresses[FLIGHT_FLOW_ADDRESSES];
	unsigned int flows;
	struct flight_turn turns[FLIGHT_ACS];
	struct cloudmac_rate rate; /* the latest one */
	uint32_t ns_per_octet;	   /* at this rate */
	unsigned int waiting;	   /* frames */
	uint32_t octets;	   /* of these */
	uint32_t sojourn_us;	   /* moving average of waits */
	uint64_t sent, codel_drops, full_drops;
	uint64_t tx_us, rx_us;	 /* measured */
	uint64_t period;	 /* of FLIGHT_PERIOD_US */
	uint32_t period_us;	 /* used in this one, */
	uint32_t last_period_us; /* and in the one before */
};

/* A station whose entry mac80211 adds or removes: see flight_hold(). */
struct flight_hold {
	struct flight_hold *next, *before;
	uint8_t addresses[FLIGHT_FLOW_ADDRESSES];
	bool used;
};

struct flight_hold_list {
	struct flight_hold *first, *last;
};

/* Flows by the number of waiting frames of a rank. Those with more than the
 * last number share it. */
#define FLIGHT_LENGTHS 256

struct flight_lengths {
	struct flight_length_list {
		struct flight_flow *first, *last;
	} lists[FLIGHT_LENGTHS];
	unsigned int longest; /* 0: no flow has such a frame */
};

struct flight_settings {
	bool airtime; /* else frames of all stations in the order of arrival */
	bool sparse;  /* stations that start to have frames go first, once */
	struct codel_settings codel;
	size_t memory_max; /* octets; see flight.memory */
};

struct flight {
	struct flight_list waiting[FLIGHT_CLASSES];
	struct flight_list in_flight; /* in the order of injection */
	struct flight_list held;   /* the agent's own, until their retry_ms */
	struct flight_list failed; /* dropped, to be reported to the VAP */
	unsigned int local;	   /* local frames in flight */
	uint32_t local_us;	   /* their estimated airtime */
	unsigned int limit, waiting_max;
	enum config_width width; /* of the channel */
	struct flight_flow *buckets[FLIGHT_BUCKETS];
	unsigned int draining; /* flows */
	struct flight_hold_list holds;
	bool paused; /* see flight_pause() */
	struct other_wtps others;
	struct flight_settings settings;
	struct airtime_scheduler schedulers[FLIGHT_ACS];
	struct flight_load loads[FLIGHT_ACS];
	enum flight_ac next_ac; /* to ask first */
	struct flight_station *station_buckets[FLIGHT_BUCKETS];
	struct flight_station_list active, idle; /* with and without flows */
	struct airtime_weights weights;
	struct flight_lengths lengths[FLIGHT_RANK_OWN]; /* by rank */
	size_t memory; /* of stations, flows and all frames but failed ones */
	uint64_t codel_drops; /* that the caller has not counted yet */
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

/* Returns the first frame of a flow in a list of few frames, or NULL. */
struct flight_frame *flight_list_first_of(const struct flight_list *list,
					  const struct flight_flow *flow);

/* Returns true if the flow goes from 'bssid' to 'station'. */
bool flight_flow_matches(const struct flight_flow *flow, const uint8_t *bssid,
			 const uint8_t *station);

/* Returns the number of waiting frames of a flow. */
unsigned int flight_flow_backlog(const struct flight_flow *flow);

#endif
