/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Triggers: conditions of LVNFs that a controller wants to hear of. The caller
 * lets all LVNFs take their turn in rounds, TRIGGER_PERIOD_MS apart. When a
 * condition begins to hold for an LVNF, there is an event; it has to end there
 * before there is another one.
 *
 * Events have numbers from 1 without gaps. The newest TRIGGER_EVENTS_MAX are
 * kept. Does no I/O.
 */
#ifndef TRIGGER_H
#define TRIGGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "names.h"
#include "node_error.h"

#define TRIGGERS_MAX	   256
#define TRIGGER_EVENTS_MAX 4096
#define TRIGGER_PERIOD_MS  100

/* Values are thousandths of their unit. */
#define TRIGGER_UNIT	  1000
#define TRIGGER_VALUE_MAX (UINT64_C(1000000000000) * TRIGGER_UNIT)

enum trigger_metric {
	TRIGGER_CPU_UTIL,    /* percent of one CPU, since the last round */
	TRIGGER_MEM_UTIL,    /* percent of what an LVNF may have */
	TRIGGER_PACKETS,     /* that have come to the gate */
	TRIGGER_OCTETS,	     /* likewise */
	TRIGGER_PACKET_RATE, /* packets a second, since the last round */
	TRIGGER_OCTET_RATE,  /* likewise */
	TRIGGER_METRICS
};

enum trigger_relation {
	TRIGGER_LT,
	TRIGGER_EQ,
	TRIGGER_GT,
	TRIGGER_RELATIONS
};

#define TRIGGER_ALL_PORTS (-1)

/* What a controller asks for. Its memory is zeroed before it is filled. */
struct trigger {
	char name[NAME_MAX_LEN + 1];
	char lvnf[NAME_MAX_LEN + 1]; /* a name, or the begin of names */
	bool is_begin;		     /* each LVNF whose name begins so */
	enum trigger_metric metric;
	enum trigger_relation relation;
	uint64_t value; /* thousandths */
	int port;	/* from 0, or TRIGGER_ALL_PORTS */
};

/* What an LVNF has used since it was created. */
struct trigger_sample {
	bool has_run_time;
	uint64_t run_ns; /* of its image, at all CPUs */
	uint64_t memory; /* thousandths of a percent of what it may have */
	unsigned int ports_n;
	struct {
		uint64_t packets, octets; /* that have come to the gate */
	} ports[GATE_PORTS_MAX];
};

struct trigger_event {
	uint64_t number;
	char trigger[NAME_MAX_LEN + 1], lvnf[NAME_MAX_LEN + 1];
	uint64_t value;	  /* measured, thousandths */
	uint64_t time_us; /* of the round */
};

#define TRIGGER_WORDS (TRIGGERS_MAX / 64)

/* What is known of an LVNF. */
struct trigger_use;

struct triggers {
	struct trigger slots[TRIGGERS_MAX]; /* without a name: free */
	size_t n;
	uint64_t generation;	   /* changes with the triggers */
	struct trigger_use *first; /* by name of the LVNF */
	struct trigger_use **turn; /* of the LVNF whose turn it is */
	uint64_t round, round_us;
	uint64_t newest;       /* number of the newest event, 0: none */
	uint64_t acknowledged; /* of the newest one that a controller has */
	struct trigger_event events[TRIGGER_EVENTS_MAX]; /* by number */
};

void triggers_init(struct triggers *all);
void triggers_destroy(struct triggers *all);

/* Adds a trigger. One of the same name and content stays as it is. Returns
 * false with '*error' filled if another one has the name, or if there are
 * TRIGGERS_MAX. */
bool triggers_add(struct triggers *all, const struct trigger *trigger,
		  struct node_error *error);

/* Removes a trigger. Its events are kept. */
bool triggers_remove(struct triggers *all, const char *name,
		     struct node_error *error);

/* Returns the first trigger behind a name in the order of names, or of all if
 * it is NULL; NULL at the end. */
const struct trigger *triggers_next(const struct triggers *all,
				    const char *after);

/* Returns true if a trigger has this metric. */
bool triggers_have(const struct triggers *all, enum trigger_metric metric);

/* Begins a round, in which LVNFs take their turns in the order of names. */
void triggers_begin(struct triggers *all, uint64_t now_us);

/* Lets an LVNF take its turn. Returns true if a sample of it is needed. */
bool triggers_turn(struct triggers *all, const char *lvnf);

/* Judges the LVNF whose turn it is. */
void triggers_judge(struct triggers *all, const struct trigger_sample *now);

/* Ends a round: forgets the LVNFs that had no turn. */
void triggers_end(struct triggers *all);

/* Returns the oldest event that is kept with a number above 'after'; NULL:
 * there is none. */
const struct trigger_event *triggers_event(const struct triggers *all,
					   uint64_t after);

/* Notes that a controller has the events up to a number. They are still kept
 * as long as there is room. */
bool triggers_acknowledge(struct triggers *all, uint64_t number,
			  struct node_error *error);

#endif
