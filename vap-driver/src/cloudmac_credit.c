// SPDX-License-Identifier: GPL-2.0-only
/*
 * Credit of airtime. A frame is charged with its estimated airtime when it is
 * released, and its TX status refunds that. The estimate counts the tries that
 * the station's frames needed recently.
 *
 * The limit serves two goals: the station's queue at the WTP never runs empty while
 * the VAP has frames, and it is as short as possible. The kernel's dynamic queue
 * limits have the same goals for a network device. They detect starvation when
 * nothing is left in the device. That does not work here, because frames and
 * statuses are on the wire for up to 40 ms each. So the credit estimates, once per
 * round trip, how much of the station's airtime waited at the WTP:
 *
 *   waiting = outstanding * (1 - base / round trip)
 *
 * 'base' is the round trip of a frame that waited for no other one. Only frames that
 * used up the credit count. At the start the limit doubles each round trip, until
 * as much waits as should wait. Then it grows by the difference, and shrinks by half
 * of the difference.
 *
 * Only a frame that is alone on its way can raise 'base'. If there was none for ten
 * seconds, the credit holds frames back until nothing is on its way. If round trips
 * have become much longer, it does so after one second, because a handover may have
 * changed the way. Other stations that send at the same time delay a lone frame by
 * an aggregate each. That part of its round trip does not count.
 */
#include "cloudmac_credit.h"

#define UNKNOWN		0xffffffffu

/* Age of 'base' at which it is measured again, at the limit. */
#define BASE_OLD	10000000
/* The same after a change of the round trip. */
#define BASE_RECENT	1000000
/* The round trip has changed: it is this much longer, and more than doubled. */
#define RTT_CHANGED	10000
/* Longest round trip that counts; a sleeping station delays its status. */
#define RTT_MAX		500000
/* Round trip that is assumed before the first status. */
#define RTT_UNKNOWN	80000
/* Weight of a frame in the mean of the tries is one part of this. */
#define TRIES_MEAN	16
/* Longest airtime of a frame that counts. */
#define AIRTIME_MAX	500000

