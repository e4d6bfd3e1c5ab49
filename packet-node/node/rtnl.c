/* SPDX-License-Identifier: Apache-2.0 */
#include "rtnl.h"

#include <errno.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>

struct answer {
	void (*handle)(void *arg, struct nlmsghdr *answer);
	void *arg;
	int err; /* a positive errno */
};

static int on_valid(struct nl_msg *msg, void *arg)
{
	struct answer *answer = arg;

	if (answer->handle)
		answer->handle(answer->arg, nlmsg_hdr(msg));
	return NL_OK;
}

/* Libnl's own codes are coarser than the errno that the kernel sends. */
static int on_error(struct sockaddr_nl *from, struct nlmsgerr *error,
		    void *arg)
{
	struct answer *answer = arg;

	(void)from;
	answer->err = -error->error;
	return NL_STOP;
}

int rtnl_query(struct nl_msg *msg,
	       void (*handle)(void *arg, struct nlmsghdr *answer), void *arg)
{
	struct answer answer = { handle, arg, 0 };
	struct nl_sock *socket = msg ? nl_socket_alloc() : NULL;
	struct nl_cb *callbacks = socket ? nl_socket_get_cb(socket) : NULL;
	int status = -NLE_NOMEM;

	if (callbacks) {
		nl_cb_set(callbacks, NL_CB_VALID, NL_CB_CUSTOM, on_valid,
			  &answer);
		nl_cb_err(callbacks, NL_CB_CUSTOM, on_error, &answer);
		status = nl_connect(socket, NETLINK_ROUTE);
		if (status >= 0)
			status = nl_send_auto(socket, msg);
		if (status >= 0)
			status = nl_wait_for_ack(socket);
		nl_cb_put(callbacks);
	}
	nl_socket_free(socket);
	nlmsg_free(msg);
	if (answer.err)
		return answer.err;
	return status < 0 ? (status == -NLE_NOMEM ? ENOMEM : EIO) : 0;
}

int rtnl_request(struct nl_msg *msg)
{
	return rtnl_query(msg, NULL, NULL);
}
