/* SPDX-License-Identifier: GPL-2.0 OR Apache-2.0 */
/*
 * Rates of 802.11ax in radiotap's HE field (radiotap.org, "HE"), which
 * cloudmac_fields.h finds. The rules of cloudmac.h apply.
 */
#ifndef CLOUDMAC_HE_H
#define CLOUDMAC_HE_H

#include "cloudmac.h"

#define CLOUDMAC_HE_LEN		12 /* octets of the field: six words */
#define CLOUDMAC_HE_MCS_MAX	11
#define CLOUDMAC_HE_NSS_MAX	8
#define CLOUDMAC_HE_GI_MAX	2
#define CLOUDMAC_HE_WIDTHS	4 /* 20, 40, 80, 160 MHz */
#define CLOUDMAC_HE_UNIT_MAX	7

/* Bits of the words. */
#define CLOUDMAC_HE_KNOWN_MCS	0x0020 /* word 1 */
#define CLOUDMAC_HE_KNOWN_DCM	0x0040
#define CLOUDMAC_HE_KNOWN_WIDTH 0x4000
#define CLOUDMAC_HE_KNOWN_GI	0x0002 /* word 2 */
#define CLOUDMAC_HE_DCM		0x1000 /* word 3 */

struct cloudmac_he {
	u8 mcs;	  /* 0 to CLOUDMAC_HE_MCS_MAX */
	u8 nss;	  /* spatial streams, 1 to CLOUDMAC_HE_NSS_MAX; 0: no rate */
	u8 width; /* enum cloudmac_width */
	u8 unit;  /* resource unit, 1 to CLOUDMAC_HE_UNIT_MAX for 26, 52, 106,
		   * 242, 484, 996 and twice 996 tones; 0: the whole width */
	u8 gi;	  /* 0, 1, 2 for 0.8, 1.6, 3.2 us */
	bool dcm; /* dual carrier modulation */
};

/* Reads the CLOUDMAC_HE_LEN octets of a field. An unknown width is 20 MHz, an
 * unknown guard interval 0.8 us. Returns false, with 'nss' 0, if the field has no
 * rate or one that does not exist. */
static inline bool cloudmac_he_parse(const u8 *field, struct cloudmac_he *he)
{
	const u16 known = cloudmac_get_le16(field);
	const u16 word3 = cloudmac_get_le16(field + 4);
	const u16 word5 = cloudmac_get_le16(field + 8);
	const u8 nss = field[10] & 15;
	const u8 width = word5 & 15;
	const u8 gi = word5 >> 4 & 3;

	memset(he, 0, sizeof(*he));
	he->mcs = word3 >> 8 & 15;
	if (!(known & CLOUDMAC_HE_KNOWN_MCS) || he->mcs > CLOUDMAC_HE_MCS_MAX ||
	    nss > CLOUDMAC_HE_NSS_MAX)
		return false;
	he->nss = nss;
	he->dcm = known & CLOUDMAC_HE_KNOWN_DCM && word3 & CLOUDMAC_HE_DCM;
	if (known & CLOUDMAC_HE_KNOWN_WIDTH) {
		if (width < CLOUDMAC_HE_WIDTHS)
			he->width = width;
		else if (width < CLOUDMAC_HE_WIDTHS + CLOUDMAC_HE_UNIT_MAX)
			he->unit = (u8)(width - CLOUDMAC_HE_WIDTHS + 1);
	}
	if (cloudmac_get_le16(field + 2) & CLOUDMAC_HE_KNOWN_GI &&
	    gi <= CLOUDMAC_HE_GI_MAX)
		he->gi = gi;
	return nss;
}

#endif