static u32 smaller(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* Returns the time since 'then'. If the clock was set back, the time starts
 * again.
 */
static u32 since(u32 *then, u32 now)
{
	if ((int32_t)(now - *then) < 0)
		*then = now;
	return now - *then;
}

static void list_init(struct cloudmac_credit_link *head)
{
	head->prev = head;
	head->next = head;
}

static void list_append(struct cloudmac_credit_link *head,
			struct cloudmac_credit_link *entry)
{
	entry->prev = head->prev;
	entry->next = head;
	head->prev->next = entry;
	head->prev = entry;
}

static void list_remove(struct cloudmac_credit_link *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
	list_init(entry);
}

/* 'link' is the first member. */
static struct cloudmac_charge *first(struct cloudmac_credit_link *head)
{
	return head->next == head ? NULL :
				    (struct cloudmac_charge *)head->next;
}

/* Returns the airtime that should wait at the WTP, which is also the least
 * limit.
 */
static u32 goal_of(const struct cloudmac_credit *credit)
{
	u32 stations = credit->pool->active ? credit->pool->active : 1;

	return CLOUDMAC_CREDIT_AGGREGATE + CLOUDMAC_CREDIT_AGGREGATE / stations;
}

/**
 * cloudmac_credit_limit - returns the airtime that may be in use
 * @credit: the credit
 *
 * Return: the limit in microseconds.
 */
u32 cloudmac_credit_limit(const struct cloudmac_credit *credit)
{
	u32 goal = goal_of(credit);

	return credit->limit > goal ? credit->limit : goal;
}

static void restart_round(struct cloudmac_credit *credit, u32 now)
{
	credit->round = now;
	credit->waiting = UNKNOWN;
	credit->quickest = UNKNOWN;
}

/**
 * cloudmac_credit_init - initializes an unused credit with the least limit
 * @credit: the credit
 * @pool: the pool, which must live longer
 * @now: current time
 */
void cloudmac_credit_init(struct cloudmac_credit *credit,
			  struct cloudmac_credit_pool *pool, u32 now)
{
	memset(credit, 0, sizeof(*credit));
	credit->pool = pool;
	list_init(&credit->sent);
	list_init(&credit->overdue);
	credit->based = now;
	credit->reported = now;
	credit->tries = CLOUDMAC_CREDIT_TRY;
	credit->starting = true;
	restart_round(credit, now);
}

/**
 * cloudmac_credit_allows - checks if a station may release a frame
 * @credit: its credit
 * @now: current time
 *
 * Return: false if a frame must wait until the credit changes.
 */
bool cloudmac_credit_allows(struct cloudmac_credit *credit, u32 now)
{
	if (!credit->used)
		credit->draining = false;
	if (credit->draining)
		return false;
	if (credit->used < cloudmac_credit_limit(credit))
		return true;
	if (since(&credit->based, now) >= BASE_OLD)
		credit->draining = true;
	return false;
}

/**
 * cloudmac_credit_charge - charges a frame that is released
 * @credit: the credit of the receiver
 * @charge: set; it must not move until cloudmac_credit_report(),
 *	cloudmac_credit_cancel() or cloudmac_credit_close()
 * @airtime: estimated airtime of one try
 * @now: current time
 */
void cloudmac_credit_charge(struct cloudmac_credit *credit,
			    struct cloudmac_charge *charge, u32 airtime,
			    u32 now)
{
	charge->credit = credit;
	charge->when = now;
	charge->one = smaller(airtime ? airtime : 1, AIRTIME_MAX);
	charge->airtime = charge->one * credit->tries / CLOUDMAC_CREDIT_TRY;
	charge->ahead = credit->used;
	charge->is_overdue = false;
	if (!credit->used)
		credit->pool->active++;
	credit->used += charge->airtime;
	credit->pool->used += charge->airtime;
	credit->pool->frames++;
	charge->limited = credit->used >= cloudmac_credit_limit(credit);
	list_append(&credit->sent, &charge->link);
}

/* Refunds the airtime of 'charge'. */
static void refund(struct cloudmac_charge *charge)
{
	struct cloudmac_credit *credit = charge->credit;

	list_remove(&charge->link);
	credit->used -= charge->airtime;
	credit->pool->used -= charge->airtime;
	credit->pool->frames--;
	if (!credit->used)
		credit->pool->active--;
}

/* Returns the part of a lone frame's round trip that the stations which send now
 * do not explain.
 */
static u32 without_others(const struct cloudmac_credit *credit, u32 rtt)
{
	u32 active = credit->pool->active;
	u32 others = smaller(active ? active - 1 : 0,
			     RTT_MAX / CLOUDMAC_CREDIT_AGGREGATE);
	u32 wait = others * CLOUDMAC_CREDIT_AGGREGATE;

	return rtt > wait ? rtt - wait : 1;
}

static void measure_base(struct cloudmac_credit *credit,
			 const struct cloudmac_charge *charge, u32 rtt, u32 now)
{
	if (!credit->base || rtt < credit->base)
		credit->base = rtt;
	if (charge->ahead)
		return;
	rtt = without_others(credit, rtt);
	if (rtt > 2 * credit->base)
		credit->starting = true;
	if (rtt > credit->base)
		credit->base = rtt;
	credit->based = now;
	credit->usual = 0;
}

/* Notes the airtime that all tries of a frame have used. */
static void learn_tries(struct cloudmac_credit *credit,
			const struct cloudmac_charge *charge, u32 used)
{
	u32 tries = smaller(used, AIRTIME_MAX) * CLOUDMAC_CREDIT_TRY /
		    charge->one;

	if (tries < CLOUDMAC_CREDIT_TRY)
		tries = CLOUDMAC_CREDIT_TRY;
	tries = smaller(tries, CLOUDMAC_CREDIT_TRIES_MAX);
	credit->tries = (credit->tries * (TRIES_MEAN - 1) + tries) / TRIES_MEAN;
}

/* Returns the airtime that waited at the WTP while 'outstanding' was on its
 * way.
 */
static u32 waiting_of(const struct cloudmac_credit *credit, u32 outstanding,
		      u32 rtt)
{
	if (rtt <= credit->base)
		return 0;
	/* Both factors are below 2^20: divide first by a part of the divisor. */
	return (u32)((outstanding / 16) * ((rtt - credit->base) / 16) /
		     (rtt / 256 + 1));
}

/* Moves the limit so that the goal waits at the WTP. */
static void adapt(struct cloudmac_credit *credit, u32 now)
{
	u32 goal = goal_of(credit), limit = cloudmac_credit_limit(credit);

	if (credit->waiting != UNKNOWN) {
		if (credit->waiting >= goal)
			credit->starting = false;
		if (credit->starting)
			limit *= 2;
		else if (credit->waiting < goal)
			limit += goal - credit->waiting;
		else
			limit -= smaller(limit, (credit->waiting - goal) / 2);
		credit->limit = smaller(limit, CLOUDMAC_CREDIT_MAX);
	}
	if (!credit->usual)
		credit->usual = credit->quickest;
	else if (credit->quickest > 2 * credit->usual + RTT_CHANGED &&
		 since(&credit->based, now) >= BASE_RECENT)
		credit->draining = true;
	credit->longest -= credit->longest / 8;
	restart_round(credit, now);
}

/**
 * cloudmac_credit_report - refunds a charge whose TX status has arrived
 * @charge: the charge
 * @used: airtime of all tries by the TX status, 0 if unknown
 * @now: current time
 */
void cloudmac_credit_report(struct cloudmac_charge *charge, u32 used, u32 now)
{
	struct cloudmac_credit *credit = charge->credit;
	u32 rtt;

	if (!credit)
		return;
	rtt = smaller(since(&charge->when, now), RTT_MAX);
	rtt = rtt ? rtt : 1;
	credit->reported = now;
	if (used)
		learn_tries(credit, charge, used);
	if (credit->longest < rtt)
		credit->longest = rtt;
	measure_base(credit, charge, rtt, now);
	if (charge->is_overdue) {
		credit->pool->late++;
		cloudmac_credit_cancel(charge);
		return;
	}
	credit->quickest = smaller(credit->quickest, rtt);
	if (charge->limited)
		credit->waiting = smaller(credit->waiting,
					  waiting_of(credit,
						     charge->ahead +
							     charge->airtime,
						     rtt));
	cloudmac_credit_cancel(charge);
	if ((int32_t)(charge->when - credit->round) >= 0)
		adapt(credit, now);
}

/**
 * cloudmac_credit_cancel - refunds a charge that gets no TX status
 * @charge: the charge
 */
void cloudmac_credit_cancel(struct cloudmac_charge *charge)
{
	if (!charge->credit)
		return;
	if (charge->is_overdue)
		list_remove(&charge->link);
	else
		refund(charge);
	charge->credit = NULL;
}

/* Checks if the status of 'charge' should have arrived. */
static bool is_overdue(const struct cloudmac_credit *credit,
		       struct cloudmac_charge *charge, u32 now)
{
	return since(&charge->when, now) >=
	       (credit->longest ? credit->longest : RTT_UNKNOWN) +
		       CLOUDMAC_CREDIT_OVERDUE;
}

/**
 * cloudmac_credit_expire - refunds charges whose TX status is overdue
 * @credit: the credit
 * @now: current time
 *
 * If no status arrives at all, the WTP is dead or the station has moved to
 * another one. Then the limit starts again, because the way may be another one.
 *
 * Return: true if a charge was refunded.
 */
bool cloudmac_credit_expire(struct cloudmac_credit *credit, u32 now)
{
	bool silent = since(&credit->reported, now) >= CLOUDMAC_CREDIT_OVERDUE;
	struct cloudmac_charge *charge;
	bool found = false;

	while ((charge = first(&credit->sent)) != NULL) {
		if (!is_overdue(credit, charge, now))
			break;
		refund(charge);
		charge->is_overdue = true;
		list_append(&credit->overdue, &charge->link);
		credit->pool->expired++;
		found = true;
	}
	if (found && silent) {
		credit->limit = 0;
		credit->starting = true;
		restart_round(credit, now);
	}
	return found;
}

/**
 * cloudmac_credit_close - refunds all charges
 * @credit: the credit, of a station that is being removed
 */
void cloudmac_credit_close(struct cloudmac_credit *credit)
{
	struct cloudmac_charge *charge;

	while ((charge = first(&credit->sent)) != NULL)
		cloudmac_credit_cancel(charge);
	while ((charge = first(&credit->overdue)) != NULL)
		cloudmac_credit_cancel(charge);
}
