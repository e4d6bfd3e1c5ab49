/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#define NS_PER_S 1e9

static uint64_t duration(const struct walk *walk, const struct leg *leg)
{
	double distance = place_distance(&walk->from, &leg->to);

	if (leg->speed <= 0)
		return leg->pause;
	return leg->pause + (uint64_t)(distance / leg->speed * NS_PER_S);
}

static double between(struct random *random, double low, double high)
{
	return low + random_unit(random) * (high - low);
}

static void draw(struct wander *wander, struct leg *leg)
{
	const struct position *low = &wander->low, *high = &wander->high;

	leg->to.x = between(&wander->random, low->x, high->x);
	leg->to.y = between(&wander->random, low->y, high->y);
	leg->to.z = between(&wander->random, low->z, high->z);
	leg->speed =
		between(&wander->random, wander->slowest, wander->fastest);
	leg->pause = 0;
}

/* Ends the current leg. */
static void arrive(struct walk *walk, uint64_t at)
{
	walk->from = walk->legs[0].to;
	walk->start = at;
	if (walk->wanders) {
		draw(&walk->wander, &walk->legs[0]);
		return;
	}
	walk->legs_n--;
	memmove(walk->legs, walk->legs + 1,
		walk->legs_n * sizeof(*walk->legs));
}

struct position walk_at(struct walk *walk, uint64_t now)
{
	const struct leg *leg;
	double part;
	uint64_t took;

	while (walk->legs_n) {
		took = duration(walk, &walk->legs[0]);
		if (now < walk->start + took)
			break;
		/* A place drawn twice takes no time, but time must advance. */
		arrive(walk, walk->start + (took ? took : walk->wanders));
	}
	if (!walk->legs_n || now <= walk->start + walk->legs[0].pause)
		return walk->from;
	leg = &walk->legs[0];
	part = (double)(now - walk->start - leg->pause) /
	       (double)(duration(walk, leg) - leg->pause);
	return (struct position){
		walk->from.x + part * (leg->to.x - walk->from.x),
		walk->from.y + part * (leg->to.y - walk->from.y),
		walk->from.z + part * (leg->to.z - walk->from.z),
	};
}

void walk_stop(struct walk *walk, uint64_t now)
{
	walk->from = walk_at(walk, now);
	walk->start = now;
	walk->legs_n = 0;
	walk->wanders = false;
}

void walk_jump(struct walk *walk, uint64_t now, const struct position *to)
{
	walk_stop(walk, now);
	walk->from = *to;
}

bool walk_add(struct walk *walk, uint64_t now, const struct leg *leg)
{
	struct leg *more;

	walk_at(walk, now);
	more = realloc(walk->legs, (walk->legs_n + 1) * sizeof(*more));
	if (!more)
		return false;
	walk->legs = more;
	if (!walk->legs_n)
		walk->start = now;
	more[walk->legs_n++] = *leg;
	return true;
}

void walk_wander(struct walk *walk, uint64_t now, const struct wander *wander)
{
	struct leg first = { .to = walk_at(walk, now) };

	walk_stop(walk, now);
	if (!walk_add(walk, now, &first))
		return;
	walk->wander = *wander;
	walk->wanders = true;
	draw(&walk->wander, &walk->legs[0]);
}

void walk_free(struct walk *walk)
{
	free(walk->legs);
}
