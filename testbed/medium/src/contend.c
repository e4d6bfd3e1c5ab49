/* SPDX-License-Identifier: Apache-2.0 */
/* The EDCA channel access functions of a radio (IEEE 802.11-2020, 10.23.2).
 *
 * The first slot boundary is AIFS after the medium became idle. At each slot
 * boundary a function sends if its backoff counter is 0. Otherwise it counts
 * down by one. So the boundary at which another radio starts to send counts
 * too. */
#include "contend.h"

#include "air_state.h"

void contend_enqueue(struct contention *contention, struct air_frame *frame)
{
	frame->next = NULL;
	*contention->tail = frame;
	contention->tail = &frame->next;
}

void contend_dequeue(struct contention *contention, struct air_frame *frame)
{
	struct air_frame **link = &contention->head;

	while (*link != frame)
		link = &(*link)->next;
	*link = frame->next;
	if (contention->tail == &frame->next)
		contention->tail = link;
}

uint64_t contend_idle_at(const struct radio *radio)
{
	return later(later(radio->busy_until, radio->nav_until),
		     later(radio->extra_until, radio->sends_until));
}

static uint64_t first_boundary(const struct air *air,
			       const struct radio *radio,
			       const struct contention *contention)
{
	return contend_idle_at(radio) + phy_sifs(radio->mhz) +
	       contention->edca.aifsn * air->model.slot;
}

void contend_busy(const struct air *air, struct radio *radio, uint64_t now)
{
	if (now < contend_idle_at(radio))
		return; /* the medium was busy before */
	for (int ac = 0; ac < AC_N; ac++) {
		struct contention *contention = &radio->contention[ac];
		uint64_t first = first_boundary(air, radio, contention);
		uint64_t passed;

		if (now < first)
			continue;
		passed = (now - first) / air->model.slot + 1;
		contention->backoff =
			passed < contention->backoff
				? contention->backoff - (unsigned)passed
				: 0;
	}
}

/* Returns when a function that has a frame starts to send. */
static uint64_t starts(const struct air *air, const struct radio *radio,
		       const struct contention *contention)
{
	uint64_t first = first_boundary(air, radio, contention);
	uint64_t due = first + contention->backoff * air->model.slot;

	if (due >= air->now)
		return due;
	/* The counter reached 0 before the frame came: send at the next
	 * boundary. */
	return first + (air->now - first + air->model.slot - 1) /
			       air->model.slot * air->model.slot;
}

bool contend_due(const struct air *air, const struct radio *radio, enum ac ac)
{
	const struct contention *contention = &radio->contention[ac];

	return contention->head && starts(air, radio, contention) == air->now;
}

uint64_t contend_next(const struct air *air, const struct radio *radio,
		      enum ac *ac)
{
	uint64_t best = AIR_NEVER;

	if (radio->exchange.phase != PHASE_IDLE)
		return AIR_NEVER;
	/* If two would send at once, the higher category sends (10.23.2.4). */
	for (int i = AC_N - 1; i >= 0; i--) {
		const struct contention *contention = &radio->contention[i];
		uint64_t at;

		if (!contention->head)
			continue;
		at = starts(air, radio, contention);
		if (at < best) {
			best = at;
			*ac = (enum ac)i;
		}
	}
	return best;
}

static void draw(struct air *air, struct contention *contention)
{
	contention->backoff = random_up_to(&air->random, contention->cw);
}

void contend_arrive(struct air *air, struct radio *radio, enum ac ac)
{
	struct contention *contention = &radio->contention[ac];

	if (!contention->backoff && air->now < contend_idle_at(radio))
		draw(air, contention);
}

void contend_success(struct air *air, struct contention *contention)
{
	contention->cw = contention->edca.cw_min;
	draw(air, contention);
}

void contend_failure(struct air *air, struct contention *contention)
{
	unsigned wider = 2 * contention->cw + 1;

	contention->cw = wider < contention->edca.cw_max
				 ? wider
				 : contention->edca.cw_max;
	draw(air, contention);
}
