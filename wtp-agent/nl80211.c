/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_private.h"

#include <errno.h>
#include <linux/nl80211.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <string.h>

#include "clock.h"
#include "cloudmac.h"

#define INTERFACES_MAX 64

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

struct nl_msg *nl80211_request(struct nl80211 *nl,
			       enum nl80211_commands command, int flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, nl->family, 0,
				flags, (uint8_t)command, 0)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return msg;
}

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *error,
		    void *arg)
{
	(void)from;
	*(int *)arg = -error->error;
	return NL_STOP;
}

static int on_end(struct nl_msg *msg, void *arg)
{
	(void)msg;
	*(int *)arg = 0;
	return NL_STOP;
}

int nl80211_transact(struct nl80211 *nl, struct nl_msg *msg,
		     nl_recvmsg_msg_cb_t valid, void *arg)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int state = -1, err;

	if (!cb) {
		nlmsg_free(msg);
		return ENOMEM;
	}
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, &state);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_end, &state);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_end, &state);
	if (valid)
		nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, valid, arg);
	err = nl_send_auto(nl->socket, msg);
	nlmsg_free(msg);
	while (err >= 0 && state < 0)
		err = nl_recvmsgs(nl->socket, cb);
	nl_cb_put(cb);
	clock_forget();
	return err < 0 && state < 0 ? EIO : state;
}

static void parse(struct nl_msg *msg,
		  struct nlattr *attrs[NL80211_ATTR_MAX + 1])
{
	struct genlmsghdr *head = nlmsg_data(nlmsg_hdr(msg));

	nla_parse(attrs, NL80211_ATTR_MAX, genlmsg_attrdata(head, 0),
		  genlmsg_attrlen(head, 0), NULL);
}

static void take_frequency(struct nl80211_phy *phy, struct nlattr *nested)
{
	struct nlattr *attrs[NL80211_FREQUENCY_ATTR_MAX + 1];
	uint32_t mbm = 0;

	if (nla_parse_nested(attrs, NL80211_FREQUENCY_ATTR_MAX, nested,
			     NULL) ||
	    !attrs[NL80211_FREQUENCY_ATTR_FREQ] ||
	    attrs[NL80211_FREQUENCY_ATTR_DISABLED] ||
	    phy->frequencies_n == NL80211_FREQUENCIES_MAX)
		return;
	if (attrs[NL80211_FREQUENCY_ATTR_MAX_TX_POWER])
		mbm = nla_get_u32(attrs[NL80211_FREQUENCY_ATTR_MAX_TX_POWER]);
	phy->frequencies[phy->frequencies_n].mhz =
		(uint16_t)nla_get_u32(attrs[NL80211_FREQUENCY_ATTR_FREQ]);
	phy->frequencies[phy->frequencies_n++].max_power =
		(int8_t)(mbm > 12700 ? 127 : mbm / 100);
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

static void take_band(struct nl80211_phy *phy, struct nlattr *nested)
{
	struct nlattr *attrs[NL80211_BAND_ATTR_MAX + 1], *frequency;
	unsigned int before = phy->frequencies_n;
	int left;

	if (nla_parse_nested(attrs, NL80211_BAND_ATTR_MAX, nested, NULL) ||
	    !attrs[NL80211_BAND_ATTR_FREQS])
		return;
	nla_for_each_nested(frequency, attrs[NL80211_BAND_ATTR_FREQS], left)
		take_frequency(phy, frequency);
	if (phy->frequencies_n > before)
		phy->bands |= band_bit(nla_type(nested));
}

struct phy_search {
	const char *name;
	bool found;
	struct nl80211_phy *phy;
};

/* One of the messages that the kernel splits a phy's description into. */
static int on_phy(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[NL80211_ATTR_MAX + 1], *band;
	struct phy_search *search = arg;
	int left;

	parse(msg, attrs);
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
	if (attrs[NL80211_ATTR_WIPHY_BANDS])
		nla_for_each_nested(band, attrs[NL80211_ATTR_WIPHY_BANDS],
				    left) take_band(search->phy, band);
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

	parse(msg, attrs);
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
		/* PS-Poll comes with the control frames. */
		nla_put_flag(msg, NL80211_MNTR_FLAG_CONTROL);
		nla_put_flag(msg, NL80211_MNTR_FLAG_OTHER_BSS);
	}
	nla_nest_end(msg, flags);
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

/* The centre of the 80 MHz block that 'mhz' is in (IEEE Std 802.11, annex E:
 * from 5180, 5500, 5745 and 5955 MHz on). */
static unsigned int centre_80(unsigned int mhz)
{
	static const unsigned int starts[] = { 5955, 5745, 5500, 5180 };

	for (unsigned int i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (mhz >= starts[i])
			return starts[i] + (mhz - starts[i]) / 80 * 80 + 30;
	return mhz;
}

void nl80211_put_channel(struct nl_msg *msg, unsigned int mhz,
			 enum config_width width)
{
	static const uint32_t widths[] = {
		[WIDTH_20_NOHT] = NL80211_CHAN_WIDTH_20_NOHT,
		[WIDTH_20] = NL80211_CHAN_WIDTH_20,
		[WIDTH_40_ABOVE] = NL80211_CHAN_WIDTH_40,
		[WIDTH_40_BELOW] = NL80211_CHAN_WIDTH_40,
		[WIDTH_80] = NL80211_CHAN_WIDTH_80,
	};
	unsigned int centre = mhz;

	if (width == WIDTH_40_ABOVE)
		centre = mhz + 10;
	else if (width == WIDTH_40_BELOW)
		centre = mhz - 10;
	else if (width == WIDTH_80)
		centre = centre_80(mhz);
	nla_put_u32(msg, NL80211_ATTR_WIPHY_FREQ, mhz);
	nla_put_u32(msg, NL80211_ATTR_CHANNEL_WIDTH, widths[width]);
	nla_put_u32(msg, NL80211_ATTR_CENTER_FREQ1, centre);
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

struct state {
	unsigned int *mhz;
	int *dbm;
};

static int on_state(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[NL80211_ATTR_MAX + 1];
	struct state *state = arg;

	parse(msg, attrs);
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
	struct state state = { mhz, dbm };

	if (!msg)
		return ENOMEM;
	nla_put_u32(msg, NL80211_ATTR_IFINDEX, (uint32_t)ifindex);
	return nl80211_transact(nl, msg, on_state, &state);
}
