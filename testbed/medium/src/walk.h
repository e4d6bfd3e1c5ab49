/* SPDX-License-Identifier: Apache-2.0 */
/* Motion of a radio: along straight legs until it rests, or for ever to random
 * places. The functions have no state but the walk. */
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "place.h"
#include "random.h"

struct leg {
	struct position to;
	double speed;	/* m/s; 0: jump */
	uint64_t pause; /* rest before the leg, ns */
};

/* A random waypoint walk in a rectangle, without rests. */
struct wander {
	struct position low, high;
	double slowest, fastest; /* m/s, more than 0 */
	struct random random;
};

/* A walk of zeros rests at the origin. */
struct walk {
	struct position from; /* start of the current leg */
	uint64_t start;	      /* time of that start, ns */
	struct leg *legs;     /* the first is the current one */
	size_t legs_n;
	bool wanders;
	struct wander wander;
};

/* Returns the position at 'now', which must not be before an earlier call's.
 */
struct position walk_at(struct walk *walk, uint64_t now);

/* Moves to 'to' at once and deletes all legs. */
void walk_jump(struct walk *walk, uint64_t now, const struct position *to);
/* Rests at the present position and deletes all legs. */
void walk_stop(struct walk *walk, uint64_t now);
/* Appends a leg. Returns false if there is no memory. */
bool walk_add(struct walk *walk, uint64_t now, const struct leg *leg);
/* Starts a random waypoint walk and deletes all legs. */
void walk_wander(struct walk *walk, uint64_t now, const struct wander *wander);
void walk_free(struct walk *walk);

#endif
