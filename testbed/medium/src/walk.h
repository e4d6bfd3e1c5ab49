/* SPDX-License-Identifier: Apache-2.0 */
/* How a radio moves: straight legs, one after the other, then rest; or for
 * ever from one place drawn at random to the next. Pure. */
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "place.h"
#include "random.h"

struct leg {
	struct position to;
	double speed;	/* m/s; 0: at once */
	uint64_t pause; /* ns of rest before it */
};

/* A random waypoint walk in a rectangle, at rest nowhere. */
struct wander {
	struct position low, high;
	double slowest, fastest; /* m/s, more than 0 */
	struct random random;
};

/* All zero: at rest at the origin. */
struct walk {
	struct position from; /* where the current leg began */
	uint64_t start;	      /* and when */
	struct leg *legs;     /* the first is the current one */
	size_t legs_n;
	bool wanders;
	struct wander wander;
};

/* Where it is at 'now', which must not be before an earlier call's. */
struct position walk_at(struct walk *walk, uint64_t now);

/* Be at 'to' at once; what was to come is forgotten. */
void walk_jump(struct walk *walk, uint64_t now, const struct position *to);
/* Forget what was to come and rest. */
void walk_stop(struct walk *walk, uint64_t now);
/* Add a leg after the others. Return false if there is no memory. */
bool walk_add(struct walk *walk, uint64_t now, const struct leg *leg);
void walk_wander(struct walk *walk, uint64_t now, const struct wander *wander);
void walk_free(struct walk *walk);

#endif
