/* SPDX-License-Identifier: Apache-2.0 */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

#include "air_state.h"

bool air_hold(struct air *air, unsigned i, const uint8_t *addr,
	      enum air_reason reason)
{
	struct radio *radio = air->radio[i];
	struct held *more;

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	more = realloc(radio->held, (radio->held_n + 1) * sizeof(*more));
	if (!more)
		return false;
	radio->held = more;
	memcpy(more[radio->held_n].addr, addr, ADDR_LEN);
	more[radio->held_n++].reason = reason;
	return true;
}

void air_release(struct air *air, unsigned i, const uint8_t *addr,
		 enum air_reason reason)
{
	struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN)) {
			radio->held[k] = radio->held[--radio->held_n];
			return;
		}
}

void air_release_all(struct air *air, unsigned i, enum air_reason reason)
{
	struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n;)
		if (radio->held[k].reason == reason)
			radio->held[k] = radio->held[--radio->held_n];
		else
			k++;
}

bool air_holds_for(const struct air *air, unsigned i, const uint8_t *addr,
		   enum air_reason reason)
{
	const struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (radio->held[k].reason == reason &&
		    !memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	return false;
}

bool air_holds(const struct air *air, unsigned i, const uint8_t *addr)
{
	const struct radio *radio = air->radio[i];

	for (unsigned k = 0; k < radio->held_n; k++)
		if (!memcmp(radio->held[k].addr, addr, ADDR_LEN))
			return true;
	return false;
}
