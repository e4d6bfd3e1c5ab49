/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deficit round-robin over stations that share the air, for one access
 * category of a radio: the scheduler of "Ending the Anomaly" (USENIX ATC 2017,
 * section 3.2). No I/O and no clock here: times are microseconds of the
 * caller's clock, which may step backwards.
 *
 * Each station has a deficit: the airtime that it may still use in this round.
 * What a station uses is deducted, whether it sends or receives. The scheduler
 * returns the first station of its lists. That station is served until its
 * deficit is used, so that its frames fill an aggregate. A round gives a
 * quantum to each station whose deficit is used.
 *
 *	new list	stations that start to have frames. They go before the
 *			old ones once, so that a station with few frames waits
 *			for one aggregate and not for a round.
 *	old list	all others that have frames.
 *	spent list	stations of the old list that have used their deficit.
 *			It becomes the old list in the next round.
 *
 * An emptied station of the new list goes to the end of the old one, and an
 * emptied station of the old list leaves. A station keeps its deficit while it
 * is away, and gets one quantum in a round at most. So it gains nothing by
 * leaving.
 *
 * A station is blocked while its frames may not be injected yet, such as while
 * the result of the previous one is awaited. It is then in none of the lists,
 * and comes back to the front of its list with what is left of its deficit. A
 * station that has one frame in flight at a time is blocked after each. If the
 * others began a round each time, stations would get equal numbers of frames
 * instead of equal airtime. So no round begins before each awaited blocked
 * station has used its deficit, or AIRTIME_AWAIT_US after its last frame.
 *
 * The cost of a frame does not depend on the number of stations: a station
 * gets no more quanta than it has used.
 */
#ifndef AIRTIME_SCHEDULER_H
#define AIRTIME_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

/* The quantum of a station of the default weight: one aggregate. */
#define AIRTIME_QUANTUM_US 4000

/* The scale of mac80211 and hostapd. The limits keep the number of quanta for
 * one frame small, and the time that one station is served. */
#define AIRTIME_WEIGHT_MIN     16
#define AIRTIME_WEIGHT_DEFAULT 256
#define AIRTIME_WEIGHT_MAX     4096

/* The largest debt of a station that comes back. Larger ones come from frames
 * that are not scheduled, such as management. */
#define AIRTIME_DEBT_MAX_US 100000

/* The largest airtime of received frames that is still to be deducted. */
#define AIRTIME_RECEIVED_MAX_US 40000

/* Longer than the radio needs for all that is in flight. */
#define AIRTIME_AWAIT_US 30000

struct airtime_entry;

struct airtime_list {
	struct airtime_entry *first, *last;
};

struct airtime_entry {
	struct airtime_entry *next, *before;
	struct airtime_list *list; /* that holds it, or NULL */
	bool active;		   /* in a list, or blocked */
	bool blocked;
	bool is_new; /* belongs to the new list */
	uint16_t weight;
	uint32_t round; /* of its last quantum */
	int64_t deficit_us;
	int64_t received_us; /* to be deducted from the next quanta */
	uint64_t served_us;  /* when it was served last */
};

struct airtime_scheduler {
	struct airtime_list new_list;
	struct airtime_list lists[2]; /* old and spent */
	struct airtime_list *old_list, *spent_list;
	struct airtime_list awaited; /* blocked, with deficit left */
	uint32_t round;
	unsigned int n; /* active stations */
	bool sparse;	/* use the new list */
};

void airtime_scheduler_init(struct airtime_scheduler *scheduler);

/* Makes a station that is away and has one quantum. */
void airtime_entry_init(struct airtime_entry *entry, uint16_t weight);

/* Makes the deficit of a station one quantum again. */
void airtime_reset(struct airtime_entry *entry);

/* Notes that a station has frames. */
void airtime_activate(struct airtime_scheduler *scheduler,
		      struct airtime_entry *entry);

/* Returns the station to serve, or NULL if there is none yet. The caller then
 * calls airtime_serve(), airtime_block() or airtime_empty() for it. */
struct airtime_entry *airtime_next(struct airtime_scheduler *scheduler,
				   uint64_t now_us);

/* Deducts what a frame of the station will use by estimate. The caller adds it
 * again with airtime_refund() and charges the measured airtime when that is
 * known. */
void airtime_serve(struct airtime_entry *entry, uint32_t us, uint64_t now_us);
void airtime_refund(struct airtime_entry *entry, uint32_t us);

/* Notes that the frames of the station must wait. 'awaited': frames of it are
 * in flight, and their result unblocks it. */
void airtime_block(struct airtime_scheduler *scheduler,
		   struct airtime_entry *entry, uint64_t now_us, bool awaited);

/* Notes that the frames of a blocked station may go again; does nothing for
 * others. */
void airtime_unblock(struct airtime_scheduler *scheduler,
		     struct airtime_entry *entry);

/* Notes that the station that airtime_next() returned has no frames. */
void airtime_empty(struct airtime_scheduler *scheduler,
		   struct airtime_entry *entry);

/* Deducts the measured airtime of a frame to the station. */
void airtime_charge_tx(struct airtime_entry *entry, uint64_t us);

/* Deducts the airtime of a frame from the station: at most three quarters of
 * each quantum. So a station that sends more than its share still receives. */
void airtime_charge_rx(struct airtime_entry *entry, uint64_t us);

/* Removes a station from all lists. */
void airtime_remove(struct airtime_scheduler *scheduler,
		    struct airtime_entry *entry);

/* Stops to await stations that had no frame for too long. */
void airtime_expire(struct airtime_scheduler *scheduler, uint64_t now_us);

/* Returns the station that was awaited first while others wait for the next
 * round, or NULL: airtime_expire() has work AIRTIME_AWAIT_US after its
 * 'served_us'. */
const struct airtime_entry *
airtime_first_awaited(const struct airtime_scheduler *scheduler);

#endif
