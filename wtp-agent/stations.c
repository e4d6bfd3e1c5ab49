/* SPDX-License-Identifier: Apache-2.0 */
#include "stations.h"

#include <stdlib.h>
#include <string.h>

#include "airtime.h"
#include "cloudmac.h"

#define NONE 0xffff

void stations_init(struct stations *stations)
{
	memset(stations, 0, sizeof(*stations));
	memset(stations->buckets, 0xff, sizeof(stations->buckets));
}

/* FNV-1a. */
static uint16_t *bucket_of(struct stations *stations, const uint8_t *address,
			   uint8_t radio)
{
	uint32_t hash = 2166136261u ^ radio;

	for (int i = 0; i < ADDR_LEN; i++)
		hash = (hash ^ address[i]) * 16777619u;
	return &stations->buckets[(hash ^ hash >> 16) &
				  (STATIONS_BUCKETS - 1)];
}

/* The place of the station that was silent for longest, no longer in its
 * bucket. Only new stations that find the table full cost this search. */
static uint16_t evict(struct stations *stations)
{
	uint16_t oldest = 0, *at;

	for (uint16_t i = 1; i < STATIONS_MAX; i++)
		if (stations->entries[i].sequence <
		    stations->entries[oldest].sequence)
			oldest = i;
	at = bucket_of(stations, stations->entries[oldest].address,
		       stations->entries[oldest].radio);
	while (*at != oldest)
		at = &stations->entries[*at].chain;
	*at = stations->entries[oldest].chain;
	return oldest;
}

/* The station's entry, new or not. */
static struct station *get(struct stations *stations, const uint8_t *address,
			   uint8_t radio)
{
	uint16_t *bucket = bucket_of(stations, address, radio),
		 index = *bucket;
	struct station *entry;

	while (index != NONE) {
		entry = &stations->entries[index];
		if (entry->radio == radio &&
		    !memcmp(entry->address, address, ADDR_LEN))
			return entry;
		index = entry->chain;
	}
	index = stations->n < STATIONS_MAX ? stations->n++ : evict(stations);
	entry = &stations->entries[index];
	memset(entry, 0, sizeof(*entry));
	memcpy(entry->address, address, ADDR_LEN);
	entry->radio = radio;
	entry->chain = *bucket;
	*bucket = index;
	return entry;
}

static struct station *touch(struct stations *stations,
			     const struct station_use *use)
{
	static const uint8_t group[ADDR_LEN] = { 0xff, 0xff, 0xff,
						 0xff, 0xff, 0xff };
	struct station *entry;

	entry = get(stations,
		    cloudmac_addr_is_group(use->station) ? group
							 : use->station,
		    use->radio);
	entry->sequence = ++stations->sequence;
	return entry;
}

/* 'us' is what the frame took. */
static void add(struct station_tally *tally, const struct station_use *use,
		uint64_t us)
{
	if (!use->again) {
		tally->frames++;
		tally->bytes += use->octets;
	}
	tally->tries += use->tries;
	tally->acked += use->acked;
	tally->us += us;
}

static uint64_t exchange_us(const struct station_use *use)
{
	return airtime_exchange_us(&use->rate, use->mhz, use->octets,
				   use->tries, use->acked);
}

/* The frames of an A-MPDU are known by the time of their status alone. */
static uint64_t subframe_us(struct station *station,
			    const struct station_use *use)
{
	bool first =
		use->aggregated_us > station->aggregate_us + STATIONS_APART_US;

	station->aggregate_us = use->aggregated_us;
	return airtime_subframe_us(&use->rate, use->mhz, use->octets,
				   use->tries, first, use->acked);
}

void stations_sent(struct stations *stations, const struct station_use *use)
{
	struct station *station = touch(stations, use);

	add(&station->tx, use,
	    use->aggregated_us ? subframe_us(station, use) : exchange_us(use));
}

void stations_received(struct stations *stations,
		       const struct station_use *use)
{
	add(&touch(stations, use)->rx, use, exchange_us(use));
}

static int later_first(const void *one, const void *other)
{
	const struct station *a = *(const struct station *const *)one;
	const struct station *b = *(const struct station *const *)other;

	return a->sequence < b->sequence ? 1 : -1;
}

size_t stations_latest(const struct stations *stations,
		       const struct station **out, size_t max)
{
	const struct station *all[STATIONS_MAX];
	size_t n = stations->n;

	for (size_t i = 0; i < n; i++)
		all[i] = &stations->entries[i];
	qsort(all, n, sizeof(all[0]), later_first);
	if (n > max)
		n = max;
	memcpy(out, all, n * sizeof(all[0]));
	return n;
}
