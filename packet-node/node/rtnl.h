/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to rtnetlink in this thread's namespace. Functions return 0 or a
 * positive errno. */
#ifndef RTNL_H
#define RTNL_H

#include <netlink/msg.h>

/* Sends a request and waits for its acknowledgement. Consumes 'msg', which may
 * be NULL without memory. */
int rtnl_request(struct nl_msg *msg);

/* Sends a request and hands its answer to 'handle'. Consumes 'msg'. */
int rtnl_query(struct nl_msg *msg,
	       void (*handle)(void *arg, struct nlmsghdr *answer), void *arg);

#endif
