/* SPDX-License-Identifier: Apache-2.0 */
#include "powersave.h"

#include <string.h>

#include "frame/frame.h"

static unsigned int station_place(const uint8_t *station)
{
	return hash_bucket(hash_octets(0, station, ADDR_LEN), POWERSAVE_MAX);
}

bool powersave_update(struct powersave *powersave, const uint8_t *frame)
{
	const uint8_t *station = ieee80211_addr2(frame);
	struct powersave_entry *entry =
		&powersave->places[station_place(station)];
	bool enabled = frame[1] & IEEE80211_POWER_SAVE;

	if (memcmp(entry->station, station, ADDR_LEN)) {
		memset(entry, 0, sizeof(*entry));
		memcpy(entry->station, station, ADDR_LEN);
	}
	if ((frame[0] & IEEE80211_TYPE_MASK) != IEEE80211_TYPE_DATA) {
		entry->dozing = false;
		return false;
	}
	/* A repetition: the station missed our acknowledgement. */
	if (entry->dozing && enabled && (frame[1] & IEEE80211_RETRY))
		return false;
	entry->dozing = enabled && !entry->enabled;
	entry->enabled = enabled;
	return entry->dozing;
}

bool powersave_is_dozing(const struct powersave *powersave,
			 const uint8_t *station)
{
	const struct powersave_entry *entry =
		&powersave->places[station_place(station)];

	return entry->dozing && !memcmp(entry->station, station, ADDR_LEN);
}

bool powersave_is_enabled(const struct powersave *powersave,
			  const uint8_t *station)
{
	const struct powersave_entry *entry =
		&powersave->places[station_place(station)];

	return entry->enabled && !memcmp(entry->station, station, ADDR_LEN);
}
