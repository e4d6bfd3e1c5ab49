/* SPDX-License-Identifier: Apache-2.0 */
#include "other_wtps.h"

#include <string.h>

static unsigned int place_of(const uint8_t *station)
{
	return hash_bucket(hash_octets(0, station, ADDR_LEN), OTHER_WTPS_MAX);
}

static bool is_of(const struct other_wtps_entry *entry, const uint8_t *bssid,
		  const uint8_t *station)
{
	return !memcmp(entry->station, station, ADDR_LEN) &&
	       !memcmp(entry->bssid, bssid, ADDR_LEN);
}

void other_wtps_add(struct other_wtps *others, const uint8_t *bssid,
		    const uint8_t *station, uint64_t now_ms)
{
	struct other_wtps_entry *entry = &others->places[place_of(station)];

	if (!is_of(entry, bssid, station)) {
		memset(entry, 0, sizeof(*entry));
		memcpy(entry->bssid, bssid, ADDR_LEN);
		memcpy(entry->station, station, ADDR_LEN);
	}
	memmove(entry->heard_ms + 1, entry->heard_ms,
		sizeof(entry->heard_ms) - sizeof(entry->heard_ms[0]));
	entry->heard_ms[0] = now_ms;
}

bool other_wtps_serve(const struct other_wtps *others, const uint8_t *bssid,
		      const uint8_t *station, uint64_t now_ms)
{
	const struct other_wtps_entry *entry =
		&others->places[place_of(station)];
	uint64_t first_ms = entry->heard_ms[OTHER_WTPS_FRAMES - 1];

	return is_of(entry, bssid, station) && first_ms &&
	       now_ms < first_ms + OTHER_WTPS_WINDOW_MS;
}
