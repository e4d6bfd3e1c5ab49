/* SPDX-License-Identifier: Apache-2.0 */
#include "bssid_mask.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct bssid_mask bssid_mask_of(const struct lease_table *leases,
				unsigned int radio)
{
	struct bssid_mask mask = { .mask = { 0xff, 0xff, 0xff, 0xff, 0xff,
					     0xff } };
	const uint8_t *first = NULL;

	for (size_t i = 0; i < leases->n; i++) {
		const struct lease *lease = &leases->leases[i];

		if (lease->radio != radio || !lease->installed)
			continue;
		if (!first)
			first = lease->bssid;
		mask.bssids++;
		for (unsigned int at = 0; at < ADDR_LEN; at++)
			mask.mask[at] &=
				(uint8_t) ~(first[at] ^ lease->bssid[at]);
	}
	for (unsigned int at = 0; at < ADDR_LEN; at++)
		mask.differing +=
			8u - (unsigned int)__builtin_popcount(mask.mask[at]);
	return mask;
}

uint64_t bssid_mask_foreign(const struct bssid_mask *mask)
{
	return ((uint64_t)1 << mask->differing) -
	       (mask->bssids ? mask->bssids : 1);
}

const char *bssid_mask_text(const struct bssid_mask *mask, const char *phy,
			    const char *driver, char text[BSSID_MASK_TEXT_MAX])
{
	char bits[ADDR_TEXTLEN];

	addr_format(mask->mask, bits);
	snprintf(
		text, BSSID_MASK_TEXT_MAX,
		"%s: the BSSIDs of its leases differ in %u bits (mask %s), so "
		"driver %s also acknowledges frames to %" PRIu64
		" other addresses; choose BSSIDs that differ in fewer bits "
		"(cloudmac-vap add --beside)",
		phy, mask->differing, bits, driver, bssid_mask_foreign(mask));
	return text;
}
