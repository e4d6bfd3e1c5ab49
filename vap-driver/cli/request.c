// SPDX-License-Identifier: GPL-2.0-only
/* Requests to the module cloudmac_hwsim by generic netlink (libnl). */
#include "request.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#ifndef SOL_NETLINK
#define SOL_NETLINK	270
#endif

struct connection {
	struct nl_sock *sock;
	int family;
	reply_fn *reply;
	void *arg;
	bool done;	/* the last message of the reply has arrived */
	int error;	/* negative errno of the kernel */
	bool reported;	/* the error was printed */
};

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "cloudmac-vap: %s: %s\n", what, why);
	return EXIT_FAILURE;
}

static int on_valid(struct nl_msg *msg, void *arg)
{
	struct connection *c = arg;
	struct nlattr *attrs[CLOUDMAC_ATTR_MAX + 1];

	if (genlmsg_parse(nlmsg_hdr(msg), 0, attrs, CLOUDMAC_ATTR_MAX, NULL) ==
	    0 && c->reply)
		c->reply(attrs, c->arg);
	return NL_OK;
}

/* Handles the acknowledgement of a request, or the end of a dump. */
static int on_end(struct nl_msg *msg, void *arg)
{
	struct connection *c = arg;

	(void)msg;
	c->done = true;
	return NL_STOP;
}

/* Prints the error text of the kernel. It is an attribute after the request that
 * the error message repeats, or does not repeat (NLM_F_CAPPED).
 */
static int on_error(struct sockaddr_nl *peer, struct nlmsgerr *err, void *arg)
{
	struct nlmsghdr *header = (struct nlmsghdr *)err - 1;
	size_t skip = sizeof(*err);
	struct connection *c = arg;
	struct nlattr *words;
	int left;

	(void)peer;
	c->done = true;
	c->error = err->error;
	if (!(header->nlmsg_flags & NLM_F_ACK_TLVS))
		return NL_STOP;
	if (!(header->nlmsg_flags & NLM_F_CAPPED))
		skip += NLMSG_ALIGN(err->msg.nlmsg_len) - sizeof(err->msg);
	left = (int)(header->nlmsg_len - NLMSG_HDRLEN) - (int)skip;
	if (left <= 0)
		return NL_STOP;
	words = nla_find((struct nlattr *)((char *)err + skip), left,
			 NLMSGERR_ATTR_MSG);
	if (words) {
		fprintf(stderr, "cloudmac-vap: %.*s\n", nla_len(words),
			nla_get_string(words));
		c->reported = true;
	}
	return NL_STOP;
}

static int connection_open(struct connection *c)
{
	int one = 1;
	int err;

	c->sock = nl_socket_alloc();
	if (!c->sock)
		return fail("netlink", "out of memory");
	err = genl_connect(c->sock);
	if (err) {
		nl_socket_free(c->sock);
		return fail("netlink", nl_geterror(err));
	}
	setsockopt(nl_socket_get_fd(c->sock), SOL_NETLINK, NETLINK_EXT_ACK,
		   &one, sizeof(one));
	/* The kernel loads the module if necessary. */
	c->family = genl_ctrl_resolve(c->sock, CLOUDMAC_GENL_NAME);
	if (c->family < 0) {
		nl_socket_free(c->sock);
		return fail("the module cloudmac_hwsim is not loaded",
			    nl_geterror(c->family));
	}
	return EXIT_SUCCESS;
}

/* Returns a message for 'command', NULL if there is no memory. */
static struct nl_msg *message(const struct connection *c, int command,
			      int flags)
{
	struct nl_msg *msg = nlmsg_alloc();

	if (msg && !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, c->family, 0,
				flags, (uint8_t)command,
				CLOUDMAC_GENL_VERSION)) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

/* Sends 'msg', handles the replies and closes the connection. */
static int exchange(struct connection *c, struct nl_msg *msg)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = -NLE_NOMEM;

	if (cb && msg) {
		nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_valid, c);
		nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_end, c);
		nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_end, c);
		nl_cb_err(cb, NL_CB_CUSTOM, on_error, c);
		err = nl_send_auto(c->sock, msg);
		while (err >= 0 && !c->done)
			err = nl_recvmsgs(c->sock, cb);
	}
	nlmsg_free(msg);
	nl_cb_put(cb);
	nl_socket_free(c->sock);
	if (c->error) {
		if (!c->reported)
			fail("the kernel refuses the request", strerror(-c->error));
		return EXIT_FAILURE;
	}
	return err < 0 ? fail("netlink", nl_geterror(err)) : EXIT_SUCCESS;
}

