/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_limit.h"

#include <string.h>

bool probe_limit_take(struct probe_limit *limit, const uint8_t *station,
		      uint64_t now_ms)
{
	struct probe_limit_entry *entry = &limit->places[hash_bucket(
		hash_octets(0, station, ADDR_LEN), PROBE_LIMIT_MAX)];

	if (memcmp(entry->station, station, ADDR_LEN) ||
	    entry->full_ms < now_ms) {
		memcpy(entry->station, station, ADDR_LEN);
		entry->full_ms = now_ms;
	}
	if (entry->full_ms + PROBE_LIMIT_GAP_MS >
	    now_ms + PROBE_LIMIT_BURST * PROBE_LIMIT_GAP_MS)
		return false;
	entry->full_ms += PROBE_LIMIT_GAP_MS;
	return true;
}
