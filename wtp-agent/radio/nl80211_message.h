/* SPDX-License-Identifier: Apache-2.0 */
/* Messages to nl80211; for the files of this folder that use netlink. */
#ifndef NL80211_MESSAGE_H
#define NL80211_MESSAGE_H

#include <linux/nl80211.h>
#include <netlink/handlers.h>

#include "config/wtp_config.h"
#include "nl80211_socket.h"

/* Returns a new message, or NULL without memory. */
struct nl_msg *nl80211_request(struct nl80211 *nl,
			       enum nl80211_commands command, int flags);

/* Sends 'msg', frees it and calls 'valid' for each answer. Returns 0 or a
 * positive errno. */
int nl80211_transact(struct nl80211 *nl, struct nl_msg *msg,
		     nl_recvmsg_msg_cb_t valid, void *arg);

/* Adds the attributes of a channel to a message. */
void nl80211_put_channel(struct nl_msg *msg, unsigned int mhz,
			 enum config_width width);

#endif
