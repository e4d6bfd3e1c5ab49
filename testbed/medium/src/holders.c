/* SPDX-License-Identifier: Apache-2.0 */
#include "holders.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nl80211.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NETNS_FOLDER "/run/netns"

struct watch {
	struct watch *next;
	struct holders *holders;
	char netns[NETNS_NAME_MAX];
	struct nl_sock *links;	 /* changes of interfaces */
	struct nl_sock *nl80211; /* queries of interfaces */
	int family;
	int inet; /* queries of interface flags */
};

struct holders {
	struct medium *medium;
	struct watch *watches;
	int epoll;
};

struct holders *holders_new(struct medium *medium)
{
	struct holders *holders = calloc(1, sizeof(*holders));

	if (!holders)
		return NULL;
	holders->medium = medium;
	holders->epoll = epoll_create1(EPOLL_CLOEXEC);
	return holders;
}

static void close_watch(struct watch *watch)
{
	if (watch->inet >= 0)
		close(watch->inet);
	nl_socket_free(watch->nl80211);
	nl_socket_free(watch->links);
	free(watch);
}

void holders_free(struct holders *holders)
{
	if (!holders)
		return;
	while (holders->watches) {
		struct watch *next = holders->watches->next;

		close_watch(holders->watches);
		holders->watches = next;
	}
	close(holders->epoll);
	free(holders);
}

int holders_epoll(const struct holders *holders)
{
	return holders->epoll;
}

/* Opens the sockets, which belong to the present namespace of the thread. */
static bool open_sockets(struct watch *watch)
{
	watch->inet = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	watch->links = nl_socket_alloc();
	watch->nl80211 = nl_socket_alloc();
	if (watch->inet < 0 || !watch->links || !watch->nl80211 ||
	    nl_connect(watch->links, NETLINK_ROUTE) ||
	    nl_socket_add_membership(watch->links, RTNLGRP_LINK) ||
	    nl_socket_set_nonblocking(watch->links) ||
	    genl_connect(watch->nl80211))
		return false;
	watch->family = genl_ctrl_resolve(watch->nl80211, NL80211_GENL_NAME);
	return watch->family >= 0;
}

static bool open_in(struct watch *watch)
{
	char path[sizeof(NETNS_FOLDER) + NETNS_NAME_MAX + 1];
	int home, there = -1;
	bool good = false;

	if (!watch->netns[0])
		return open_sockets(watch);
	snprintf(path, sizeof(path), "%s/%s", NETNS_FOLDER, watch->netns);
	home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (home >= 0)
		there = open(path, O_RDONLY | O_CLOEXEC);
	if (there >= 0 && !setns(there, CLONE_NEWNET)) {
		good = open_sockets(watch);
		if (setns(home, CLONE_NEWNET))
			abort(); /* the thread is in the wrong namespace */
	}
	if (there >= 0)
		close(there);
	if (home >= 0)
		close(home);
	return good;
}

static bool is_up(const struct watch *watch, const char *name)
{
	struct ifreq request = { 0 };

	strncpy(request.ifr_name, name, IFNAMSIZ - 1);
	return !ioctl(watch->inet, SIOCGIFFLAGS, &request) &&
	       request.ifr_flags & IFF_UP;
}

static int radio_of_phy(const struct watch *watch, int phy)
{
	const struct medium *medium = watch->holders->medium;

	for (unsigned i = 0; i < air_radios(medium->air); i++)
		if (medium->stations[i].phy == phy)
			return (int)i;
	return -1;
}

/* Checks if a monitor has the radio's own address. An active monitor has
 * another one, for which it acknowledges. hwsim's two addresses of a radio
 * differ in one bit. */
static bool is_own(const struct medium *medium, unsigned radio,
		   const uint8_t *addr)
{
	const uint8_t *hardware = medium->stations[radio].hardware;

	return (addr[0] ^ hardware[0]) == 0x40 &&
	       !memcmp(addr + 1, hardware + 1, ADDR_LEN - 1);
}

