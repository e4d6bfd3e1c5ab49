/* SPDX-License-Identifier: Apache-2.0 */
/* Radios, links, queues, and the order of events. */
#include "air.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "air_private.h"

#define DEFAULT_SLOT (9 * PHY_US)

/* 20 MHz of thermal noise, -101 dBm, and a receiver's 6 dB. A preamble is
 * noticed from about 3 dB above; of what is not Wi-Fi -62 dBm (17.3.10.6). */
const struct air_model air_model_default = {
	.path = { .exponent = 3 },
	.noise_dbm = -95,
	.carrier_sense_dbm = -92,
	.energy_detect_dbm = -62,
	.capture_db = 10,
	.shadowing_db = 0,
	.slot = DEFAULT_SLOT,
};

/* Table 9-155: what stations use unless the access point says otherwise. */
static const struct air_edca edca_default[AC_N] = {
	[AC_BK] = { 7, 15, 1023, 0 },
	[AC_BE] = { 3, 15, 1023, 0 },
	[AC_VI] = { 2, 7, 15, 3008 * PHY_US },
	[AC_VO] = { 2, 3, 7, 1504 * PHY_US },
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

static size_t pair(unsigned a, unsigned b)
{
	return (size_t)a * AIR_MAX_RADIOS + b;
}

int air_add_radio(struct air *air, const char *name, double power_dbm)
{
	unsigned new = air->radios;
	struct radio *radio;

	if (new == AIR_MAX_RADIOS)
		return -1;
	radio = calloc(1, sizeof(*radio));
	if (!radio)
		return -1;
	strncpy(radio->name, name, AIR_NAME_MAX - 1);
	radio->power_dbm = power_dbm;
	radio->exchange.at = AIR_NEVER;
	for (int ac = 0; ac < AC_N; ac++) {
		struct contention *contention = &radio->contention[ac];

		contention->edca = edca_default[ac];
		contention->cw = contention->edca.cw_min;
		contention->tail = &contention->head;
	}
	for (unsigned i = 0; i < new; i++) {
		double db =
			air->model.shadowing_db * random_normal(&air->random);

		air->shadow_db[pair(i, new)] = db;
		air->shadow_db[pair(new, i)] = db;
	}
	air->radio[air->radios++] = radio;
	return (int)new;
}

unsigned air_radios(const struct air *air)
{
	return air->radios;
}

const char *air_name(const struct air *air, unsigned radio)
{
	return air->radio[radio]->name;
}

int air_find(const struct air *air, const char *name)
{
	for (unsigned i = 0; i < air->radios; i++)
		if (!strcmp(air->radio[i]->name, name))
			return (int)i;
	return -1;
}

struct walk *air_walk(struct air *air, unsigned radio)
{
	return &air->radio[radio]->walk;
}

struct position air_position(struct air *air, unsigned radio)
{
	return walk_at(&air->radio[radio]->walk, air->now);
}

void air_set_power(struct air *air, unsigned radio, double dbm)
{
	air->radio[radio]->power_dbm = dbm;
}

void air_set_monitor(struct air *air, unsigned radio, bool monitor)
{
	air->radio[radio]->monitor = monitor;
}

struct air_edca *air_edca(struct air *air, unsigned radio, enum ac ac)
{
	return &air->radio[radio]->contention[ac].edca;
}

void air_set_link(struct air *air, unsigned a, unsigned b, double extra_db)
{
	air->extra_db[pair(a, b)] = extra_db;
	air->extra_db[pair(b, a)] = extra_db;
}

double air_signal(struct air *air, unsigned from, unsigned to, unsigned mhz)
{
	struct position a = air_position(air, from);
	struct position b = air_position(air, to);

	return air->radio[from]->power_dbm -
	       path_loss(&air->model.path, place_distance(&a, &b), mhz) -
	       air->shadow_db[pair(from, to)] - air->extra_db[pair(from, to)];
}

bool air_hold(struct air *air, unsigned i, const uint8_t *addr,
	      enum air_reason reason)
{
	struct radio *radio = air->radio[i];
	struct held *more;

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	more = realloc(radio->held, (radio->held_n + 1) * sizeof(*more));
	if (!more)
		return false;
	radio->held = more;
	memcpy(more[radio->held_n].addr, addr, ADDR_LEN);
	more[radio->held_n++].reason = reason;
	return true;
}

void air_release(struct air *air, unsigned i, const uint8_t *addr,
		 enum air_reason reason)
{
	struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN)) {
			radio->held[k] = radio->held[--radio->held_n];
			return;
		}
}

void air_release_all(struct air *air, unsigned i, enum air_reason reason)
{
	struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n;)
		if (radio->held[k].reason == reason)
			radio->held[k] = radio->held[--radio->held_n];
		else
			k++;
}

bool air_holds_for(const struct air *air, unsigned i, const uint8_t *addr,
		   enum air_reason reason)
{
	const struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	return false;
}

bool air_holds(const struct air *air, unsigned i, const uint8_t *addr)
{
	const struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (!memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	return false;
}

struct air_frame *air_frame_new(const uint8_t *data, size_t len)
{
	struct air_frame *frame = calloc(1, sizeof(*frame) + len);

	if (!frame)
		return NULL;
	memcpy(frame->data, data, len);
	frame->len = len;
	return frame;
}

/* The oldest frame of a radio that is neither dropped nor the newest. */
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

/* mac80211_hwsim keeps frames until we report their fate; when it has too many
 * it frees the oldest, those that are on the air too. */
static void overflow(struct radio *radio)
{
	unsigned kept = radio->queued;

	while (kept >= AIR_QUEUE_WARN) {
		struct contention *contention = NULL;
		struct air_frame *frame = oldest(radio, &contention), **link;

		if (!frame)
			return;
		kept--;
		radio->counters.dropped++;
		frame->dropped = true;
		if (frame->sending)
			continue;
		for (link = &contention->head; *link != frame;)
			link = &(*link)->next;
		*link = frame->next;
		if (contention->tail == &frame->next)
			contention->tail = link;
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
	if (!stage_of(frame)) { /* no rate: the lowest */
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
	frame->next = NULL;
	*contention->tail = frame;
	contention->tail = &frame->next;
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

/* Not before this can anything come of what a radio does now that is seen
 * outside: a frame that arrives, a frame's fate. Where it is uncertain what
 * comes next, the earliest that it can be. */
static uint64_t seen_at(const struct air *air, const struct radio *radio)
{
	const struct exchange *x = &radio->exchange;
	enum ac ac = AC_BE;
	uint64_t at;

	if (x->phase != PHASE_IDLE)
		return x->at + exchange_hidden(x);
	at = contend_next(air, radio, &ac);
	return at == AIR_NEVER
		       ? AIR_NEVER
		       : at + exchange_shortest(radio->contention[ac].head);
}

uint64_t air_wake(struct air *air)
{
	uint64_t best = AIR_NEVER;

	for (unsigned i = 0; i < air->radios; i++) {
		uint64_t at = seen_at(air, air->radio[i]);

		if (at < best)
			best = at;
	}
	return best;
}

/* Of the functions of a radio that would send now the best does; the others
 * behave as if they had collided (10.23.2.4). */
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

/* All that begin to send now do so without knowing of each other; so they are
 * found before anything else that happens now is looked at. */
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
		/* It may answer somebody from now on. */
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

const struct air_counters *air_counters(const struct air *air, unsigned radio)
{
	return &air->radio[radio]->counters;
}

unsigned air_queued(const struct air *air, unsigned radio)
{
	return air->radio[radio]->queued;
}
