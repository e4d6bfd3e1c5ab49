/* SPDX-License-Identifier: Apache-2.0 */
#include "stations.h"

#include <stdlib.h>
#include <string.h>

#include "cloudmac.h"
#include "frame/frame.h"

#define NONE 0xffff

void stations_init(struct stations *stations)
{
	memset(stations, 0, sizeof(*stations));
	memset(stations->buckets, 0xff, sizeof(stations->buckets));
}

static uint16_t *station_bucket(struct stations *stations,
				const uint8_t *address, uint8_t radio)
{
	uint32_t hash = hash_octets(radio, address, ADDR_LEN);

	return &stations->buckets[hash_bucket(hash, STATIONS_BUCKETS)];
}

/* Removes the station that was silent longest from its bucket. Returns its
 * place. Only a new station in a full table costs this search. */
static uint16_t evict(struct stations *stations)
{
	uint16_t oldest = 0, *at;

	for (uint16_t i = 1; i < STATIONS_MAX; i++)
		if (stations->entries[i].sequence <
		    stations->entries[oldest].sequence)
			oldest = i;
	at = station_bucket(stations, stations->entries[oldest].address,
			    stations->entries[oldest].radio);
	while (*at != oldest)
		at = &stations->entries[*at].chain;
	*at = stations->entries[oldest].chain;
	return oldest;
}

/* Returns the station's entry, a new one if there is none. */
static struct station *get(struct stations *stations, const uint8_t *address,
			   uint8_t radio)
{
	uint16_t *bucket = station_bucket(stations, address, radio),
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
			     const struct station_exchange *use)
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

/* 'us' is the duration of the exchange. */
static void add(struct station_tally *tally,
		const struct station_exchange *use, uint64_t us)
{
	if (!use->again) {
		tally->frames++;
		tally->bytes += use->octets;
	}
	tally->tries += use->tries;
	tally->acked += use->acked;
	tally->us += us;
}

static uint64_t exchange_us(const struct station_exchange *use)
{
	return airtime_exchange_us(&use->rate, use->mhz, use->octets,
				   use->tries, use->acked);
}

/* Only the time of their TX status shows that frames share an A-MPDU. */
static uint64_t subframe_us(struct station *station,
			    const struct station_exchange *use)
{
	bool first = use->aggregated_us >
		     station->aggregate_us + STATIONS_AMPDU_GAP_US;

	station->aggregate_us = use->aggregated_us;
	return airtime_subframe_us(&use->rate, use->mhz, use->octets,
				   use->tries, first, use->acked);
}

uint64_t stations_add_tx(struct stations *stations,
			 const struct station_exchange *use)
{
	struct station *station = touch(stations, use);
	uint64_t us = use->aggregated_us ? subframe_us(station, use)
					 : exchange_us(use);

	add(&station->tx, use, us);
	return us;
}

uint64_t stations_add_rx(struct stations *stations,
			 const struct station_exchange *use)
{
	uint64_t us = exchange_us(use);

	add(&touch(stations, use)->rx, use, us);
	return us;
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
