/* SPDX-License-Identifier: Apache-2.0 */
#include "radio.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"

/* Table 9-155: defaults of stations whose access point announces none. */
static const struct air_edca edca_default[AC_N] = {
	[AC_BK] = { 7, 15, 1023, 0 },
	[AC_BE] = { 3, 15, 1023, 0 },
	[AC_VI] = { 2, 7, 15, 3008 * PHY_US },
	[AC_VO] = { 2, 3, 7, 1504 * PHY_US },
};

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

const struct air_counters *air_counters(const struct air *air, unsigned radio)
{
	return &air->radio[radio]->counters;
}

unsigned air_queued(const struct air *air, unsigned radio)
{
	return air->radio[radio]->queued;
}
