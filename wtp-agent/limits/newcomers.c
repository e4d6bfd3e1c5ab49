/* SPDX-License-Identifier: Apache-2.0 */
#include "newcomers.h"

#include <string.h>

static struct newcomers_entry *set_of(struct newcomers *newcomers,
				      const uint8_t *station)
{
	return newcomers->sets[hash_bucket(hash_octets(0, station, ADDR_LEN),
					   NEWCOMERS_SETS)];
}

static struct newcomers_entry *find(struct newcomers_entry *set,
				    const uint8_t *station)
{
	for (size_t i = 0; i < NEWCOMERS_WAYS; i++)
		if (set[i].seen_ms &&
		    !memcmp(set[i].station, station, ADDR_LEN))
			return &set[i];
	return NULL;
}

static bool gives_way_before(const struct newcomers_entry *one,
			     const struct newcomers_entry *other)
{
	if (one->served != other->served)
		return other->served;
	return one->seen_ms < other->seen_ms;
}

/* Remembers a station. One that is not served replaces none that is. */
static void add(struct newcomers_entry *set, const uint8_t *station,
		bool served, uint64_t now_ms)
{
	struct newcomers_entry *first = set;

	for (size_t i = 1; i < NEWCOMERS_WAYS; i++)
		if (gives_way_before(&set[i], first))
			first = &set[i];
	if (first->served && !served)
		return;
	memcpy(first->station, station, ADDR_LEN);
	first->served = served;
	first->seen_ms = now_ms;
}

bool newcomers_admit(struct newcomers *newcomers, const uint8_t *station,
		     uint64_t now_ms)
{
	struct newcomers_entry *set = set_of(newcomers, station);
	struct newcomers_entry *entry = find(set, station);

	if (entry) {
		entry->seen_ms = now_ms;
		return true;
	}
	if (newcomers->full_ms < now_ms)
		newcomers->full_ms = now_ms;
	if (newcomers->full_ms + NEWCOMERS_GAP_MS >
	    now_ms + NEWCOMERS_BURST * NEWCOMERS_GAP_MS)
		return false;
	newcomers->full_ms += NEWCOMERS_GAP_MS;
	add(set, station, false, now_ms);
	return true;
}

void newcomers_note_served(struct newcomers *newcomers, const uint8_t *station,
			   uint64_t now_ms)
{
	struct newcomers_entry *set = set_of(newcomers, station);
	struct newcomers_entry *entry = find(set, station);

	if (!entry) {
		add(set, station, true, now_ms);
		return;
	}
	entry->served = true;
	entry->seen_ms = now_ms;
}
