// SPDX-License-Identifier: GPL-2.0-only
/* The generic netlink family by which user space manages radios. */
#include <linux/jhash.h>
#include <linux/module.h>
#include <linux/rtnetlink.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "cloudmac.h"
#include "cloudmac_glue.h"
#include "cloudmac_netlink.h"
#include "cloudmac_port.h"
#include "cloudmac_quota.h"
#include "cloudmac_radio.h"
#include "cloudmac_stats.h"
#include "cloudmac_uapi.h"

#define NAME_MAX_LEN		63

static unsigned int status_timeout = 500;
module_param(status_timeout, uint, 0644);
MODULE_PARM_DESC(status_timeout,
		 "Default time to wait for a TX status in ms (10 to 10000)");

static unsigned int pending_max = 2048;
module_param(pending_max, uint, 0644);
MODULE_PARM_DESC(pending_max,
		 "Default number of frames that may await their TX status (16 to 65536)");

static bool credit = true;
module_param(credit, bool, 0644);
MODULE_PARM_DESC(credit,
		 "Default: frames wait in mac80211 until their receiver has credit of airtime");

static struct genl_family family;

static struct netlink_range_validation id_range = {
	.max = INT_MAX,
};

static struct netlink_range_validation ifindex_range = {
	.min = 1,
	.max = INT_MAX,
};

static struct netlink_range_validation pending_range = {
	.min = CLOUDMAC_PENDING_LEAST,
	.max = CLOUDMAC_PENDING_MOST,
};

static const struct nla_policy policy[CLOUDMAC_ATTR_MAX + 1] = {
	[CLOUDMAC_ATTR_ID] = NLA_POLICY_FULL_RANGE(NLA_U32, &id_range),
	[CLOUDMAC_ATTR_NAME] = { .type = NLA_NUL_STRING, .len = NAME_MAX_LEN },
	[CLOUDMAC_ATTR_LOWER_INDEX] =
		NLA_POLICY_FULL_RANGE(NLA_U32, &ifindex_range),
	[CLOUDMAC_ATTR_VLAN] = NLA_POLICY_RANGE(NLA_U16, 1, CLOUDMAC_VLAN_MAX),
	[CLOUDMAC_ATTR_ADDRESS] = NLA_POLICY_EXACT_LEN(ETH_ALEN),
	[CLOUDMAC_ATTR_CHANNELS] =
		NLA_POLICY_RANGE(NLA_U32, 1, CLOUDMAC_CHANNELS_MAX),
	[CLOUDMAC_ATTR_STATUS_TIMEOUT] =
		NLA_POLICY_RANGE(NLA_U32, CLOUDMAC_STATUS_TIMEOUT_MIN,
				 CLOUDMAC_STATUS_TIMEOUT_MAX),
	[CLOUDMAC_ATTR_PENDING_MAX] =
		NLA_POLICY_FULL_RANGE(NLA_U32, &pending_range),
	[CLOUDMAC_ATTR_CREDIT] = NLA_POLICY_MAX(NLA_U8, 1),
	[CLOUDMAC_ATTR_ROLE] = NLA_POLICY_MAX(NLA_U8, CLOUDMAC_ROLE_STATION),
};

static const struct nla_policy policy_select[CLOUDMAC_ATTR_MAX + 1] = {
	[CLOUDMAC_ATTR_ID] = NLA_POLICY_FULL_RANGE(NLA_U32, &id_range),
	[CLOUDMAC_ATTR_NAME] = { .type = NLA_NUL_STRING, .len = NAME_MAX_LEN },
};

/* Derives an address from the lower device, the VLAN and the order of creation.
 * It is stable, and differs from machine to machine in all bits of the VAP id.
 */
static void default_address(u8 *addr, struct net *net, u32 ifindex, u16 vlan,
			    int nth)
{
	u8 lower[ETH_ALEN] = { };
	struct net_device *dev;
	u32 hash;

	rcu_read_lock();
	dev = dev_get_by_index_rcu(net, ifindex);
	if (dev)
		ether_addr_copy(lower, dev->dev_addr);
	rcu_read_unlock();
	hash = jhash(lower, ETH_ALEN, vlan);
	hash = jhash_2words(hash, nth, 0);
	addr[0] = 0x02;
	addr[1] = 'C';
	addr[2] = 'M';
	addr[3] = hash >> 16;
	addr[4] = hash >> 8;
	addr[5] = hash;
}

