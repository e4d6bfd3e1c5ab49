/* SPDX-License-Identifier: Apache-2.0 */
#include "airtime_scheduler.h"

#include <stddef.h>
#include <string.h>

void airtime_scheduler_init(struct airtime_scheduler *scheduler)
{
	memset(scheduler, 0, sizeof(*scheduler));
	scheduler->old_list = &scheduler->lists[0];
	scheduler->spent_list = &scheduler->lists[1];
	scheduler->sparse = true;
}

static void leave_list(struct airtime_entry *entry)
{
	struct airtime_list *list = entry->list;

	if (!list)
		return;
	if (entry->before)
		entry->before->next = entry->next;
	else
		list->first = entry->next;
	if (entry->next)
		entry->next->before = entry->before;
	else
		list->last = entry->before;
	entry->list = NULL;
	entry->next = entry->before = NULL;
}

static void append(struct airtime_list *list, struct airtime_entry *entry)
{
	entry->list = list;
	entry->next = NULL;
	entry->before = list->last;
	if (list->last)
		list->last->next = entry;
	else
		list->first = entry;
	list->last = entry;
}

static void prepend(struct airtime_list *list, struct airtime_entry *entry)
{
	entry->list = list;
	entry->before = NULL;
	entry->next = list->first;
	if (list->first)
		list->first->before = entry;
	else
		list->last = entry;
	list->first = entry;
}

static void move_to_old(struct airtime_scheduler *scheduler,
			struct airtime_entry *entry)
{
	leave_list(entry);
	entry->is_new = false;
	append(scheduler->old_list, entry);
}

static int64_t quantum_of(const struct airtime_entry *entry)
{
	return (int64_t)AIRTIME_QUANTUM_US * entry->weight /
	       AIRTIME_WEIGHT_DEFAULT;
}

void airtime_entry_init(struct airtime_entry *entry, uint16_t weight)
{
	memset(entry, 0, sizeof(*entry));
	entry->weight = weight;
	airtime_reset(entry);
}

void airtime_reset(struct airtime_entry *entry)
{
	entry->deficit_us = quantum_of(entry);
	entry->received_us = 0;
}

static void add_quantum(struct airtime_entry *entry, uint32_t round)
{
	int64_t quantum = quantum_of(entry), received = quantum * 3 / 4;

	if (received > entry->received_us)
		received = entry->received_us;
	entry->received_us -= received;
	entry->deficit_us += quantum - received;
	entry->round = round;
}

void airtime_activate(struct airtime_scheduler *scheduler,
		      struct airtime_entry *entry)
{
	if (entry->active)
		return;
	entry->active = true;
	entry->is_new = scheduler->sparse;
	scheduler->n++;
	if (entry->deficit_us < -AIRTIME_DEBT_MAX_US)
		entry->deficit_us = -AIRTIME_DEBT_MAX_US;
	if (entry->deficit_us > quantum_of(entry))
		entry->deficit_us = quantum_of(entry);
	append(entry->is_new ? &scheduler->new_list : scheduler->old_list,
	       entry);
}

static bool is_overdue(const struct airtime_entry *entry, uint64_t now_us)
{
	return now_us >= entry->served_us + AIRTIME_AWAIT_US;
}

void airtime_expire(struct airtime_scheduler *scheduler, uint64_t now_us)
{
	struct airtime_entry *entry;

	while ((entry = scheduler->awaited.first)) {
		/* After a backward step the time starts anew. */
		if (entry->served_us > now_us)
			entry->served_us = now_us;
		if (!is_overdue(entry, now_us))
			return;
		leave_list(entry);
	}
}

/* Returns true if the old list has the stations of a new round. */
static bool begin_round(struct airtime_scheduler *scheduler, uint64_t now_us)
{
	struct airtime_list *empty = scheduler->old_list;

	if (!scheduler->spent_list->first)
		return false;
	airtime_expire(scheduler, now_us);
	if (scheduler->awaited.first)
		return false;
	scheduler->old_list = scheduler->spent_list;
	scheduler->spent_list = empty;
	scheduler->round++;
	return true;
}

/* Returns true if the first station of the old list is served. Moves it to the
 * spent list otherwise. */
static bool visit_old(struct airtime_scheduler *scheduler,
		      struct airtime_entry *entry)
{
	if (entry->deficit_us <= 0 && entry->round != scheduler->round)
		add_quantum(entry, scheduler->round);
	if (entry->deficit_us > 0)
		return true;
	leave_list(entry);
	append(scheduler->spent_list, entry);
	return false;
}

struct airtime_entry *airtime_next(struct airtime_scheduler *scheduler,
				   uint64_t now_us)
{
	struct airtime_entry *entry;

	for (;;) {
		entry = scheduler->new_list.first;
		if (entry && entry->deficit_us > 0)
			return entry;
		if (entry) {
			move_to_old(scheduler, entry);
			continue;
		}
		entry = scheduler->old_list->first;
		if (entry && visit_old(scheduler, entry))
			return entry;
		if (!entry && !begin_round(scheduler, now_us))
			return NULL;
	}
}

/* A blocked station without deficit does not hold up the next round. */
static void deduct(struct airtime_entry *entry, int64_t us)
{
	entry->deficit_us -= us;
	if (entry->blocked && entry->deficit_us <= 0)
		leave_list(entry);
}

void airtime_serve(struct airtime_entry *entry, uint32_t us, uint64_t now_us)
{
	entry->served_us = now_us;
	deduct(entry, us);
}

void airtime_refund(struct airtime_entry *entry, uint32_t us)
{
	entry->deficit_us += us;
}

void airtime_block(struct airtime_scheduler *scheduler,
		   struct airtime_entry *entry, uint64_t now_us, bool awaited)
{
	leave_list(entry);
	entry->blocked = true;
	if (entry->served_us > now_us)
		entry->served_us = now_us;
	if (awaited && entry->deficit_us > 0 && !is_overdue(entry, now_us))
		append(&scheduler->awaited, entry);
}

void airtime_unblock(struct airtime_scheduler *scheduler,
		     struct airtime_entry *entry)
{
	if (!entry->blocked)
		return;
	entry->blocked = false;
	leave_list(entry);
	prepend(entry->is_new ? &scheduler->new_list : scheduler->old_list,
		entry);
}

void airtime_empty(struct airtime_scheduler *scheduler,
		   struct airtime_entry *entry)
{
	if (entry->is_new)
		move_to_old(scheduler, entry);
	else
		airtime_remove(scheduler, entry);
}

void airtime_charge_tx(struct airtime_entry *entry, uint64_t us)
{
	deduct(entry, (int64_t)us);
}

void airtime_charge_rx(struct airtime_entry *entry, uint64_t us)
{
	entry->received_us += (int64_t)us;
	if (entry->received_us > AIRTIME_RECEIVED_MAX_US)
		entry->received_us = AIRTIME_RECEIVED_MAX_US;
}

void airtime_remove(struct airtime_scheduler *scheduler,
		    struct airtime_entry *entry)
{
	leave_list(entry);
	scheduler->n -= entry->active;
	entry->active = entry->blocked = entry->is_new = false;
}

const struct airtime_entry *
airtime_first_awaited(const struct airtime_scheduler *scheduler)
{
	return scheduler->spent_list->first ? scheduler->awaited.first : NULL;
}
