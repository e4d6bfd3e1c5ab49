/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that speak nl80211 share. */
#ifndef NL80211_PRIVATE_H
#define NL80211_PRIVATE_H

#include <linux/nl80211.h>
#include <netlink/handlers.h>

#include "nl80211.h"

/* A new message, or NULL. */
struct nl_msg *nl80211_request(struct nl80211 *nl,
			       enum nl80211_commands command, int flags);

/* Send 'msg', which is freed, and hand each answer to 'valid'. */
int nl80211_transact(struct nl80211 *nl, struct nl_msg *msg,
		     nl_recvmsg_msg_cb_t valid, void *arg);

/* Say which channel is meant. */
void nl80211_put_channel(struct nl_msg *msg, unsigned int mhz,
			 enum config_width width);

#endif
