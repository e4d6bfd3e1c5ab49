/* SPDX-License-Identifier: Apache-2.0 */
#include "signals.h"

#include <string.h>

#define NONE 0xffff

void signals_init(struct signals *signals)
{
	memset(signals, 0, sizeof(*signals));
	memset(signals->buckets, 0xff, sizeof(signals->buckets));
	signals->newest = signals->oldest = NONE;
}

/* A flood of chosen addresses can fill one bucket, which is never longer than
 * the table. */
static uint16_t *signal_bucket(struct signals *signals, const uint8_t *station,
			       uint8_t radio)
{
	uint32_t hash = hash_octets(radio, station, ADDR_LEN);

	return &signals->buckets[hash_bucket(hash, SIGNALS_BUCKETS)];
}

static void list_remove(struct signals *signals, uint16_t index)
{
	struct signal *entry = &signals->entries[index];

	if (entry->newer == NONE)
		signals->newest = entry->older;
	else
		signals->entries[entry->newer].older = entry->older;
	if (entry->older == NONE)
		signals->oldest = entry->newer;
	else
		signals->entries[entry->older].newer = entry->newer;
}

static void list_add_newest(struct signals *signals, uint16_t index)
{
	struct signal *entry = &signals->entries[index];

	entry->newer = NONE;
	entry->older = signals->newest;
	if (signals->newest == NONE)
		signals->oldest = index;
	else
		signals->entries[signals->newest].newer = index;
	signals->newest = index;
}

static uint16_t find(struct signals *signals, const uint8_t *station,
		     uint8_t radio)
{
	uint16_t index = *signal_bucket(signals, station, radio);

	while (index != NONE) {
		const struct signal *entry = &signals->entries[index];

		if (entry->radio == radio &&
		    !memcmp(entry->station, station, ADDR_LEN))
			break;
		index = entry->chain;
	}
	return index;
}

static void chain_remove(struct signals *signals, uint16_t index)
{
	struct signal *entry = &signals->entries[index];
	uint16_t *at = signal_bucket(signals, entry->station, entry->radio);

	while (*at != index)
		at = &signals->entries[*at].chain;
	*at = entry->chain;
}

/* Returns a place for a new station, which is in no list. */
static uint16_t new_place(struct signals *signals)
{
	uint16_t index;

	if (signals->n < SIGNALS_MAX)
		return signals->n++;
	index = signals->oldest;
	chain_remove(signals, index);
	list_remove(signals, index);
	return index;
}

static uint16_t insert(struct signals *signals, const uint8_t *station,
		       uint8_t radio, int8_t dbm)
{
	uint16_t index = new_place(signals);
	struct signal *entry = &signals->entries[index];
	uint16_t *bucket = signal_bucket(signals, station, radio);

	memset(entry, 0, sizeof(*entry));
	memcpy(entry->station, station, ADDR_LEN);
	entry->radio = radio;
	entry->ewma = dbm * SIGNALS_SCALE;
	entry->chain = *bucket;
	*bucket = index;
	list_add_newest(signals, index);
	return index;
}

void signals_add(struct signals *signals, const uint8_t *station,
		 uint8_t radio, int8_t dbm)
{
	uint16_t index = find(signals, station, radio);
	struct signal *entry;

	if (index == NONE)
		index = insert(signals, station, radio, dbm);
	entry = &signals->entries[index];
	entry->ewma += (dbm * SIGNALS_SCALE - entry->ewma) / SIGNALS_WEIGHT;
	entry->last = dbm;
	entry->frames++;
	entry->sequence = ++signals->sequence;
	if (signals->newest != index) {
		list_remove(signals, index);
		list_add_newest(signals, index);
	}
}

void signals_for_each(const struct signals *signals, uint64_t since,
		      void (*visit)(void *arg, const struct signal *signal),
		      void *arg)
{
	uint16_t index = signals->newest;

	while (index != NONE && signals->entries[index].sequence > since) {
		visit(arg, &signals->entries[index]);
		index = signals->entries[index].older;
	}
}
