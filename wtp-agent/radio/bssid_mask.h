/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The addresses that a radio acknowledges whose hardware compares receivers
 * under a mask: all that equal the BSSIDs of its leases in the bits in which
 * these BSSIDs agree. So n bits in which they differ make 2 to the power of n
 * addresses (docs/reference/radio-drivers.md#ath9k).
 */
#ifndef BSSID_MASK_H
#define BSSID_MASK_H

#include <stdint.h>

#include "lease.h"

#define BSSID_MASK_TEXT_MAX 256

struct bssid_mask {
	uint8_t mask[ADDR_LEN]; /* the bits in which all BSSIDs agree */
	unsigned int differing; /* bits */
	unsigned int bssids;
};

/* Returns the mask of the radio's installed leases. */
struct bssid_mask bssid_mask_of(const struct lease_table *leases,
				unsigned int radio);

/* Returns how many addresses beside the BSSIDs the radio acknowledges. */
uint64_t bssid_mask_foreign(const struct bssid_mask *mask);

/* Writes a warning for a log to 'text'. Returns 'text'. */
const char *bssid_mask_text(const struct bssid_mask *mask, const char *phy,
			    const char *driver,
			    char text[BSSID_MASK_TEXT_MAX]);

#endif