/* Checks if a radio of the namespace has the address. */
static bool is_address_used(struct net *net, const u8 *addr)
{
	struct cloudmac_info radio;
	int id = -1;

	while ((id = cloudmac_hw_next(net, id, &radio)) >= 0)
		if (ether_addr_equal(radio.address, addr))
			return true;
	return false;
}

static int choose_address(u8 *addr, struct genl_info *info, u16 vlan)
{
	struct nlattr *attr = info->attrs[CLOUDMAC_ATTR_ADDRESS];
	struct net *net = genl_info_net(info);
	int nth;

	if (!attr) {
		for (nth = 0; nth < 0x10000; nth++) {
			u32 i = nla_get_u32(info->attrs[CLOUDMAC_ATTR_LOWER_INDEX]);

			default_address(addr, net, i, vlan, nth);
			if (cloudmac_vap_id(addr) != CLOUDMAC_VAP_ANY &&
			    !cloudmac_hw_has_vap_id(cloudmac_vap_id(addr)))
				return 0;
		}
		return -EADDRINUSE;
	}
	nla_memcpy(addr, attr, ETH_ALEN);
	if (!is_valid_ether_addr(addr)) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "the address is null or a group address");
		return -EADDRNOTAVAIL;
	}
	if (cloudmac_vap_id(addr) == CLOUDMAC_VAP_ANY) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "the address must not end in ff:ff, which means any VAP");
		return -EADDRNOTAVAIL;
	}
	if (is_address_used(net, addr)) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "another radio has this address");
		return -EADDRINUSE;
	}
	return 0;
}

static int check_name(struct genl_info *info)
{
	struct nlattr *attr = info->attrs[CLOUDMAC_ATTR_NAME];
	const char *name;

	if (!attr)
		return 0;
	name = nla_data(attr);
	if (!*name || strchr(name, '/') || !strcmp(name, ".") ||
	    !strcmp(name, "..")) {
		NL_SET_ERR_MSG_ATTR(info->extack, attr,
				    "the name is empty, has a slash, or is . or ..");
		return -EINVAL;
	}
	return 0;
}

/* Refuses a limit of pending frames that the user namespace can never reach. */
static int check_pending_max(struct genl_info *info)
{
	struct nlattr *attr = info->attrs[CLOUDMAC_ATTR_PENDING_MAX];

	if (!attr || nla_get_u32(attr) <= cloudmac_quota_pending_max())
		return 0;
	NL_SET_ERR_MSG_ATTR(info->extack, attr,
			    "the radio would have more pending frames than the module parameter user_pending_max allows the user namespace");
	return -EDQUOT;
}

static enum cloudmac_role role_of(const struct genl_info *info)
{
	const struct nlattr *attr = info->attrs[CLOUDMAC_ATTR_ROLE];

	return attr ? nla_get_u8(attr) : CLOUDMAC_ROLE_AP;
}

/* Refuses several channels for a virtual station, which has one access point. */
static int check_role(struct genl_info *info)
{
	struct nlattr *channels = info->attrs[CLOUDMAC_ATTR_CHANNELS];

	if (role_of(info) == CLOUDMAC_ROLE_AP || !channels ||
	    nla_get_u32(channels) == 1)
		return 0;
	NL_SET_ERR_MSG_ATTR(info->extack, channels,
			    "a virtual station uses one channel");
	return -EINVAL;
}

static u32 u32_or_default(struct genl_info *info, int attr, u32 value)
{
	return info->attrs[attr] ? nla_get_u32(info->attrs[attr]) : value;
}

static struct sk_buff *reply_to(struct genl_info *info, u8 cmd, void **header)
{
	struct sk_buff *msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);

	if (!msg)
		return NULL;
	*header = genlmsg_put_reply(msg, info, &family, 0, cmd);
	if (*header)
		return msg;
	nlmsg_free(msg);
	return NULL;
}

