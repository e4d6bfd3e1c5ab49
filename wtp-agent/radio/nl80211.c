/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211.h"

#include <errno.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <string.h>

#include "nl80211_message.h"

#define INTERFACES_MAX 64

static void parse_attributes(struct nl_msg *msg,
			     struct nlattr *attrs[NL80211_ATTR_MAX + 1])
{
	struct genlmsghdr *head = nlmsg_data(nlmsg_hdr(msg));

	nla_parse(attrs, NL80211_ATTR_MAX, genlmsg_attrdata(head, 0),
		  genlmsg_attrlen(head, 0), NULL);
}

/* Returns the channel's flags of enum regulatory_flag. */
static uint8_t flags_of(struct nlattr *const *attrs)
{
	unsigned int flags = 0;

	if (attrs[NL80211_FREQUENCY_ATTR_DISABLED])
		flags |= REGULATORY_FLAG_DISABLED;
	if (attrs[NL80211_FREQUENCY_ATTR_NO_IR])
		flags |= REGULATORY_FLAG_NO_IR;
	if (attrs[NL80211_FREQUENCY_ATTR_RADAR])
		flags |= REGULATORY_FLAG_RADAR;
	return (uint8_t)flags;
}

/* Returns true if the channel is enabled. */
static bool add_channel(struct nl80211_phy *phy, struct nlattr *nested)
{
	struct nlattr *attrs[NL80211_FREQUENCY_ATTR_MAX + 1];
	struct regulatory_channel *channel = &phy->channels[phy->channels_n];
	uint32_t mbm = 0;

	if (nla_parse_nested(attrs, NL80211_FREQUENCY_ATTR_MAX, nested,
			     NULL) ||
	    !attrs[NL80211_FREQUENCY_ATTR_FREQ] ||
	    phy->channels_n == NL80211_CHANNELS_MAX)
		return false;
	if (attrs[NL80211_FREQUENCY_ATTR_MAX_TX_POWER])
		mbm = nla_get_u32(attrs[NL80211_FREQUENCY_ATTR_MAX_TX_POWER]);
	channel->mhz =
		(uint16_t)nla_get_u32(attrs[NL80211_FREQUENCY_ATTR_FREQ]);
	channel->max_power = (int8_t)(mbm > 12700 ? 127 : mbm / 100);
	channel->flags = flags_of(attrs);
	phy->channels_n++;
	return !(channel->flags & REGULATORY_FLAG_DISABLED);
}

static uint8_t band_bit(int band)
{
	switch (band) {
	case NL80211_BAND_2GHZ:
		return 1;
	case NL80211_BAND_5GHZ:
		return 2;
	case NL80211_BAND_6GHZ:
		return 4;
	default:
		return 0;
	}
}

static void add_band(struct nl80211_phy *phy, struct nlattr *nested)
{
	struct nlattr *attrs[NL80211_BAND_ATTR_MAX + 1], *frequency;
	bool enabled = false;
	int left;

	if (nla_parse_nested(attrs, NL80211_BAND_ATTR_MAX, nested, NULL) ||
	    !attrs[NL80211_BAND_ATTR_FREQS])
		return;
	nla_for_each_nested(frequency, attrs[NL80211_BAND_ATTR_FREQS], left)
		enabled |= add_channel(phy, frequency);
	if (enabled)
		phy->bands |= band_bit(nla_type(nested));
}

struct phy_search {
	const char *name;
	bool found;
	struct nl80211_phy *phy;
};

/* Reads one message; the kernel splits a phy's description into several. */
static int on_phy(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[NL80211_ATTR_MAX + 1], *band;
	struct phy_search *search = arg;
	int left;

	parse_attributes(msg, attrs);
	if (!attrs[NL80211_ATTR_WIPHY] || !attrs[NL80211_ATTR_WIPHY_NAME] ||
	    strcmp(nla_get_string(attrs[NL80211_ATTR_WIPHY_NAME]),
		   search->name))
		return NL_SKIP;
	search->found = true;
	search->phy->wiphy = nla_get_u32(attrs[NL80211_ATTR_WIPHY]);
	if (attrs[NL80211_ATTR_FEATURE_FLAGS] &&
	    (nla_get_u32(attrs[NL80211_ATTR_FEATURE_FLAGS]) &
	     NL80211_FEATURE_ACTIVE_MONITOR))
		search->phy->active_monitor = true;
	if (attrs[NL80211_ATTR_WIPHY_SELF_MANAGED_REG])
		search->phy->self_managed = true;
	if (attrs[NL80211_ATTR_WIPHY_BANDS])
		nla_for_each_nested(band, attrs[NL80211_ATTR_WIPHY_BANDS],
				    left) add_band(search->phy, band);
	return NL_SKIP;
}

int nl80211_phy_find(struct nl80211 *nl, const char *name,
		     struct nl80211_phy *phy)
{
	struct nl_msg *msg =
		nl80211_request(nl, NL80211_CMD_GET_WIPHY, NLM_F_DUMP);
	struct phy_search search = { name, false, phy };
	int err;