static int interface(struct nl_msg *msg, void *arg)
{
	struct watch *watch = arg;
	struct medium *medium = watch->holders->medium;
	struct nlattr *attrs[NL80211_ATTR_MAX + 1];
	const uint8_t *addr;
	uint32_t type;
	int radio;

	if (genlmsg_parse(nlmsg_hdr(msg), 0, attrs, NL80211_ATTR_MAX, NULL) ||
	    !attrs[NL80211_ATTR_WIPHY] || !attrs[NL80211_ATTR_IFNAME] ||
	    !attrs[NL80211_ATTR_MAC] || !attrs[NL80211_ATTR_IFTYPE])
		return NL_SKIP;
	radio = radio_of_phy(watch,
			     (int)nla_get_u32(attrs[NL80211_ATTR_WIPHY]));
	if (radio < 0 ||
	    !is_up(watch, nla_get_string(attrs[NL80211_ATTR_IFNAME])))
		return NL_OK;
	addr = nla_data(attrs[NL80211_ATTR_MAC]);
	type = nla_get_u32(attrs[NL80211_ATTR_IFTYPE]);
	if (type != NL80211_IFTYPE_MONITOR)
		air_hold(medium->air, (unsigned)radio, addr,
			 AIR_HOLD_INTERFACE);
	else if (!is_own(medium, (unsigned)radio, addr))
		air_hold(medium->air, (unsigned)radio, addr, AIR_HOLD_MONITOR);
	return NL_OK;
}

static int done(struct nl_msg *msg, void *arg)
{
	(void)msg;
	*(bool *)arg = true;
	return NL_STOP;
}

/* Replaces the addresses of a namespace by those that the kernel reports. */
static void resync(struct watch *watch)
{
	struct medium *medium = watch->holders->medium;
	struct nl_msg *msg = nlmsg_alloc();
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	bool finished = false;

	if (!msg || !cb)
		abort();
	for (unsigned i = 0; i < air_radios(medium->air); i++)
		if (!strcmp(medium->stations[i].netns, watch->netns)) {
			air_release_all(medium->air, i, AIR_HOLD_INTERFACE);
			air_release_all(medium->air, i, AIR_HOLD_MONITOR);
		}
	genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, watch->family, 0,
		    NLM_F_DUMP, NL80211_CMD_GET_INTERFACE, 0);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, interface, watch);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, done, &finished);
	if (nl_send_auto(watch->nl80211, msg) >= 0)
		while (!finished && nl_recvmsgs(watch->nl80211, cb) >= 0)
			;
	nl_cb_put(cb);
	nlmsg_free(msg);
}

bool holders_watch(struct holders *holders, const char *netns)
{
	struct epoll_event event = { .events = EPOLLIN };
	struct watch *watch;

	for (watch = holders->watches; watch; watch = watch->next)
		if (!strcmp(watch->netns, netns)) {
			resync(watch);
			return true;
		}
	watch = calloc(1, sizeof(*watch));
	if (!watch)
		return false;
	watch->inet = -1;
	watch->holders = holders;
	strncpy(watch->netns, netns, NETNS_NAME_MAX - 1);
	event.data.ptr = watch;
	if (!open_in(watch) ||
	    epoll_ctl(holders->epoll, EPOLL_CTL_ADD,
		      nl_socket_get_fd(watch->links), &event)) {
		fprintf(stderr, "medium: network namespace %s: %s\n", netns,
			errno ? strerror(errno) : "no nl80211");
		close_watch(watch);
		return false;
	}
	watch->next = holders->watches;
	holders->watches = watch;
	resync(watch);
	return true;
}

/* Reads and discards all notifications: resync() queries everything. */
static void drain(struct watch *watch)
{
	struct sockaddr_nl from;
	unsigned char *buffer;

	while (nl_recv(watch->links, &from, &buffer, NULL) > 0)
		free(buffer);
}

void holders_read(struct holders *holders)
{
	struct epoll_event events[16];
	int n = epoll_wait(holders->epoll, events, 16, 0);

	for (int i = 0; i < n; i++) {
		drain(events[i].data.ptr);
		resync(events[i].data.ptr);
	}
}