/* Replies with the number, name and address of a radio. */
static int reply_new(struct genl_info *info, int id)
{
	struct cloudmac_info radio;
	struct sk_buff *msg;
	void *header;

	msg = reply_to(info, CLOUDMAC_CMD_NEW_RADIO, &header);
	if (!msg)
		return -ENOMEM;
	if (cloudmac_hw_next(genl_info_net(info), id - 1, &radio) != id ||
	    nla_put_u32(msg, CLOUDMAC_ATTR_ID, id) ||
	    nla_put_string(msg, CLOUDMAC_ATTR_NAME, radio.name) ||
	    nla_put(msg, CLOUDMAC_ATTR_ADDRESS, ETH_ALEN, radio.address)) {
		nlmsg_free(msg);
		return -EMSGSIZE;
	}
	genlmsg_end(msg, header);
	return genlmsg_reply(msg, info);
}

/* Checks the name of a new radio. mac80211 chooses another one if the requested
 * name is in use.
 */
static bool has_requested_name(struct genl_info *info, int id)
{
	struct nlattr *attr = info->attrs[CLOUDMAC_ATTR_NAME];

	return !attr || cloudmac_hw_find(genl_info_net(info), -1,
					 nla_data(attr)) == id;
}

static int new_radio(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr **attrs = info->attrs;
	struct cloudmac_params p = { };
	struct cloudmac_radio *radio;
	u8 addr[ETH_ALEN];
	int err;

	if (!attrs[CLOUDMAC_ATTR_LOWER_INDEX]) {
		NL_SET_ERR_MSG(info->extack, "the lower device is missing");
		return -EINVAL;
	}
	err = check_name(info) ?: check_role(info);
	if (err)
		return err;
	radio = cloudmac_radio_alloc(genl_info_net(info), info->extack);
	if (IS_ERR(radio))
		return PTR_ERR(radio);
	radio->role = role_of(info);
	if (attrs[CLOUDMAC_ATTR_VLAN])
		radio->vlan = nla_get_u16(attrs[CLOUDMAC_ATTR_VLAN]);
	radio->pending.max =
		u32_or_default(info, CLOUDMAC_ATTR_PENDING_MAX,
		       clamp_t(u32, pending_max, CLOUDMAC_PENDING_LEAST,
			       CLOUDMAC_PENDING_MOST));
	radio->pending.timeout = msecs_to_jiffies(
		u32_or_default(info, CLOUDMAC_ATTR_STATUS_TIMEOUT,
		       clamp_t(u32, status_timeout,
			       CLOUDMAC_STATUS_TIMEOUT_MIN,
			       CLOUDMAC_STATUS_TIMEOUT_MAX)));
	radio->txq.credit = attrs[CLOUDMAC_ATTR_CREDIT] ?
				    nla_get_u8(attrs[CLOUDMAC_ATTR_CREDIT]) :
				    credit;
	err = check_pending_max(info);
	if (err)
		goto free;
	err = choose_address(addr, info, radio->vlan);
	if (err)
		goto free;
	err = cloudmac_port_attach(radio, genl_info_net(info),
				   nla_get_u32(attrs[CLOUDMAC_ATTR_LOWER_INDEX]),
				   info->extack);
	if (err)
		goto free;

	p.radio = radio;
	p.address = addr;
	p.channels = u32_or_default(info, CLOUDMAC_ATTR_CHANNELS, 1);
	if (attrs[CLOUDMAC_ATTR_NAME])
		p.name = nla_data(attrs[CLOUDMAC_ATTR_NAME]);
	err = cloudmac_hw_new(info, &p);
	if (err < 0)
		goto detach;
	if (!has_requested_name(info, err)) {
		NL_SET_ERR_MSG_ATTR(info->extack, attrs[CLOUDMAC_ATTR_NAME],
				    "another radio has this name, or it is phy and a number");
		cloudmac_hw_del(info, err);
		return -EEXIST;
	}
	cloudmac_port_listen(radio);
	return reply_new(info, err);

detach:
	cloudmac_port_detach(radio);
free:
	cloudmac_radio_free(radio);
	return err;
}

