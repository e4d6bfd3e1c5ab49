/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_socket.h"

#include <errno.h>
#include <linux/nl80211.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <string.h>

int nl80211_open(struct nl80211 *nl)
{
	memset(nl, 0, sizeof(*nl));
	nl->socket = nl_socket_alloc();
	if (!nl->socket)
		return ENOMEM;
	if (genl_connect(nl->socket)) {
		nl80211_close(nl);
		return EPROTONOSUPPORT;
	}
	nl->family = genl_ctrl_resolve(nl->socket, NL80211_GENL_NAME);
	if (nl->family < 0) {
		nl80211_close(nl);
		return EPROTONOSUPPORT;
	}
	return 0;
}

void nl80211_close(struct nl80211 *nl)
{
	if (nl->socket)
		nl_socket_free(nl->socket);
	nl->socket = NULL;
}
