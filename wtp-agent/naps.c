/* SPDX-License-Identifier: Apache-2.0 */
#include "naps.h"

#include <string.h>

#include "ieee80211.h"

/* FNV-1a. */
static unsigned int place_of(const uint8_t *station)
{
	uint32_t hash = 2166136261u;

	for (int i = 0; i < ADDR_LEN; i++)
		hash = (hash ^ station[i]) * 16777619u;
	return (hash ^ hash >> 16) & (NAPS_PLACES - 1);
}

bool naps_heard(struct naps *naps, const uint8_t *frame)
{
	const uint8_t *station = ieee80211_addr2(frame);
	struct nap *nap = &naps->places[place_of(station)];
	bool power_save = frame[1] & IEEE80211_POWER_SAVE;

	if (memcmp(nap->station, station, ADDR_LEN)) {
		memset(nap, 0, sizeof(*nap));
		memcpy(nap->station, station, ADDR_LEN);
	}
	if ((frame[0] & IEEE80211_TYPE_MASK) != IEEE80211_TYPE_DATA) {
		nap->asleep = false;
		return false;
	}
	/* Said once more, because our acknowledgement was lost. */
	if (nap->asleep && power_save && (frame[1] & IEEE80211_RETRY))
		return false;
	nap->asleep = power_save && !nap->power_save;
	nap->power_save = power_save;
	return nap->asleep;
}

bool naps_asleep(const struct naps *naps, const uint8_t *station)
{
	const struct nap *nap = &naps->places[place_of(station)];

	return nap->asleep && !memcmp(nap->station, station, ADDR_LEN);
}

bool naps_saves_power(const struct naps *naps, const uint8_t *station)
{
	const struct nap *nap = &naps->places[place_of(station)];

	return nap->power_save && !memcmp(nap->station, station, ADDR_LEN);
}