/* Finds the radio that a request names. Returns its number or a negative error. */
static int find_radio(struct genl_info *info, struct cloudmac_info *radio)
{
	struct nlattr *id_attr = info->attrs[CLOUDMAC_ATTR_ID];
	struct nlattr *name = info->attrs[CLOUDMAC_ATTR_NAME];
	struct net *net = genl_info_net(info);
	int id;

	if (!id_attr && !name) {
		NL_SET_ERR_MSG(info->extack, "the number or name of a radio is missing");
		return -EINVAL;
	}
	id = cloudmac_hw_find(net, id_attr ? nla_get_u32(id_attr) : -1,
			      name ? nla_data(name) : NULL);
	if (id < 0) {
		NL_SET_ERR_MSG(info->extack, "no such radio in this network namespace");
		return -ENODEV;
	}
	return cloudmac_hw_next(net, id - 1, radio);
}

static int del_radio(struct sk_buff *skb, struct genl_info *info)
{
	struct cloudmac_info radio;
	int id = find_radio(info, &radio);

	return id < 0 ? id : cloudmac_hw_del(info, id);
}

static int put_radio(struct sk_buff *msg, const struct cloudmac_info *info)
{
	struct cloudmac_radio *radio = info->radio;
	struct cloudmac_port *port;
	int err = 0;

	rcu_read_lock();
	port = rcu_dereference(radio->port);
	if (port)
		err = nla_put_u32(msg, CLOUDMAC_ATTR_LOWER_INDEX,
				  port->dev->ifindex) ||
		      nla_put_string(msg, CLOUDMAC_ATTR_LOWER_NAME,
				     port->dev->name);
	rcu_read_unlock();
	if (!err && radio->vlan != CLOUDMAC_VLAN_NONE)
		err = nla_put_u16(msg, CLOUDMAC_ATTR_VLAN, radio->vlan);
	return err ||
	       nla_put_u32(msg, CLOUDMAC_ATTR_ID, info->id) ||
	       nla_put_string(msg, CLOUDMAC_ATTR_NAME, info->name) ||
	       nla_put(msg, CLOUDMAC_ATTR_ADDRESS, ETH_ALEN, info->address) ||
	       nla_put_u32(msg, CLOUDMAC_ATTR_CHANNELS, info->channels) ||
	       nla_put_u32(msg, CLOUDMAC_ATTR_STATUS_TIMEOUT,
			   jiffies_to_msecs(radio->pending.timeout)) ||
	       nla_put_u32(msg, CLOUDMAC_ATTR_PENDING_MAX,
			   radio->pending.max) ||
	       nla_put_u8(msg, CLOUDMAC_ATTR_CREDIT, radio->txq.credit) ||
	       nla_put_u8(msg, CLOUDMAC_ATTR_ROLE, radio->role) ||
	       nla_put_u32(msg, CLOUDMAC_ATTR_PENDING,
			   READ_ONCE(radio->pending.count)) ? -EMSGSIZE : 0;
}

static int get_radio(struct sk_buff *skb, struct genl_info *info)
{
	struct cloudmac_info radio;
	struct sk_buff *msg;
	void *header;
	int err;

	err = find_radio(info, &radio);
	if (err < 0)
		return err;
	msg = reply_to(info, CLOUDMAC_CMD_GET_RADIO, &header);
	if (!msg)
		return -ENOMEM;
	err = put_radio(msg, &radio);
	if (err) {
		nlmsg_free(msg);
		return err;
	}
	genlmsg_end(msg, header);
	return genlmsg_reply(msg, info);
}

