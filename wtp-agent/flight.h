/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The frames of one radio that wait to be injected, and those that are
 * injected and whose TX status is awaited: what goes next, what is injected
 * once more, what is done. No I/O here, and no clock: times are milliseconds
 * of the caller's.
 *
 *	flight_put()    a frame arrives and waits
 *	flight_next()   the frame that is to be injected now, which then flies
 *	flight_sent()   the kernel has it (or not: flight_forget())
 *	flight_status() its TX status: inject it again, or it is done
 *
 * Injection takes one rate. A frame with a chain of rates is injected with the
 * first, and where that fails injected again with the next one, until it is
 * acknowledged or the chain ends.
 *
 * A station must get its frames in order: a frame that overtakes another one
 * makes the receiver take the later one for a replay (CCMP), and drop it. So
 * while a frame may have to be injected again, those behind it of the same
 * flow wait, a flow being what has one order: transmitter, receiver and TID.
 * Those before it are not disturbed, and once its last stage is injected the
 * next frames follow at once.
 *
 * Local frames, for stations that the radio's mac80211 has an entry of, are
 * another matter: it keeps the order, repeats and aggregates, and many of one
 * flow fly. It numbers them too, so their echo is known by the payload.
 *
 * For the status of the agent's own frames the rest of their flow waits. One
 * that insists goes when nothing else of the flow flies, and is repeated, as
 * those behind it would be lost on a station that has not had it. One that
 * lingers gives another WTP time: what that one still sends is older, and lost
 * if it arrives later.
 *
 * Switches can disturb the order as well: Open vSwitch does with the first
 * frames of a flow that it has to look up, and after ten quiet seconds all are
 * first ones, as those that were kept for a station in power save are. What
 * waits of a flow goes in the order of sequence numbers.
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "addr.h"
#include "config.h"
#include "counters.h"
#include "downlink.h"

/* For how long a frame waits at most, and for how long its TX status is waited
 * for. The second is the VAP driver's own patience, of which the first leaves
 * enough for the air. */
#define FLIGHT_WAIT_MS	   250
#define FLIGHT_PATIENCE_MS 500
#define FLIGHT_NEVER	   UINT64_MAX
/* A frame of the agent's own that is to arrive before others is sent again
 * while it is not acknowledged: so long after the first time, twice as long
 * after each, but no longer than the second figure, and for this long. */
#define FLIGHT_AGAIN_MS	    10
#define FLIGHT_AGAIN_MAX_MS 40
#define FLIGHT_INSIST_MS    1000
/* One that lingers is sent after so long if hardly any frames of the flow have
 * come meanwhile. If more have, the WTP that had the station before may have a
 * queue of them, and gets the longer time. */
#define FLIGHT_LINGER_MS     3
#define FLIGHT_LINGER_FEW    3
#define FLIGHT_LINGER_MAX_MS 60
#define FLIGHT_BUCKETS	     64 /* a power of two */

struct flight_flow;
struct flight_frame;

/* Who gives way to whom in a full queue: urgent are user priority 6 and 7
 * (voice, EAPOL, management). */
enum flight_rank {
	FLIGHT_RANK_NORMAL,
	FLIGHT_RANK_URGENT,
	FLIGHT_RANK_OWN,
};

struct flight_list {
	struct flight_frame *first, *last;
	unsigned int n;
};

struct flight_frame {
	struct flight_frame *next, *before;
	struct flight_flow *flow;
	uint64_t since_ms;	     /* it waits, or flies */
	struct radiotap rt;	     /* to inject it with */
	struct cloudmac_chain chain; /* what the VAP wants, or no stages */
	struct cloudmac_chain done;  /* what was done of that so far */
	unsigned int stage;	     /* that flies */
	struct flight_list *list;    /* that it is in */
	bool sent;
	size_t len;
	bool local; /* mac80211 numbers it, chooses rates, and aggregates */
	bool to_be_local; /* if it has to be injected again */
	bool own;	  /* the agent's own, of which no VAP knows */
	bool insists;	  /* and is sent until it is acknowledged */
	bool lingers;	  /* and has not been sent yet */
	bool answered;	  /* its last status has come */
	enum flight_rank rank;
	uint64_t first_ms, again_ms; /* of one that does: put; due once more */
	uint32_t pause_ms;
	uint32_t us; /* on the air, of a local frame that flies, about */
	uint8_t body[];
};

/* What waits goes in the order of arrival between flows, but urgent frames go
 * first: an association must not fail because of a download. Never does a
 * frame overtake one of its own flow. */
enum flight_class {
	FLIGHT_URGENT,
	FLIGHT_NORMAL,
	FLIGHT_CLASSES,
};

