/* SPDX-License-Identifier: GPL-2.0-only */
/* What a radio in station role supports. */
#ifndef CLOUDMAC_CLIENT_H
#define CLOUDMAC_CLIENT_H

#include <net/mac80211.h>

void cloudmac_client_setup(struct ieee80211_hw *hw);

#endif /* CLOUDMAC_CLIENT_H */
