/* SPDX-License-Identifier: Apache-2.0 */
#include "nl80211_message.h"

#include <errno.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <string.h>

#include "regulatory.h"

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

static int store_error(struct sockaddr_nl *from, struct nlmsgerr *error,
		       void *arg)
{
	(void)from;
	*(int *)arg = -error->error;
	return NL_STOP;
}

static int store_success(struct nl_msg *msg, void *arg)
{
	(void)msg;
	*(int *)arg = 0;
	return NL_STOP;
}

/* The end of a dump has the dump's error. */
static int store_end(struct nl_msg *msg, void *arg)
{
	struct nlmsghdr *head = nlmsg_hdr(msg);
	int err = 0;

	if (nlmsg_datalen(head) >= (int)sizeof(err))
		memcpy(&err, nlmsg_data(head), sizeof(err));
	*(int *)arg = err < 0 ? -err : 0;
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
	nl_cb_err(cb, NL_CB_CUSTOM, store_error, &state);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, store_end, &state);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, store_success, &state);
	if (valid)
		nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, valid, arg);
	err = nl_send_auto(nl->socket, msg);
	nlmsg_free(msg);
	while (err >= 0 && state < 0)
		err = nl_recvmsgs(nl->socket, cb);
	nl_cb_put(cb);
	return err < 0 && state < 0 ? EIO : state;
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

	nla_put_u32(msg, NL80211_ATTR_WIPHY_FREQ, mhz);
	nla_put_u32(msg, NL80211_ATTR_CHANNEL_WIDTH, widths[width]);
	nla_put_u32(msg, NL80211_ATTR_CENTER_FREQ1,
		    regulatory_centre(mhz, width));
}