/* Local frames fly so many at a time that the radio has a few aggregates of
 * 4 ms before it, however fast or slow it is. */
#define FLIGHT_LOCAL_US	 16000
#define FLIGHT_LOCAL_MIN 4
#define FLIGHT_LOCAL_MAX 128

struct flight {
	struct flight_list waiting[FLIGHT_CLASSES];
	struct flight_list flying; /* by injection */
	struct flight_list held;   /* own frames, before the next attempt */
	unsigned int local;	   /* of these */
	uint32_t local_us;
	unsigned int limit, waiting_max;
	enum config_width width; /* of the channel */
	struct flight_flow *buckets[FLIGHT_BUCKETS];
	unsigned int draining; /* flows */
	/* If set, told of each of the agent's own frames that is forgotten
	 * without a status: nobody knows whether it has arrived. */
	void (*lost)(void *arg, const struct flight_frame *frame);
	void *lost_arg;
};

/* At most 'limit' frames fly, at most 'waiting_max' wait; of one flow, at most
 * half as many. No frame is sent wider than 'width'. */
void flight_init(struct flight *flight, unsigned int limit,
		 unsigned int waiting_max, enum config_width width);
void flight_destroy(struct flight *flight);

/* Take over a copy of a frame that is to be acknowledged; false if there is no
 * place. To an urgent frame the newest one of the longest flow gives way, and
 * to the agent's own any other: downloads alone would keep the queue full.
 * Counts the one that is dropped, whichever it is. */
bool flight_put(struct flight *flight, const struct downlink_frame *frame,
		uint64_t now_ms, uint64_t *drops);

/* How many wait of the flow of a frame that is not put in yet. */
unsigned int flight_backlog(struct flight *flight,
			    const struct downlink_frame *frame);

/* The number of the first frame that waits of a flow of QoS data; false if
 * none does. */
bool flight_first(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint8_t tid, uint16_t *number);

/* The TIDs of local frames that fly to a station: the radio may have them. */
uint16_t flight_local_tids(const struct flight *flight, const uint8_t *bssid,
			   const uint8_t *station);

/* From now on the radio's mac80211 has an entry of the station: what waits for
 * it is local. */
void flight_localise(struct flight *flight, const uint8_t *bssid,
		     const uint8_t *station);

/* The radio's mac80211 has no entry of the station any more, and the station
 * hears: what was local and has no status waits once more, before all else,
 * and nothing is local any more. Some of it the radio itself may have. */
void flight_requeue(struct flight *flight, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms);

/* The station hears nothing any more, or the radio's mac80211 has no entry of
 * it and what that had is gone. What flies is waited for until 'until_ms' at
 * the longest, as the radio itself may have it, and is not injected again;
 * then that and all that waits has failed. Until then, what comes waits. */
void flight_drain(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station, uint64_t until_ms);

/* Do so no longer than till now. */
void flight_hurry(struct flight *flight, const uint8_t *bssid,
		  const uint8_t *station);

/* The next frame that has failed so, which the caller reports and forgets, or
 * NULL. A flow's are in its order. */
struct flight_frame *flight_failed(struct flight *flight, uint64_t now_ms);

/* How many wait. */
unsigned int flight_waiting(const struct flight *flight);

/* The next frame to inject, which flies from now on, or NULL. */
struct flight_frame *flight_next(struct flight *flight, uint64_t now_ms);

/* The kernel has taken a flying frame: from now on it can have a status. */
void flight_sent(struct flight_frame *frame);

/* The kernel has refused a flying frame: it is forgotten, but one that insists
 * flies once more. */
void flight_refused(struct flight *flight, struct flight_frame *frame,
		    uint64_t now_ms);

/* Give up a frame, and free it. */
void flight_forget(struct flight *flight, struct flight_frame *frame);

/* The echo of an injected frame: what became of it. */
struct flight_echo {
	const struct radiotap *rt;
	const uint8_t *frame; /* 802.11, at least 16 octets of header */
	size_t len;
};

enum flight_verdict {
	FLIGHT_UNKNOWN, /* of no frame that flies */
	FLIGHT_AGAIN,	/* '*frame' is to be injected again; it has changed */
	FLIGHT_HELD, /* '*frame' is the agent's own, and will fly once more */
	FLIGHT_DONE, /* the caller reads '*frame' and forgets it */
};

enum flight_verdict flight_status(struct flight *flight,
				  const struct flight_echo *echo,
				  uint64_t now_ms,
				  struct flight_frame **frame);

/* Give up all whose time is over, and count them. */
void flight_expire(struct flight *flight, uint64_t now_ms, uint64_t *drops);

/* When the next one's time is over, or FLIGHT_NEVER. */
uint64_t flight_due(const struct flight *flight);

#endif
