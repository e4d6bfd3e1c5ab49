/* SPDX-License-Identifier: Apache-2.0 */
#include "associated.h"

#include <stdlib.h>
#include <string.h>

#define CAPACITY_FIRST 8

static struct associated_station *find(const struct associated *stations,
				       const uint8_t *address)
{
	for (size_t i = 0; i < stations->n; i++)
		if (!memcmp(stations->entries[i].address, address, ADDR_LEN))
			return &stations->entries[i];
	return NULL;
}

/* Returns a new entry, or NULL if there is no room. */
static struct associated_station *add(struct associated *stations,
				      const uint8_t *address)
{
	struct associated_station *entry;
	size_t capacity =
		stations->capacity ? 2 * stations->capacity : CAPACITY_FIRST;

	if (stations->n == ASSOCIATED_MAX)
		return NULL;
	if (stations->n == stations->capacity) {
		entry = realloc(stations->entries, capacity * sizeof(*entry));
		if (!entry)
			return NULL;
		stations->entries = entry;
		stations->capacity = capacity;
	}
	entry = &stations->entries[stations->n++];
	memset(entry, 0, sizeof(*entry));
	memcpy(entry->address, address, ADDR_LEN);
	return entry;
}

void associated_set(struct associated *stations, const uint8_t *address,
		    bool authorized, station_changed *changed, void *arg)
{
	struct associated_station *entry = find(stations, address);

	if (!entry) {
		entry = add(stations, address);
		if (!entry)
			return;
		changed(arg, address, STATION_ASSOCIATED);
	}
	entry->seen = true;
	if (authorized && !entry->authorized)
		changed(arg, address, STATION_AUTHORIZED);
	entry->authorized = authorized;
}

static void remove_entry(struct associated *stations,
			 struct associated_station *entry,
			 station_changed *changed, void *arg)
{
	uint8_t address[ADDR_LEN];

	memcpy(address, entry->address, ADDR_LEN);
	*entry = stations->entries[--stations->n];
	changed(arg, address, STATION_DISASSOCIATED);
}

void associated_remove(struct associated *stations, const uint8_t *address,
		       station_changed *changed, void *arg)
{
	struct associated_station *entry = find(stations, address);

	if (entry)
		remove_entry(stations, entry, changed, arg);
}

void associated_begin_walk(struct associated *stations)
{
	for (size_t i = 0; i < stations->n; i++)
		stations->entries[i].seen = false;
}

void associated_end_walk(struct associated *stations, station_changed *changed,
			 void *arg)
{
	size_t i = 0;

	while (i < stations->n)
		if (stations->entries[i].seen)
			i++;
		else
			remove_entry(stations, &stations->entries[i], changed,
				     arg);
}

void associated_clear(struct associated *stations)
{
	free(stations->entries);
	memset(stations, 0, sizeof(*stations));
}
