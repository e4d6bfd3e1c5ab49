/* SPDX-License-Identifier: Apache-2.0 */
#include "plug.h"

#include <errno.h>
#include <linux/gen_stats.h>
#include <linux/if_ether.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

#include "rtnl.h"

#define KIND   "plug"
#define HANDLE TC_H_MAKE(1U << 16, 0)

/* Returns a message about the root qdisc, or NULL without memory. */
static struct nl_msg *message(int type, int flags, unsigned int ifindex,
			      uint32_t handle)
{
	struct tcmsg header = { .tcm_family = AF_UNSPEC,
				.tcm_ifindex = (int)ifindex,
				.tcm_handle = handle,
				.tcm_parent = TC_H_ROOT };
	struct nl_msg *msg = nlmsg_alloc_simple(type, flags | NLM_F_ACK);

	if (msg && nlmsg_append(msg, &header, sizeof(header), NLMSG_ALIGNTO)) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

static int change(unsigned int ifindex, int flags, int action, uint32_t limit)
{
	const struct tc_plug_qopt options = { .action = action,
					      .limit = limit };
	struct nl_msg *msg = message(RTM_NEWQDISC, flags, ifindex, HANDLE);

	if (msg && (nla_put_string(msg, TCA_KIND, KIND) ||
		    nla_put(msg, TCA_OPTIONS, sizeof(options), &options))) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return rtnl_request(msg);
}

int plug_install(unsigned int ifindex, unsigned int mtu)
{
	const uint32_t limit = PLUG_FRAMES * (mtu + ETH_HLEN);
	int err = change(ifindex, NLM_F_CREATE | NLM_F_REPLACE, TCQ_PLUG_LIMIT,
			 limit);

	/* A new one is blocked. */
	return err ? err : plug_release(ifindex);
}

int plug_block(unsigned int ifindex)
{
	return change(ifindex, 0, TCQ_PLUG_BUFFER, 0);
}

int plug_release(unsigned int ifindex)
{
	return change(ifindex, 0, TCQ_PLUG_RELEASE_INDEFINITE, 0);
}

int plug_pass(unsigned int ifindex)
{
	int err = change(ifindex, 0, TCQ_PLUG_BUFFER, 0);

	/* What came before the last plug in the queue. */
	return err ? err : change(ifindex, 0, TCQ_PLUG_RELEASE_ONE, 0);
}

struct reading {
	struct plug_counts *counts;
	bool is_found;
};

static void read_queue(struct nlattr *stats, struct plug_counts *counts)
{
	struct nlattr *attrs[TCA_STATS_MAX + 1];
	struct gnet_stats_queue queue = { 0 };

	if (nla_parse_nested(attrs, TCA_STATS_MAX, stats, NULL) ||
	    !attrs[TCA_STATS_QUEUE])
		return;
	nla_memcpy(&queue, attrs[TCA_STATS_QUEUE], sizeof(queue));
	*counts = (struct plug_counts){ .packets = queue.qlen,
					.octets = queue.backlog,
					.dropped = queue.drops };
}

static void on_qdisc(void *arg, struct nlmsghdr *answer)
{
	struct reading *reading = arg;
	struct nlattr *attrs[TCA_MAX + 1];

	if (answer->nlmsg_type != RTM_NEWQDISC ||
	    nlmsg_parse(answer, sizeof(struct tcmsg), attrs, TCA_MAX, NULL) ||
	    !attrs[TCA_KIND] || nla_strcmp(attrs[TCA_KIND], KIND))
		return;
	reading->is_found = true;
	if (attrs[TCA_STATS2])
		read_queue(attrs[TCA_STATS2], reading->counts);
}

int plug_read(unsigned int ifindex, struct plug_counts *counts)
{
	struct reading reading = { .counts = counts };
	/* The kernel sends the answer to its requester as an echo. */
	int err;

	memset(counts, 0, sizeof(*counts));
	err = rtnl_query(message(RTM_GETQDISC, NLM_F_ECHO, ifindex, 0),
			 on_qdisc, &reading);
	if (err)
		return err;
	return reading.is_found ? 0 : ENOENT;
}
