/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Credit of airtime: how much of a station's traffic may be on its way to the
 * WTP, in an access category. This file uses no kernel interface: the unit test
 * compiles it in user space. The caller serializes the calls for a pool.
 *
 * All times are in microseconds. Points in time wrap around.
 */
#ifndef CLOUDMAC_CREDIT_H
#define CLOUDMAC_CREDIT_H

#include "cloudmac.h"

/* What a station may have waiting at the WTP: as long as an aggregate, and as
 * much again divided by the number of stations that send. So a station alone has
 * one aggregate on the air and one that waits.
 */
#define CLOUDMAC_CREDIT_AGGREGATE	4000
/* Limit of a credit: a round trip of 80 ms and what may wait. */
#define CLOUDMAC_CREDIT_MAX		100000
/* A status is overdue this long after it should have arrived. The caller looks
 * for overdue statuses at least every 10 ms.
 */
#define CLOUDMAC_CREDIT_OVERDUE		40000
/* Unit of the tries of a frame, and the most that count. */
#define CLOUDMAC_CREDIT_TRY		256
#define CLOUDMAC_CREDIT_TRIES_MAX	(16 * CLOUDMAC_CREDIT_TRY)

/**
 * struct cloudmac_credit_link - entry of a list of charges
 *
 * @prev: previous entry
 * @next: next entry
 */
struct cloudmac_credit_link {
	struct cloudmac_credit_link *prev;
	struct cloudmac_credit_link *next;
};

/**
 * struct cloudmac_credit_pool - the credits of a radio in an access category
 *
 * @active: credits in use
 * @used: airtime in use
 * @frames: frames that use it
 * @expired: charges refunded because their status was overdue
 * @late: statuses that arrived after that
 */
struct cloudmac_credit_pool {
	u32 active;
	u32 used;
	u32 frames;
	u32 expired;
	u32 late;
};

/**
 * struct cloudmac_credit - credit of a station in an access category
 *
 * @pool: its pool
 * @sent: charges in use, the oldest first
 * @overdue: charges that were refunded, but whose status may still arrive
 * @limit: airtime that may be in use
 * @used: airtime in use
 * @base: shortest round trip, without the wait at the WTP; 0 if unknown
 * @based: when @base was measured
 * @longest: longest recent round trip, 0 if unknown
 * @reported: when the last status arrived
 * @round: when the limit was adapted
 * @waiting: least airtime that waited at the WTP since then, U32_MAX if unknown
 * @quickest: shortest round trip since then, U32_MAX if unknown
 * @usual: the first @quickest after @base was measured; 0 if unknown
 * @tries: airtime that frames used recently, relative to the estimate for one try
 * @starting: the limit doubles until the goal waits
 * @draining: nothing is released until @used is 0, to measure @base
 */
struct cloudmac_credit {
	struct cloudmac_credit_pool *pool;
	struct cloudmac_credit_link sent;
	struct cloudmac_credit_link overdue;
	u32 limit;
	u32 used;
	u32 base;
	u32 based;
	u32 longest;
	u32 reported;
	u32 round;
	u32 waiting;
	u32 quickest;
	u32 usual;
	u32 tries;
	bool starting;
	bool draining;
};

/**
 * struct cloudmac_charge - what a frame has taken from a credit
 *
 * @link: entry in a list of the credit
 * @credit: the credit, NULL if the frame has taken nothing, or the station has
 *	gone
 * @when: when the frame was released
 * @airtime: estimated airtime of the frame, with all tries
 * @one: the same of one try
 * @ahead: airtime of the station's frames that were on their way before
 * @limited: the frame used up the credit
 * @is_overdue: @airtime was refunded before the status arrived
 */
struct cloudmac_charge {
	struct cloudmac_credit_link link;
	struct cloudmac_credit *credit;
	u32 when;
	u32 airtime;
	u32 one;
	u32 ahead;
	bool limited;
	bool is_overdue;
};

void cloudmac_credit_init(struct cloudmac_credit *credit,
			  struct cloudmac_credit_pool *pool, u32 now);
bool cloudmac_credit_allows(struct cloudmac_credit *credit, u32 now);
void cloudmac_credit_charge(struct cloudmac_credit *credit,
			    struct cloudmac_charge *charge, u32 airtime,
			    u32 now);
void cloudmac_credit_report(struct cloudmac_charge *charge, u32 used,
			    u32 now);
void cloudmac_credit_cancel(struct cloudmac_charge *charge);
bool cloudmac_credit_expire(struct cloudmac_credit *credit, u32 now);
u32 cloudmac_credit_limit(const struct cloudmac_credit *credit);
void cloudmac_credit_close(struct cloudmac_credit *credit);

#endif /* CLOUDMAC_CREDIT_H */
