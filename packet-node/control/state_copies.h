/* SPDX-License-Identifier: Apache-2.0 */
/* What a session has read of the state of LVNFs, to tell it only what has
 * changed since. */
#ifndef STATE_COPIES_H
#define STATE_COPIES_H

#include "node/node.h"

/* Copies of a session at most, and octets that they take together. */
#define STATE_COPIES_MAX	16
#define STATE_COPIES_OCTETS_MAX (64U << 20)

struct state_copy {
	char lvnf[NAME_MAX_LEN + 1];
	char handler[HANDLER_NAME_MAX + 1];
	uint32_t map_id; /* of the kernel; 0: nothing is remembered */
	struct handler_changes changes;
};

struct state_copies {
	struct state_copy copies[STATE_COPIES_MAX];
	size_t left;	   /* octets */
	unsigned int next; /* takes the place of the oldest one */
};

void state_copies_init(struct state_copies *copies);

/* Returns the copy of a handler of an LVNF, or NULL. An LVNF that was added
 * anew has none. */
struct state_copy *state_copies_find(struct state_copies *copies,
				     const char *lvnf,
				     const struct handler *handler);

/* Begins a copy, instead of an earlier one or of the oldest one. */
struct state_copy *state_copies_begin(struct state_copies *copies,
				      const char *lvnf,
				      const struct handler *handler);

/* Frees a copy. */
void state_copy_end(struct state_copy *copy);

/* Frees all of a session. */
void state_copies_end(struct state_copies *copies);

#endif