	if (!msg)
		return ENOMEM;
	memset(phy, 0, sizeof(*phy));
	nla_put_flag(msg, NL80211_ATTR_SPLIT_WIPHY_DUMP);
	err = nl80211_transact(nl, msg, on_phy, &search);
	return err ? err : search.found ? 0 : ENODEV;
}

struct interface_list {
	unsigned int n;
	struct {
		int ifindex;
		char name[IFNAMSIZ];
	} entries[INTERFACES_MAX];
};

static int on_interface(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[NL80211_ATTR_MAX + 1];
	struct interface_list *list = arg;

	parse_attributes(msg, attrs);
	if (!attrs[NL80211_ATTR_IFINDEX] || !attrs[NL80211_ATTR_IFNAME] ||
	    list->n == INTERFACES_MAX)
		return NL_SKIP;
	list->entries[list->n].ifindex =
		(int)nla_get_u32(attrs[NL80211_ATTR_IFINDEX]);
	strncpy(list->entries[list->n++].name,
		nla_get_string(attrs[NL80211_ATTR_IFNAME]), IFNAMSIZ - 1);
	return NL_SKIP;
}

int nl80211_interfaces(struct nl80211 *nl, uint32_t wiphy,
		       void (*visit)(void *arg, int ifindex,
				     const char *ifname),
		       void *arg)
{
	struct nl_msg *msg =
		nl80211_request(nl, NL80211_CMD_GET_INTERFACE, NLM_F_DUMP);
	struct interface_list list = { 0 };
	int err;

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_WIPHY, wiphy);
	err = nl80211_transact(nl, msg, on_interface, &list);
	for (unsigned int i = 0; !err && i < list.n; i++)
		visit(arg, list.entries[i].ifindex, list.entries[i].name);
	return err;
}

int nl80211_monitor_add(struct nl80211 *nl, uint32_t wiphy, const char *ifname,
			bool active, const uint8_t *address)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_NEW_INTERFACE, 0);
	struct nlattr *flags;

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_WIPHY, wiphy);
	nla_put_string(msg, NL80211_ATTR_IFNAME, ifname);
	nla_put_u32(msg, NL80211_ATTR_IFTYPE, NL80211_IFTYPE_MONITOR);
	if (address)
		nla_put(msg, NL80211_ATTR_MAC, ADDR_LEN, address);
	flags = nla_nest_start(msg, NL80211_ATTR_MNTR_FLAGS);
	if (active) {
		nla_put_flag(msg, NL80211_MNTR_FLAG_ACTIVE);
	} else {
		/* PS-Poll is a control frame. */
		nla_put_flag(msg, NL80211_MNTR_FLAG_CONTROL);
		nla_put_flag(msg, NL80211_MNTR_FLAG_OTHER_BSS);
	}
	nla_nest_end(msg, flags);
	nla_put_flag(msg, NL80211_ATTR_SOCKET_OWNER);
	return nl80211_transact(nl, msg, NULL, NULL);
}

int nl80211_interface_del(struct nl80211 *nl, int ifindex)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_DEL_INTERFACE, 0);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	return nl80211_transact(nl, msg, NULL, NULL);
}

int nl80211_set_frequency(struct nl80211 *nl, int ifindex, unsigned int mhz,
			  enum config_width width)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_SET_WIPHY, 0);

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	nl80211_put_channel(msg, mhz, width);
	return nl80211_transact(nl, msg, NULL, NULL);
}

int nl80211_set_power(struct nl80211 *nl, uint32_t wiphy, int dbm)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_SET_WIPHY, 0);
	bool fixed = dbm != CONFIG_POWER_AUTO;

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_WIPHY, wiphy);
	nla_put_u32(msg, NL80211_ATTR_WIPHY_TX_POWER_SETTING,
		    fixed ? NL80211_TX_POWER_FIXED
			  : NL80211_TX_POWER_AUTOMATIC);
	if (fixed)
		nla_put_u32(msg, NL80211_ATTR_WIPHY_TX_POWER_LEVEL,
			    (uint32_t)(dbm * 100));
	return nl80211_transact(nl, msg, NULL, NULL);
}

struct channel_state {
	unsigned int *mhz;
	int *dbm;
};

static int on_state(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[NL80211_ATTR_MAX + 1];
	struct channel_state *state = arg;

	parse_attributes(msg, attrs);
	if (attrs[NL80211_ATTR_WIPHY_FREQ])
		*state->mhz = nla_get_u32(attrs[NL80211_ATTR_WIPHY_FREQ]);
	if (attrs[NL80211_ATTR_WIPHY_TX_POWER_LEVEL])
		*state->dbm =
			(int)nla_get_u32(
				attrs[NL80211_ATTR_WIPHY_TX_POWER_LEVEL]) /
			100;
	return NL_SKIP;
}

int nl80211_get_state(struct nl80211 *nl, int ifindex, unsigned int *mhz,
		      int *dbm)
{
	struct nl_msg *msg = nl80211_request(nl, NL80211_CMD_GET_INTERFACE, 0);
	struct channel_state state = { mhz, dbm };

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	return nl80211_transact(nl, msg, on_state, &state);
}
