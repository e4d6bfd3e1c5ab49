/* SPDX-License-Identifier: Apache-2.0 */
#include "bridge.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base.h"
#include "namespace.h"
#include "rtnl.h"

/* All of 01-80-C2-00-00-0X except for the three that the kernel keeps. */
#define FORWARDED 0xfff8

/* Sends a message if it is complete. */
static int finish(struct nl_msg *msg, bool is_complete)
{
	if (msg && !is_complete) {
		nlmsg_free(msg);
		return ENOBUFS;
	}
	return rtnl_request(msg);
}

static bool put_bridge(struct nl_msg *msg, unsigned int mtu)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	uint8_t address[6];
	struct nlattr *info, *data;

	if (nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) ||
	    nla_put_string(msg, IFLA_IFNAME, BRIDGE_NAME) ||
	    nla_put_u32(msg, IFLA_MTU, mtu) ||
	    getrandom(address, sizeof(address), 0) != sizeof(address))
		return false;
	/* Unicast and local; without it, the ports would change it. */
	address[0] = (uint8_t)((address[0] & ~1) | 2);
	if (nla_put(msg, IFLA_ADDRESS, sizeof(address), address))
		return false;
	info = nla_nest_start(msg, IFLA_LINKINFO);
	if (!info || nla_put_string(msg, IFLA_INFO_KIND, "bridge"))
		return false;
	data = nla_nest_start(msg, IFLA_INFO_DATA);
	if (!data || nla_put_u16(msg, IFLA_BR_GROUP_FWD_MASK, FORWARDED) ||
	    nla_put_u8(msg, IFLA_BR_MCAST_SNOOPING, 0))
		return false;
	nla_nest_end(msg, data);
	nla_nest_end(msg, info);
	return true;
}

int bridge_create(unsigned int mtu)
{
	struct nl_msg *msg = nlmsg_alloc_simple(
		RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK);
	int err = finish(msg, msg && put_bridge(msg, mtu));

	if (!err)
		err = namespace_set("ipv4/ip_unprivileged_port_start", "0");
	/* Bridged frames do not meet rules of other families. Without
	 * br_netfilter they do not anyhow. */
	namespace_set("bridge/bridge-nf-call-iptables", "0");
	namespace_set("bridge/bridge-nf-call-ip6tables", "0");
	namespace_set("bridge/bridge-nf-call-arptables", "0");
	if (!err)
		err = netif_set_up("lo");
	return err ? err : netif_set_up(BRIDGE_NAME);
}

int bridge_read_ethernet(int namespace_fd, uint8_t address[6])
{
	struct ifreq request = { .ifr_name = BRIDGE_NAME };
	struct namespace_stay stay;
	int err = namespace_enter(&stay, namespace_fd);
	int fd;

	if (err)
		return err;
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || ioctl(fd, SIOCGIFHWADDR, &request))
		err = errno;
	namespace_leave(&stay);
	if (fd >= 0)
		close(fd);
	memcpy(address, request.ifr_hwaddr.sa_data, 6);
	return err;
}

static bool put_address(struct nl_msg *msg, const struct in_addr *address,
			unsigned int prefix_len)
{
	struct ifaddrmsg header = {
		.ifa_family = AF_INET,
		.ifa_prefixlen = (uint8_t)prefix_len,
		.ifa_index = if_nametoindex(BRIDGE_NAME),
	};

	return !nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) &&
	       !nla_put(msg, IFA_LOCAL, sizeof(*address), address) &&
	       !nla_put(msg, IFA_ADDRESS, sizeof(*address), address);
}

static bool put_gateway(struct nl_msg *msg, const struct in_addr *gateway)
{
	struct rtmsg header = {
		.rtm_family = AF_INET,
		.rtm_table = RT_TABLE_MAIN,
		.rtm_protocol = RTPROT_STATIC,
		.rtm_scope = RT_SCOPE_UNIVERSE,
		.rtm_type = RTN_UNICAST,
	};

	return !nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) &&
	       !nla_put(msg, RTA_GATEWAY, sizeof(*gateway), gateway) &&
	       !nla_put_u32(msg, RTA_OIF, if_nametoindex(BRIDGE_NAME));
}

int bridge_set_address(const char *address, unsigned int prefix_len,
		       const char *gateway)
{
	struct in_addr parsed;
	struct nl_msg *msg;
	int err;

	if (inet_pton(AF_INET, address, &parsed) != 1)
		return EINVAL;
	msg = nlmsg_alloc_simple(RTM_NEWADDR,
				 NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK);
	err = finish(msg, msg && put_address(msg, &parsed, prefix_len));
	if (err || !*gateway)
		return err;
	if (inet_pton(AF_INET, gateway, &parsed) != 1)
		return EINVAL;
	msg = nlmsg_alloc_simple(RTM_NEWROUTE,
				 NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK);
	return finish(msg, msg && put_gateway(msg, &parsed));
}

int bridge_forward_packets(void)
{
	/* Packets leave where they came in, and that is meant so. */
	int err = namespace_set("ipv4/conf/all/send_redirects", "0");

	if (!err)
		err = namespace_set("ipv4/conf/" BRIDGE_NAME "/send_redirects",
				    "0");
	return err ? err : namespace_set("ipv4/ip_forward", "1");
}

int bridge_accept_connections(int namespace_fd)
{
	struct namespace_stay stay;
	int err = namespace_enter(&stay, namespace_fd);

	if (err)
		return err;
	err = namespace_set("netfilter/nf_conntrack_tcp_be_liberal", "1");
	namespace_leave(&stay);
	return err;
}

static bool put_master(struct nl_msg *msg, unsigned int ifindex)
{
	struct ifinfomsg header = { .ifi_family = AF_UNSPEC,
				    .ifi_index = (int)ifindex };

	return !nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO) &&
	       !nla_put_u32(msg, IFLA_MASTER, if_nametoindex(BRIDGE_NAME));
}

static bool put_port(struct nl_msg *msg, unsigned int ifindex, bool learns)
{
	struct ifinfomsg header = { .ifi_family = AF_BRIDGE,
				    .ifi_index = (int)ifindex };
	struct nlattr *port;

	if (nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO))
		return false;
	port = nla_nest_start(msg, IFLA_PROTINFO | NLA_F_NESTED);
	if (!port || nla_put_u8(msg, IFLA_BRPORT_LEARNING, learns) ||
	    nla_put_u8(msg, IFLA_BRPORT_UNICAST_FLOOD, 1))
		return false;
	nla_nest_end(msg, port);
	return true;
}

int bridge_add_port(const char *ifname, bool learns)
{
	const unsigned int ifindex = if_nametoindex(ifname);
	struct nl_msg *msg = nlmsg_alloc_simple(RTM_NEWLINK, NLM_F_ACK);
	int err = finish(msg, msg && put_master(msg, ifindex));

	if (err)
		return err;
	msg = nlmsg_alloc_simple(RTM_SETLINK, NLM_F_ACK);
	return finish(msg, msg && put_port(msg, ifindex, learns));
}
