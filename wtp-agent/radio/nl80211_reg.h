/* SPDX-License-Identifier: Apache-2.0 */
/* Regulatory domains of the kernel. All functions return 0 or a positive
 * errno. */
#ifndef NL80211_REG_H
#define NL80211_REG_H

#include <stdint.h>

#include "nl80211_socket.h"

/* How long a request may take, in ms. A kernel that finds no rules for the
 * country in its database gives up after 3142 ms (REG_CRDA_TIMEOUT). */
#define NL80211_REG_WAIT_MS 5000

/* Reads the domain in force for a phy: its own, or the kernel's. 'wiphy' NULL:
 * the kernel's. */
int nl80211_reg_get(struct nl80211 *nl, const uint32_t *wiphy, char domain[3]);

/* Requests the domain of 'country' (two letters, or 00) for all phys, and
 * waits until it is in force. Fills '*domain' with the one in force
 * afterwards. Returns ETIMEDOUT if that is another one after
 * NL80211_REG_WAIT_MS. */
int nl80211_reg_set(struct nl80211 *nl, const char *country, char domain[3]);

#endif