static int dump_radios(struct sk_buff *msg, struct netlink_callback *cb)
{
	struct net *net = sock_net(msg->sk);
	struct cloudmac_info radio;
	int id = (int)cb->args[0] - 1;
	void *header;

	while ((id = cloudmac_hw_next(net, id, &radio)) >= 0) {
		header = genlmsg_put(msg, NETLINK_CB(cb->skb).portid,
				     cb->nlh->nlmsg_seq, &family, NLM_F_MULTI,
				     CLOUDMAC_CMD_GET_RADIO);
		if (!header)
			break;
		if (put_radio(msg, &radio)) {
			genlmsg_cancel(msg, header);
			break;
		}
		genlmsg_end(msg, header);
		cb->args[0] = id + 1;
	}
	return msg->len;
}

static int put_stats(struct sk_buff *msg, struct cloudmac_radio *radio)
{
	u64 values[CLOUDMAC_STATS_LEN];
	struct nlattr *all, *one;
	unsigned int i;

	all = nla_nest_start(msg, CLOUDMAC_ATTR_STATS);
	if (!all)
		return -EMSGSIZE;
	cloudmac_stats_get(radio, values);
	for (i = 0; i < CLOUDMAC_STATS_LEN; i++) {
		one = nla_nest_start(msg, CLOUDMAC_ATTR_STAT);
		if (!one ||
		    nla_put_string(msg, CLOUDMAC_ATTR_STAT_NAME,
				   cloudmac_stat_name(i)) ||
		    nla_put_u64_64bit(msg, CLOUDMAC_ATTR_STAT_VALUE, values[i],
				      CLOUDMAC_ATTR_PAD))
			return -EMSGSIZE;
		nla_nest_end(msg, one);
	}
	nla_nest_end(msg, all);
	return 0;
}

static int get_stats(struct sk_buff *skb, struct genl_info *info)
{
	struct cloudmac_info radio;
	struct sk_buff *msg;
	void *header;
	int err;

	err = find_radio(info, &radio);
	if (err < 0)
		return err;
	msg = reply_to(info, CLOUDMAC_CMD_GET_STATS, &header);
	if (!msg)
		return -ENOMEM;
	if (nla_put_u32(msg, CLOUDMAC_ATTR_ID, radio.id) ||
	    nla_put_string(msg, CLOUDMAC_ATTR_NAME, radio.name) ||
	    put_stats(msg, radio.radio)) {
		nlmsg_free(msg);
		return -EMSGSIZE;
	}
	genlmsg_end(msg, header);
	return genlmsg_reply(msg, info);
}

static const struct genl_ops ops[] = {
	{
		.cmd = CLOUDMAC_CMD_NEW_RADIO,
		.doit = new_radio,
		.flags = GENL_UNS_ADMIN_PERM,
		.policy = policy,
		.maxattr = CLOUDMAC_ATTR_MAX,
	},
	{
		.cmd = CLOUDMAC_CMD_DEL_RADIO,
		.doit = del_radio,
		.flags = GENL_UNS_ADMIN_PERM,
		.policy = policy_select,
		.maxattr = CLOUDMAC_ATTR_MAX,
	},
	{
		.cmd = CLOUDMAC_CMD_GET_RADIO,
		.doit = get_radio,
		.dumpit = dump_radios,
		.policy = policy_select,
		.maxattr = CLOUDMAC_ATTR_MAX,
	},
	{
		.cmd = CLOUDMAC_CMD_GET_STATS,
		.doit = get_stats,
		.policy = policy_select,
		.maxattr = CLOUDMAC_ATTR_MAX,
	},
};

static struct genl_family family __ro_after_init = {
	.name = CLOUDMAC_GENL_NAME,
	.version = CLOUDMAC_GENL_VERSION,
	.netnsok = true,
	.module = THIS_MODULE,
	.ops = ops,
	.n_ops = ARRAY_SIZE(ops),
	.resv_start_op = CLOUDMAC_CMD_UNSPEC + 1,
};

/**
 * cloudmac_netlink_init - registers the family
 *
 * Return: 0 or a negative error.
 */
int cloudmac_netlink_init(void)
{
	return genl_register_family(&family);
}

/**
 * cloudmac_netlink_exit - unregisters the family
 */
void cloudmac_netlink_exit(void)
{
	genl_unregister_family(&family);
}

MODULE_ALIAS_GENL_FAMILY(CLOUDMAC_GENL_NAME);
