/* SPDX-License-Identifier: Apache-2.0 */
/* The lifetime of the air, its queues and the order of events. */
#include "air.h"

#include <stdlib.h>

#include "air_state.h"
#include "duration.h"
#include "reception.h"

#define DEFAULT_SLOT (9 * PHY_US)

/* Noise: -101 dBm of thermal noise in 20 MHz, and 6 dB of the receiver. A
 * receiver notices a preamble about 3 dB above, and other signals from -62 dBm
 * (IEEE 802.11-2020, 17.3.10.6). */
const struct air_model air_model_default = {
	.path = { .exponent = 3 },
	.noise_dbm = -95,
	.carrier_sense_dbm = -92,
	.energy_detect_dbm = -62,
	.capture_db = 10,
	.shadowing_db = 0,
	.slot = DEFAULT_SLOT,
};

struct air *air_new(const struct air_model *model, const struct air_ops *ops,
		    void *arg, uint64_t seed)
{
	struct air *air = calloc(1, sizeof(*air));
	size_t pairs = AIR_MAX_RADIOS * AIR_MAX_RADIOS;

	if (!air)
		return NULL;
	air->model = *model;
	air->ops = ops;
	air->arg = arg;
	random_seed(&air->random, seed);
	air->extra_db = calloc(pairs, sizeof(double));
	air->shadow_db = calloc(pairs, sizeof(double));
	if (!air->extra_db || !air->shadow_db) {
		air_free(air);
		return NULL;
	}
	return air;
}

static void free_queue(struct air_frame *frame)
{
	while (frame) {
		struct air_frame *next = frame->next;

		free(frame);
		frame = next;
	}
}

void air_free(struct air *air)
{
	if (!air)
		return;
	signals_free(air);
	for (unsigned i = 0; i < air->radios; i++) {
		for (int ac = 0; ac < AC_N; ac++)
			free_queue(air->radio[i]->contention[ac].head);
		walk_free(&air->radio[i]->walk);
		free(air->radio[i]->held);
		free(air->radio[i]);
	}
	free(air->extra_db);
	free(air->shadow_db);
	free(air->sessions);
	free(air->accounts);
	free(air);
}

struct air_model *air_model(struct air *air)
{
	return &air->model;
}

/* Returns the oldest frame of a radio that is not dropped, and its queue. */
static struct air_frame *oldest(struct radio *radio, struct contention **of)
{
	struct air_frame *best = NULL;

	for (int ac = 0; ac < AC_N; ac++)
		for (struct air_frame *f = radio->contention[ac].head; f;
		     f = f->next)
			if (!f->dropped &&
			    (!best || f->cookie < best->cookie)) {
				best = f;
				*of = &radio->contention[ac];
			}
	return best;
}

/* Drops frames as mac80211_hwsim does. It keeps frames until their fate is
 * reported. If there are too many it frees the oldest, even during their
 * transmission. */
static void overflow(struct radio *radio)
{
	unsigned kept = radio->queued;

	while (kept >= AIR_QUEUE_WARN) {
		struct contention *contention = NULL;
		struct air_frame *frame = oldest(radio, &contention);

		if (!frame)
			return;
		kept--;
		radio->counters.dropped++;
		frame->dropped = true;
		if (frame->sending)
			continue;
		contend_dequeue(contention, frame);
		free(frame);
		radio->queued--;
	}
}

void air_submit(struct air *air, unsigned i, uint64_t now,
		struct air_frame *frame)
{
	struct radio *radio = air->radio[i];
	enum ac ac = ieee80211_ac(frame->data, frame->len);
	struct contention *contention = &radio->contention[ac];

	air_run(air, now);
	if (!air_frame_stage(frame)) { /* no rate: use the lowest */
		frame->stages[0] = (struct air_stage){ .rate = phy_legacy(60),
						       .idx = -1,
						       .max = 1 };
		frame->stages_n = 1;
	}
	if (radio->queued >= AIR_QUEUE_MAX)
		overflow(radio);
	if (frame->mhz != radio->mhz)
		reception_tune(air, i, frame->mhz);
	if (!contention->head)
		contend_arrive(air, radio, ac);
	frame->queued = now;
	contend_enqueue(contention, frame);
	radio->queued++;
	radio->counters.frames++;
}

uint64_t air_next(struct air *air)
{
	uint64_t best = AIR_NEVER;

	for (unsigned i = 0; i < air->radios; i++) {
		const struct radio *radio = air->radio[i];
		uint64_t at = radio->exchange.at;
		enum ac ac;

		if (radio->exchange.phase == PHASE_IDLE)
			at = contend_next(air, radio, &ac);
		if (at < best)
			best = at;
	}
	return best;
}

/* Returns the earliest time of a call of 'ops' that the present exchange or
 * contention of a radio can cause. */
static uint64_t earliest_call(const struct air *air, const struct radio *radio)
{
	const struct exchange *x = &radio->exchange;
	enum ac ac = AC_BE;
	uint64_t at;

	if (x->phase != PHASE_IDLE)
		return x->at + duration_hidden(x);
	at = contend_next(air, radio, &ac);
	return at == AIR_NEVER
		       ? AIR_NEVER
		       : at + duration_shortest(radio->contention[ac].head);
}

uint64_t air_wake(struct air *air)
{
	uint64_t best = AIR_NEVER;

	for (unsigned i = 0; i < air->radios; i++) {
		uint64_t at = earliest_call(air, air->radio[i]);

		if (at < best)
			best = at;
	}
	return best;
}

/* Starts the exchange of the highest category that would send now. The others
 * back off as after a collision (10.23.2.4). */
static void start(struct air *air, unsigned i, enum ac winner)
{
	struct radio *radio = air->radio[i];
	bool loses[AC_N] = { false };

	for (int ac = 0; ac < (int)winner; ac++)
		loses[ac] = contend_due(air, radio, (enum ac)ac);
	exchange_start(air, i, winner);
	for (int ac = 0; ac < (int)winner; ac++)
		if (loses[ac])
			contend_failure(air, &radio->contention[ac]);
}

/* Processes all events of the present time. Radios that start to send at the
 * same time do not sense each other, so all of them are found first. */
static void step(struct air *air)
{
	unsigned starting[AIR_MAX_RADIOS], n = 0;
	enum ac ac[AIR_MAX_RADIOS];

	for (unsigned i = 0; i < air->radios; i++) {
		enum ac by = AC_BE;

		if (contend_next(air, air->radio[i], &by) == air->now) {
			ac[n] = by;
			starting[n++] = i;
		}
	}
	for (unsigned i = 0; i < air->radios; i++)
		if (air->radio[i]->exchange.phase != PHASE_IDLE &&
		    air->radio[i]->exchange.at == air->now)
			exchange_step(air, i);
	for (unsigned k = 0; k < n; k++)
		/* A step above may have started a response of this radio. */
		if (air->radio[starting[k]]->sends_until <= air->now)
			start(air, starting[k], ac[k]);
}

void air_run(struct air *air, uint64_t now)
{
	for (;;) {
		uint64_t next = air_next(air);

		if (next > now)
			break;
		air->now = next;
		step(air);
	}
	if (now > air->now)
		air->now = now;
}
