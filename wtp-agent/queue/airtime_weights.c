/* SPDX-License-Identifier: Apache-2.0 */
#include "airtime_weights.h"

#include <string.h>

#include "airtime_scheduler.h"

/* Returns the place of an address, or the free one where it belongs. */
static unsigned int find_place(const struct airtime_weights *weights,
			       const uint8_t *address)
{
	unsigned int i = hash_bucket(hash_octets(0, address, ADDR_LEN),
				     AIRTIME_WEIGHTS_PLACES);

	/* Half of the places are free. */
	while (weights->places[i].weight &&
	       memcmp(weights->places[i].address, address, ADDR_LEN))
		i = (i + 1) % AIRTIME_WEIGHTS_PLACES;
	return i;
}

uint16_t airtime_weights_get(const struct airtime_weights *weights,
			     const uint8_t *address)
{
	uint16_t weight = weights->places[find_place(weights, address)].weight;

	return weight ? weight : AIRTIME_WEIGHT_DEFAULT;
}

uint16_t airtime_weights_of_station(const struct airtime_weights *weights,
				    const uint8_t *bssid,
				    const uint8_t *station)
{
	uint32_t weight = (uint32_t)airtime_weights_get(weights, bssid) *
			  airtime_weights_get(weights, station) /
			  AIRTIME_WEIGHT_DEFAULT;

	if (weight < AIRTIME_WEIGHT_MIN)
		return AIRTIME_WEIGHT_MIN;
	return weight > AIRTIME_WEIGHT_MAX ? AIRTIME_WEIGHT_MAX
					   : (uint16_t)weight;
}

/* Returns true if the place holds a weight that differs from the default. */
static bool is_needed(const struct airtime_weight *place)
{
	return place->weight && place->weight != AIRTIME_WEIGHT_DEFAULT;
}

bool airtime_weights_accepts(const struct airtime_weights *weights,
			     const uint8_t *address, uint16_t weight)
{
	unsigned int needed = 0;

	if (weight == AIRTIME_WEIGHT_DEFAULT ||
	    weights->places[find_place(weights, address)].weight)
		return true;
	for (unsigned int i = 0; i < AIRTIME_WEIGHTS_PLACES; i++)
		needed += is_needed(&weights->places[i]);
	return needed < AIRTIME_WEIGHTS_MAX;
}

/* Removes the entries of the default weight. */
static void compact(struct airtime_weights *weights)
{
	const struct airtime_weights old = *weights;

	memset(weights, 0, sizeof(*weights));
	for (unsigned int i = 0; i < AIRTIME_WEIGHTS_PLACES; i++) {
		const struct airtime_weight *place = &old.places[i];

		if (!is_needed(place))
			continue;
		weights->places[find_place(weights, place->address)] = *place;
		weights->n++;
	}
}

bool airtime_weights_set(struct airtime_weights *weights,
			 const uint8_t *address, uint16_t weight)
{
	struct airtime_weight *place =
		&weights->places[find_place(weights, address)];

	if (!airtime_weights_accepts(weights, address, weight))
		return false;
	if (!place->weight) {
		if (weight == AIRTIME_WEIGHT_DEFAULT)
			return true;
		if (weights->n == AIRTIME_WEIGHTS_MAX)
			compact(weights);
		place = &weights->places[find_place(weights, address)];
		memcpy(place->address, address, ADDR_LEN);
		weights->n++;
	}
	place->weight = weight;
	return true;
}
