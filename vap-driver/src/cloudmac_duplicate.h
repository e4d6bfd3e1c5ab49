/* SPDX-License-Identifier: GPL-2.0-only */
/* Detection of uplink frames that arrived before, or behind later ones. */
#ifndef CLOUDMAC_DUPLICATE_H
#define CLOUDMAC_DUPLICATE_H

#include <linux/ieee80211.h>

struct cloudmac_duplicates;

struct cloudmac_duplicates *cloudmac_duplicates_alloc(void);
void cloudmac_duplicates_free(struct cloudmac_duplicates *duplicates);
bool cloudmac_is_duplicate(struct cloudmac_duplicates *duplicates,
			   const struct ieee80211_hdr *hdr, unsigned int len);
bool cloudmac_is_overtaken(struct cloudmac_duplicates *duplicates,
			   const struct ieee80211_hdr *hdr, unsigned int len);

#endif /* CLOUDMAC_DUPLICATE_H */
