/* SPDX-License-Identifier: Apache-2.0 */
#include "trigger.h"

#include <stdlib.h>
#include <string.h>

struct trigger_use {
	char lvnf[NAME_MAX_LEN + 1];
	uint64_t generation;		   /* of 'concerned' */
	uint64_t concerned[TRIGGER_WORDS]; /* triggers, a bit for each slot */
	uint64_t holds[TRIGGER_WORDS];	   /* those whose condition holds */
	struct trigger_sample last;
	uint64_t last_us; /* of the last sample */
	bool has_sample;
	uint64_t round; /* of its last turn */
	struct trigger_use *next;
};

/* --- bits ---------------------------------------------------------------- */

static bool has_bit(const uint64_t *words, size_t slot)
{
	return words[slot / 64] >> slot % 64 & 1;
}

static void set_bit(uint64_t *words, size_t slot, bool value)
{
	const uint64_t bit = UINT64_C(1) << slot % 64;

	words[slot / 64] =
		value ? words[slot / 64] | bit : words[slot / 64] & ~bit;
}

/* --- the triggers -------------------------------------------------------- */

void triggers_init(struct triggers *all)
{
	memset(all, 0, offsetof(struct triggers, events));
	all->generation = 1;
	all->turn = &all->first;
}

void triggers_destroy(struct triggers *all)
{
	while (all->first) {
		struct trigger_use *use = all->first;

		all->first = use->next;
		free(use);
	}
	all->turn = &all->first;
}

static struct trigger *find(struct triggers *all, const char *name)
{
	for (size_t i = 0; i < TRIGGERS_MAX; i++)
		if (!strcmp(all->slots[i].name, name))
			return &all->slots[i];
	return NULL;
}

static bool is_same(const struct trigger *one, const struct trigger *other)
{
	return !strcmp(one->lvnf, other->lvnf) &&
	       one->is_begin == other->is_begin &&
	       one->metric == other->metric &&
	       one->relation == other->relation &&
	       one->value == other->value && one->port == other->port;
}

bool triggers_add(struct triggers *all, const struct trigger *trigger,
		  struct node_error *error)
{
	const struct trigger *known = find(all, trigger->name);
	struct trigger *slot = find(all, "");

	if (known)
		return is_same(known, trigger) ||
		       node_fail(error, NODE_IN_USE,
				 "there is another trigger '%s'",
				 trigger->name);
	if (!slot)
		return node_fail(error, NODE_FULL,
				 "this node has %d triggers, no more",
				 TRIGGERS_MAX);
	*slot = *trigger;
	all->n++;
	all->generation++;
	for (struct trigger_use *use = all->first; use; use = use->next)
		set_bit(use->holds, (size_t)(slot - all->slots), false);
	return true;
}

bool triggers_remove(struct triggers *all, const char *name,
		     struct node_error *error)
{
	struct trigger *slot = find(all, name);

	if (!slot)
		return node_fail(error, NODE_UNKNOWN,
				 "no trigger '%.64s' here", name);
	slot->name[0] = '\0';
	all->n--;
	all->generation++;
	/* There are no rounds without triggers, so samples become old. */
	if (!all->n)
		triggers_destroy(all);
	return true;
}

const struct trigger *triggers_next(const struct triggers *all,
				    const char *after)
{
	const struct trigger *next = NULL;

	for (size_t i = 0; i < TRIGGERS_MAX; i++) {
		const struct trigger *one = &all->slots[i];

		if (*one->name && (!after || strcmp(one->name, after) > 0) &&
		    (!next || strcmp(one->name, next->name) < 0))
			next = one;
	}
	return next;
}

bool triggers_have(const struct triggers *all, enum trigger_metric metric)
{
	for (size_t i = 0; i < TRIGGERS_MAX; i++)
		if (*all->slots[i].name && all->slots[i].metric == metric)
			return true;
	return false;
}

/* --- rounds -------------------------------------------------------------- */

void triggers_begin(struct triggers *all, uint64_t now_us)
{
	all->round++;
	all->round_us = now_us;
	all->turn = &all->first;
}

/* Leaves the LVNF at the turn, and forgets it unless it had its turn. */
static void pass(struct triggers *all)
{
	struct trigger_use *use = *all->turn;

	if (use->round == all->round) {
		all->turn = &use->next;
	} else {
		*all->turn = use->next;
		free(use);
	}
}

static bool concerns(const struct trigger *trigger, const char *lvnf)
{
	return trigger->is_begin
		       ? !strncmp(lvnf, trigger->lvnf, strlen(trigger->lvnf))
		       : !strcmp(lvnf, trigger->lvnf);
}

/* Finds out which triggers are for an LVNF. */
static void concern(const struct triggers *all, struct trigger_use *use)
{
	for (size_t i = 0; i < TRIGGERS_MAX; i++)
		set_bit(use->concerned, i,
			*all->slots[i].name &&
				concerns(&all->slots[i], use->lvnf));
	use->generation = all->generation;
}

bool triggers_turn(struct triggers *all, const char *lvnf)
{
	struct trigger_use *use;

	while (*all->turn && strcmp((*all->turn)->lvnf, lvnf) < 0)
		pass(all);
	use = *all->turn;
	if (!use || strcmp(use->lvnf, lvnf)) {
		use = calloc(1, sizeof(*use));
		if (!use)
			return false;
		memcpy(use->lvnf, lvnf, strlen(lvnf) + 1);
		use->next = *all->turn;
		*all->turn = use;
	}
	use->round = all->round;
	if (use->generation != all->generation)
		concern(all, use);
	for (size_t i = 0; i < TRIGGER_WORDS; i++)
		if (use->concerned[i])
			return true;
	return false;
}

