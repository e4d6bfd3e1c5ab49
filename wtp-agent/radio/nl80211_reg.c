/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_reg.h"

#include <errno.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <poll.h>
#include <string.h>

#include "base/base.h"
#include "nl80211_message.h"
#include "regulatory.h"

static int on_domain(struct nl_msg *msg, void *arg)
{
	struct genlmsghdr *head = nlmsg_data(nlmsg_hdr(msg));
	struct nlattr *attr =
		nla_find(genlmsg_attrdata(head, 0), genlmsg_attrlen(head, 0),
			 NL80211_ATTR_REG_ALPHA2);

	if (attr && nla_len(attr) >= 2)
		memcpy(arg, nla_data(attr), 2);
	return NL_SKIP;
}

int nl80211_reg_get(struct nl80211 *nl, const uint32_t *wiphy, char domain[3])
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_GET_REG, 0);

	memset(domain, 0, 3);
	if (!msg)
		return ENOMEM;
	if (wiphy)
		nla_put_u32(msg, NL80211_ATTR_WIPHY, *wiphy);
	return nl80211_transact(nl, msg, on_domain, domain);
}

static int request(struct nl80211 *nl, const char *country)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_REQ_SET_REG, 0);

	if (!msg)
		return ENOMEM;
	nla_put_string(msg, NL80211_ATTR_REG_ALPHA2, country);
	return nl80211_transact(nl, msg, NULL, NULL);
}

/* Opens a second socket, for the kernel's reports of changes. */
static int open_reports(struct nl80211 *reports)
{
	int err = nl80211_open(reports), group;

	if (err)
		return err;
	group = genl_ctrl_resolve_grp(reports->socket, NL80211_GENL_NAME,
				      NL80211_MULTICAST_GROUP_REG);
	nl_socket_disable_seq_check(reports->socket);
	if (group >= 0 && !nl_socket_add_membership(reports->socket, group) &&
	    !nl_socket_set_nonblocking(reports->socket))
		return 0;
	nl80211_close(reports);
	return EPROTONOSUPPORT;
}

/* Waits for a report until 'deadline'. Returns false after it. */
static bool await_report(struct nl80211 *reports, uint64_t deadline)
{
	struct pollfd fd = { nl_socket_get_fd(reports->socket), POLLIN, 0 };
	uint64_t now = clock_ms();

	if (now >= deadline)
		return false;
	/* What a report says does not matter: the caller reads the state. */
	if (poll(&fd, 1, (int)(deadline - now)) > 0)
		nl_recvmsgs_default(reports->socket);
	return true;
}

int nl80211_reg_set(struct nl80211 *nl, const char *country, char domain[3])
{
	uint64_t deadline = clock_ms() + NL80211_REG_WAIT_MS;
	struct nl80211 reports;
	bool has_report = false;
	char before[3];
	int err = open_reports(&reports);

	if (err)
		return err;
	err = nl80211_reg_get(nl, NULL, before);
	if (!err)
		err = request(nl, country);
	while (!err) {
		err = nl80211_reg_get(nl, NULL, domain);
		/* An intersection of before says nothing about the request. */
		if (err || !strcmp(domain, country) ||
		    (regulatory_is_in_force(country, domain) &&
		     (has_report || strcmp(domain, before))))
			break;
		has_report = await_report(&reports, deadline);
		if (!has_report)
			err = ETIMEDOUT;
	}
	nl80211_close(&reports);
	return err;
}
