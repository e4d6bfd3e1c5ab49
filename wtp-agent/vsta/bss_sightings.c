/* SPDX-License-Identifier: Apache-2.0 */
#include "bss_sightings.h"

bool bss_sightings_add(struct bss_sightings *sightings, const uint8_t *bssid,
		       unsigned int radio, uint64_t now_ms)
{
	uint32_t hash = hash_octets(radio, bssid, ADDR_LEN);
	struct bss_sighting *entry =
		&sightings->entries[hash_bucket(hash, BSS_SIGHTINGS)];
	uint32_t age_ms = (uint32_t)now_ms - entry->ms;

	if (entry->hash == hash && age_ms < BSS_SIGHTING_MS)
		return age_ms >= BSS_REPETITION_MS;
	*entry = (struct bss_sighting){ hash, (uint32_t)now_ms };
	return false;
}
