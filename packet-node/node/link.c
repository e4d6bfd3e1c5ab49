/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>

#include "rtnl.h"

#define LINK_AWAIT_MS 2000
/* IF_OPER_UP of <linux/if.h>, which does not go with <net/if.h>. */
#define OPER_UP 6

/* Adds the attributes of the peer: they are a link message of their own. */
static int put_peer(struct nl_msg *msg, const char *peer, int namespace_fd,
		    unsigned int mtu)
{
	const struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	struct nlattr *nest = nla_nest_start(msg, VETH_INFO_PEER);

	if (!nest ||
	    nlmsg_append(msg, (void *)&header, sizeof(header), NLMSG_ALIGNTO))
		return ENOBUFS;
	if (nla_put_string(msg, IFLA_IFNAME, peer) ||
	    nla_put_u32(msg, IFLA_MTU, mtu) ||
	    nla_put_u32(msg, IFLA_NET_NS_FD, (uint32_t)namespace_fd))
		return ENOBUFS;
	nla_nest_end(msg, nest);
	return 0;
}

static int put_pair(struct nl_msg *msg, const char *ifname, const char *peer,
		    int namespace_fd, unsigned int mtu)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	struct nlattr *info, *data;

	if (nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) ||
	    nla_put_string(msg, IFLA_IFNAME, ifname) ||
	    nla_put_u32(msg, IFLA_MTU, mtu))
		return ENOBUFS;
	info = nla_nest_start(msg, IFLA_LINKINFO);
	if (!info || nla_put_string(msg, IFLA_INFO_KIND, "veth"))
		return ENOBUFS;
	data = nla_nest_start(msg, IFLA_INFO_DATA);
	if (!data || put_peer(msg, peer, namespace_fd, mtu))
		return ENOBUFS;
	nla_nest_end(msg, data);
	nla_nest_end(msg, info);
	return 0;
}

int link_add_pair(const char *ifname, const char *peer, int namespace_fd,
		  unsigned int mtu)
{
	struct nl_msg *msg = nlmsg_alloc_simple(
		RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK);

	if (msg && put_pair(msg, ifname, peer, namespace_fd, mtu)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return rtnl_request(msg);
}

static void on_link(void *arg, struct nlmsghdr *answer)
{
	struct nlattr *attrs[IFLA_MAX + 1];
	bool *is_up = arg;

	if (answer->nlmsg_type == RTM_NEWLINK &&
	    !nlmsg_parse(answer, sizeof(struct ifinfomsg), attrs, IFLA_MAX,
			 NULL) &&
	    attrs[IFLA_OPERSTATE])
		*is_up = nla_get_u8(attrs[IFLA_OPERSTATE]) == OPER_UP;
}

/* Asks whether the link watch has seen the carrier. The flag IFF_RUNNING does
 * not tell, as it is also set before the link watch has seen anything. */
static int read_state(const char *ifname, bool *is_up)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	struct nl_msg *msg = nlmsg_alloc_simple(RTM_GETLINK, NLM_F_ACK);

	if (msg &&
	    (nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) ||
	     nla_put_string(msg, IFLA_IFNAME, ifname))) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return rtnl_query(msg, on_link, is_up);
}

int link_await(const char *ifname)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	bool is_up = false;

	for (int waits = LINK_AWAIT_MS; waits; waits--) {
		int err = read_state(ifname, &is_up);

		if (err || is_up)
			return err;
		nanosleep(&pause, NULL);
	}
	return ETIMEDOUT;
}

int link_delete(const char *ifname)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	struct nl_msg *msg;
	int err;

	if (!if_nametoindex(ifname) && errno == ENODEV)
		return 0;
	msg = nlmsg_alloc_simple(RTM_DELLINK, NLM_F_ACK);
	if (msg &&
	    (nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) ||
	     nla_put_string(msg, IFLA_IFNAME, ifname))) {
		nlmsg_free(msg);
		msg = NULL;
	}
	err = rtnl_request(msg);
	return err == ENODEV ? 0 : err;
}