static int put_new(struct nl_msg *msg, const struct new_radio *radio)
{
	int err = nla_put_u32(msg, CLOUDMAC_ATTR_LOWER_INDEX, radio->lower);

	if (!err && radio->vlan)
		err = nla_put_u16(msg, CLOUDMAC_ATTR_VLAN, radio->vlan);
	if (!err && radio->name)
		err = nla_put_string(msg, CLOUDMAC_ATTR_NAME, radio->name);
	if (!err && radio->has_address)
		err = nla_put(msg, CLOUDMAC_ATTR_ADDRESS,
			      sizeof(radio->address), radio->address);
	if (!err && radio->channels)
		err = nla_put_u32(msg, CLOUDMAC_ATTR_CHANNELS,
				  radio->channels);
	if (!err && radio->status_timeout)
		err = nla_put_u32(msg, CLOUDMAC_ATTR_STATUS_TIMEOUT,
				  radio->status_timeout);
	if (!err && radio->pending_max)
		err = nla_put_u32(msg, CLOUDMAC_ATTR_PENDING_MAX,
				  radio->pending_max);
	if (!err && radio->has_credit)
		err = nla_put_u8(msg, CLOUDMAC_ATTR_CREDIT, radio->credit);
	if (!err && radio->station)
		err = nla_put_u8(msg, CLOUDMAC_ATTR_ROLE,
				 CLOUDMAC_ROLE_STATION);
	return err;
}

/* Adds the name or number of a radio. */
static int put_selection(struct nl_msg *msg, const char *radio)
{
	char *end;
	unsigned long id = strtoul(radio, &end, 10);

	if (*radio >= '0' && *radio <= '9' && !*end && id <= INT32_MAX)
		return nla_put_u32(msg, CLOUDMAC_ATTR_ID, (uint32_t)id);
	return nla_put_string(msg, CLOUDMAC_ATTR_NAME, radio);
}

static int request_about(const char *radio, int command, reply_fn *reply,
			 void *arg)
{
	struct connection c = { .reply = reply, .arg = arg };
	struct nl_msg *msg;

	if (connection_open(&c))
		return EXIT_FAILURE;
	msg = message(&c, command, NLM_F_ACK);
	if (msg && put_selection(msg, radio)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return exchange(&c, msg);
}

/**
 * request_add - creates a radio
 * @radio: its parameters
 * @reply: called with the number, name and address of the radio
 * @arg: passed to @reply
 *
 * Return: EXIT_SUCCESS or EXIT_FAILURE.
 */
int request_add(const struct new_radio *radio, reply_fn *reply, void *arg)
{
	struct connection c = { .reply = reply, .arg = arg };
	struct nl_msg *msg;

	if (connection_open(&c))
		return EXIT_FAILURE;
	msg = message(&c, CLOUDMAC_CMD_NEW_RADIO, NLM_F_ACK);
	if (msg && put_new(msg, radio)) {
		nlmsg_free(msg);
		msg = NULL;
	}
	return exchange(&c, msg);
}

/**
 * request_del - deletes a radio
 * @radio: name or number of the radio
 *
 * Return: EXIT_SUCCESS or EXIT_FAILURE.
 */
int request_del(const char *radio)
{
	return request_about(radio, CLOUDMAC_CMD_DEL_RADIO, NULL, NULL);
}

/**
 * request_list - lists the radios of this network namespace
 * @reply: called once per radio
 * @arg: passed to @reply
 *
 * Return: EXIT_SUCCESS or EXIT_FAILURE.
 */
int request_list(reply_fn *reply, void *arg)
{
	struct connection c = { .reply = reply, .arg = arg };

	if (connection_open(&c))
		return EXIT_FAILURE;
	return exchange(&c, message(&c, CLOUDMAC_CMD_GET_RADIO, NLM_F_DUMP));
}

/**
 * request_stats - reads the counters of a radio
 * @radio: name or number of the radio
 * @reply: called with all counters
 * @arg: passed to @reply
 *
 * Return: EXIT_SUCCESS or EXIT_FAILURE.
 */
int request_stats(const char *radio, reply_fn *reply, void *arg)
{
	return request_about(radio, CLOUDMAC_CMD_GET_STATS, reply, arg);
}