/* Returns value * factor / divisor, rounded down, without an overflow as long
 * as divisor * factor has none. */
static uint64_t scale(uint64_t value, uint64_t factor, uint64_t divisor)
{
	return value / divisor * factor + value % divisor * factor / divisor;
}

/* Returns the packets or octets of the ports of a trigger. */
static uint64_t count(const struct trigger *trigger,
		      const struct trigger_sample *sample)
{
	const bool is_octets = trigger->metric == TRIGGER_OCTETS ||
			       trigger->metric == TRIGGER_OCTET_RATE;
	uint64_t sum = 0;

	for (unsigned int i = 0; i < sample->ports_n; i++)
		if (trigger->port == TRIGGER_ALL_PORTS ||
		    trigger->port == (int)i)
			sum += is_octets ? sample->ports[i].octets
					 : sample->ports[i].packets;
	return sum;
}

/* Returns true if two samples, or the last one alone, tell a metric. */
static bool is_known(const struct trigger *trigger,
		     const struct trigger_use *use,
		     const struct trigger_sample *now, uint64_t past_us)
{
	const bool is_rate = use->has_sample && past_us;

	if (trigger->port >= (int)now->ports_n)
		return false;
	switch (trigger->metric) {
	case TRIGGER_CPU_UTIL:
		return is_rate && use->last.has_run_time && now->has_run_time;
	case TRIGGER_PACKET_RATE:
	case TRIGGER_OCTET_RATE:
		return is_rate;
	default:
		return true;
	}
}

/* Measures what a trigger is about, in thousandths. 'past_us' is the time
 * since the sample before. */
static uint64_t measure(const struct trigger *trigger,
			const struct trigger_sample *before,
			const struct trigger_sample *now, uint64_t past_us)
{
	switch (trigger->metric) {
	case TRIGGER_CPU_UTIL:
		/* Nanoseconds in microseconds: 0.1 percent each. */
		return scale(now->run_ns - before->run_ns, 100, past_us);
	case TRIGGER_MEM_UTIL:
		return now->memory;
	case TRIGGER_PACKET_RATE:
	case TRIGGER_OCTET_RATE:
		return scale(count(trigger, now) - count(trigger, before),
			     UINT64_C(1000000) * TRIGGER_UNIT, past_us);
	default:
		return count(trigger, now) * TRIGGER_UNIT;
	}
}

static bool compare(enum trigger_relation relation, uint64_t value,
		    uint64_t limit)
{
	switch (relation) {
	case TRIGGER_LT:
		return value < limit;
	case TRIGGER_EQ:
		return value == limit;
	default:
		return value > limit;
	}
}

static void add_event(struct triggers *all, const struct trigger *trigger,
		      const struct trigger_use *use, uint64_t value)
{
	struct trigger_event *event =
		&all->events[++all->newest % TRIGGER_EVENTS_MAX];

	*event = (struct trigger_event){ .number = all->newest,
					 .value = value,
					 .time_us = all->round_us };
	memcpy(event->trigger, trigger->name, sizeof(event->trigger));
	memcpy(event->lvnf, use->lvnf, sizeof(event->lvnf));
}

/* Returns true if counters have begun anew: another LVNF has the name. */
static bool is_another(const struct trigger_sample *before,
		       const struct trigger_sample *now)
{
	bool is_less = now->ports_n != before->ports_n;

	for (unsigned int i = 0; i < now->ports_n && !is_less; i++)
		is_less = now->ports[i].packets < before->ports[i].packets ||
			  now->ports[i].octets < before->ports[i].octets;
	return is_less;
}

void triggers_judge(struct triggers *all, const struct trigger_sample *now)
{
	struct trigger_use *use = *all->turn;
	uint64_t past_us = all->round_us - use->last_us;

	if (use->has_sample && is_another(&use->last, now)) {
		memset(use->holds, 0, sizeof(use->holds));
		use->has_sample = false;
	}
	for (size_t i = 0; i < TRIGGERS_MAX; i++) {
		const struct trigger *trigger = &all->slots[i];
		bool holds;
		uint64_t value;

		if (!has_bit(use->concerned, i) ||
		    !is_known(trigger, use, now, past_us))
			continue;
		value = measure(trigger, &use->last, now, past_us);
		holds = compare(trigger->relation, value, trigger->value);
		if (holds && !has_bit(use->holds, i))
			add_event(all, trigger, use, value);
		set_bit(use->holds, i, holds);
	}
	use->last = *now;
	use->last_us = all->round_us;
	use->has_sample = true;
}

void triggers_end(struct triggers *all)
{
	while (*all->turn)
		pass(all);
	all->turn = &all->first;
}

/* --- events -------------------------------------------------------------- */

const struct trigger_event *triggers_event(const struct triggers *all,
					   uint64_t after)
{
	uint64_t number = after;

	if (all->newest > TRIGGER_EVENTS_MAX &&
	    number < all->newest - TRIGGER_EVENTS_MAX)
		number = all->newest - TRIGGER_EVENTS_MAX;
	return number < all->newest
		       ? &all->events[(number + 1) % TRIGGER_EVENTS_MAX]
		       : NULL;
}

bool triggers_acknowledge(struct triggers *all, uint64_t number,
			  struct node_error *error)
{
	if (number > all->newest)
		return node_fail(error, NODE_INVALID,
				 "there is no event %llu yet, only %llu",
				 (unsigned long long)number,
				 (unsigned long long)all->newest);
	if (number > all->acknowledged)
		all->acknowledged = number;
	return true;
}
