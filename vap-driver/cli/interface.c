// SPDX-License-Identifier: GPL-2.0-only
/* Finds network interfaces. */
#include "interface.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>

static int on_link(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *header = nlmsg_hdr(msg);
	const struct ifinfomsg *info = nlmsg_data(header);

	if (header->nlmsg_type == RTM_NEWLINK)
		*(unsigned int *)arg = (unsigned int)info->ifi_index;
	return NL_OK;
}

static int ask(struct nl_sock *sock, struct nl_msg *msg)
{
	int err = nl_send_auto(sock, msg);

	return err < 0 ? err : nl_recvmsgs_default(sock);
}

/**
 * interface_index - finds an interface of this network namespace
 * @name: its name, or an alternative name, which can have up to 127 characters
 *
 * Return: its index, or 0 if there is none.
 */
unsigned int interface_index(const char *name)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC };
	struct nl_sock *sock = nl_socket_alloc();
	unsigned int index = 0;
	struct nl_msg *msg;

	msg = nlmsg_alloc_simple(RTM_GETLINK, NLM_F_REQUEST);
	if (sock && msg && !nl_connect(sock, NETLINK_ROUTE) &&
	    !nlmsg_append(msg, &info, sizeof(info), NLMSG_ALIGNTO) &&
	    !nla_put_string(msg, IFLA_ALT_IFNAME, name)) {
		nl_socket_disable_auto_ack(sock);
		nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, on_link,
				    &index);
		/* An unknown name is an error, and leaves 0. */
		ask(sock, msg);
	}
	nlmsg_free(msg);
	if (sock)
		nl_socket_free(sock);
	return index;
}
