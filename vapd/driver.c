/* SPDX-License-Identifier: Apache-2.0 */
#include "driver.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "base/base.h"
#include "cloudmac_uapi.h"

/* Each attempt to find the driver may load its module. */
#define RESOLVE_AGAIN_MS 10000
#define ANSWER_SECONDS	 1

static struct nl_sock *sock;
static int family = -1;
static uint64_t next_attempt_ms;

/* The answer to one request. */
struct answer {
	void (*message)(struct answer *answer, struct nlattr **attrs);
	bool done;
	int err; /* positive errno of the kernel */
	/* of driver_find() */
	const char *phy;
	const uint8_t *bssid;
	struct driver_radio *radio;
	bool found, found_phy;
	/* of driver_counters() */
	void (*visit)(void *arg, const char *name, uint64_t value);
	void *arg;
};

static bool connect_kernel(void)
{
	const struct timeval patience = { .tv_sec = ANSWER_SECONDS };

	if (family >= 0)
		return true;
	if (clock_ms() < next_attempt_ms)
		return false;
	next_attempt_ms = clock_ms() + RESOLVE_AGAIN_MS;
	driver_close();
	sock = nl_socket_alloc();
	if (!sock || genl_connect(sock))
		return false;
	setsockopt(nl_socket_get_fd(sock), SOL_SOCKET, SO_RCVTIMEO, &patience,
		   sizeof(patience));
	family = genl_ctrl_resolve(sock, CLOUDMAC_GENL_NAME);
	return family >= 0;
}

void driver_close(void)
{
	if (sock)
		nl_socket_free(sock);
	sock = NULL;
	family = -1;
}

static int on_valid(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[CLOUDMAC_ATTR_MAX + 1];
	struct answer *answer = arg;

	if (!genlmsg_parse(nlmsg_hdr(msg), 0, attrs, CLOUDMAC_ATTR_MAX, NULL))
		answer->message(answer, attrs);
	return NL_OK;
}

static int on_end(struct nl_msg *msg, void *arg)
{
	struct answer *answer = arg;

	(void)msg;
	answer->done = true;
	return NL_STOP;
}

static int on_error(struct sockaddr_nl *peer, struct nlmsgerr *err, void *arg)
{
	struct answer *answer = arg;

	(void)peer;
	answer->done = true;
	answer->err = -err->error;
	return NL_STOP;
}

/* Sends 'msg', frees it, and handles the answer. Returns 0 or an errno. */
static int exchange(struct nl_msg *msg, struct answer *answer)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = -NLE_NOMEM;

	if (cb && msg) {
		nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_valid, answer);
		nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_end, answer);
		nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_end, answer);
		nl_cb_err(cb, NL_CB_CUSTOM, on_error, answer);
		err = nl_send_auto(sock, msg);
		while (err >= 0 && !answer->done)
			err = nl_recvmsgs(sock, cb);
	}
	nlmsg_free(msg);
	nl_cb_put(cb);
	/* A late answer must not be that of the next request; and the family
	 * has another number when the module was loaded again. */
	if (err < 0 || answer->err)
		driver_close();
	if (answer->err)
		return answer->err;
	return err < 0 ? EIO : 0;
}

static struct nl_msg *new_message(uint8_t command, int flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0,
			       flags, command, CLOUDMAC_GENL_VERSION))
		return msg;
	nlmsg_free(msg);
	return NULL;
}

static void on_radio(struct answer *answer, struct nlattr **attrs)
{
	struct driver_radio *radio = answer->radio;
	struct nlattr *name = attrs[CLOUDMAC_ATTR_NAME];
	struct nlattr *lower = attrs[CLOUDMAC_ATTR_LOWER_NAME];
	struct nlattr *vlan = attrs[CLOUDMAC_ATTR_VLAN];
	struct nlattr *address = attrs[CLOUDMAC_ATTR_ADDRESS];
	bool is_phy = name && !strcmp(nla_get_string(name), answer->phy);

	/* The wiphy decides: an address can be changed. */
	if (!name || answer->found_phy ||
	    (!is_phy && (!address || nla_len(address) < ADDR_LEN ||
			 memcmp(nla_data(address), answer->bssid, ADDR_LEN))))
		return;
	answer->found = true;
	answer->found_phy = is_phy;
	snprintf(radio->name, sizeof(radio->name), "%s", nla_get_string(name));
	snprintf(radio->lower, sizeof(radio->lower), "%s",
		 lower ? nla_get_string(lower) : "");
	radio->vlan = vlan ? nla_get_u16(vlan) : 0;
}

bool driver_find(const char *phy, const uint8_t *bssid,
		 struct driver_radio *radio)
{
	struct answer answer = {
		.message = on_radio,
		.phy = phy,
		.bssid = bssid,
		.radio = radio,
	};

	memset(radio, 0, sizeof(*radio));
	return connect_kernel() &&
	       !exchange(new_message(CLOUDMAC_CMD_GET_RADIO, NLM_F_DUMP),
			 &answer) &&
	       answer.found;
}

static void on_counters(struct answer *answer, struct nlattr **attrs)
{
	struct nlattr *counter[CLOUDMAC_ATTR_MAX + 1], *one;
	int left;

	if (!attrs[CLOUDMAC_ATTR_STATS])
		return;
	nla_for_each_nested(one, attrs[CLOUDMAC_ATTR_STATS], left)
	{
		if (!nla_parse_nested(counter, CLOUDMAC_ATTR_MAX, one, NULL) &&
		    counter[CLOUDMAC_ATTR_STAT_NAME] &&
		    counter[CLOUDMAC_ATTR_STAT_VALUE])
			answer->visit(
				answer->arg,
				nla_get_string(
					counter[CLOUDMAC_ATTR_STAT_NAME]),
				nla_get_u64(
					counter[CLOUDMAC_ATTR_STAT_VALUE]));
	}
}

int driver_counters(const char *radio,
		    void (*visit)(void *arg, const char *name, uint64_t value),
		    void *arg)
{
	struct answer answer = {
		.message = on_counters,
		.visit = visit,
		.arg = arg,
	};
	struct nl_msg *msg;

	if (!connect_kernel())
		return ENODEV;
	msg = new_message(CLOUDMAC_CMD_GET_STATS, NLM_F_ACK);
	if (msg && nla_put_string(msg, CLOUDMAC_ATTR_NAME, radio)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return exchange(msg, &answer);
}
