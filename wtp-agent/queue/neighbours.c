/* SPDX-License-Identifier: Apache-2.0 */
#include "neighbours.h"

#include <string.h>

static bool holds(const struct neighbour_request *request, uint64_t now_ms)
{
	return now_ms < request->until_ms;
}

void neighbours_request(struct neighbours *neighbours, const uint8_t *bssid,
			uint64_t now_ms)
{
	struct neighbour_request *free = NULL;

	for (size_t i = 0; i < NEIGHBOUR_VAPS_MAX; i++) {
		struct neighbour_request *request = &neighbours->requests[i];

		if (!holds(request, now_ms)) {
			free = request;
		} else if (!memcmp(request->bssid, bssid, ADDR_LEN)) {
			request->until_ms = now_ms + NEIGHBOUR_REQUEST_MS;
			return;
		}
	}
	if (!free)
		return;
	memcpy(free->bssid, bssid, ADDR_LEN);
	free->until_ms = now_ms + NEIGHBOUR_REQUEST_MS;
}

const uint8_t *neighbours_next_vap(const struct neighbours *neighbours,
				   const uint8_t *bssid, uint64_t now_ms,
				   size_t *at)
{
	while (*at < NEIGHBOUR_VAPS_MAX) {
		const struct neighbour_request *request =
			&neighbours->requests[(*at)++];

		/* Another WTP transmits the VAP's beacons too. */
		if (holds(request, now_ms) &&
		    (!bssid || memcmp(request->bssid, bssid, ADDR_LEN)))
			return request->bssid;
	}
	return NULL;
}

static struct neighbour *find(struct neighbours *neighbours,
			      const uint8_t *bssid)
{
	for (size_t i = 0; i < neighbours->n; i++)
		if (!memcmp(neighbours->places[i].bssid, bssid, ADDR_LEN))
			return &neighbours->places[i];
	return NULL;
}

/* Returns a place for a new neighbour, or NULL if all are heard. */
static struct neighbour *new_place(struct neighbours *neighbours,
				   uint64_t now_ms)
{
	struct neighbour *oldest = &neighbours->places[0];

	if (neighbours->n < NEIGHBOURS_MAX)
		return &neighbours->places[neighbours->n++];
	for (size_t i = 1; i < NEIGHBOURS_MAX; i++)
		if (neighbours->places[i].heard_ms < oldest->heard_ms)
			oldest = &neighbours->places[i];
	return now_ms < oldest->heard_ms + NEIGHBOUR_SILENT_MS ? NULL : oldest;
}

bool neighbours_heard(struct neighbours *neighbours, const uint8_t *bssid,
		      uint64_t now_ms)
{
	struct neighbour *neighbour;
	size_t at = 0;

	if (!neighbours_next_vap(neighbours, bssid, now_ms, &at))
		return false;
	neighbour = find(neighbours, bssid);
	if (neighbour) {
		neighbour->heard_ms = now_ms;
		if (now_ms < neighbour->passed_ms + NEIGHBOUR_GAP_MS)
			return false;
	} else {
		neighbour = new_place(neighbours, now_ms);
		if (!neighbour)
			return false;
		memcpy(neighbour->bssid, bssid, ADDR_LEN);
		neighbour->heard_ms = now_ms;
	}
	neighbour->passed_ms = now_ms;
	return true;
}
