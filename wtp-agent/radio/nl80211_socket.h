/* SPDX-License-Identifier: Apache-2.0 */
/* The netlink socket that nl80211 requests go through. */
#ifndef NL80211_SOCKET_H
#define NL80211_SOCKET_H

struct nl_sock;

struct nl80211 {
	struct nl_sock *socket;
	int family;
};

/* Returns 0 or a positive errno: EPROTONOSUPPORT without nl80211. */
int nl80211_open(struct nl80211 *nl);

/* Null-safe for one that was never opened. */
void nl80211_close(struct nl80211 *nl);

#endif
