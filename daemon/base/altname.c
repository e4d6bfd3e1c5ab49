/* SPDX-License-Identifier: Apache-2.0 */
#include "altname.h"

#include <errno.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef IFLA_ALT_IFNAME
/* Of headers older than Linux 5.5. */
#define IFLA_ALT_IFNAME 53
#endif

struct request {
	struct nlmsghdr header;
	struct ifinfomsg info;
	struct rtattr attr;
	char name[ALTNAME_SIZE];
};

/* How an answer begins: an error, or the interface without attributes. */
union answer {
	struct {
		struct nlmsghdr header;
		union {
			struct nlmsgerr error;
			struct ifinfomsg info;
		} body;
	} is;
	char space[4096];
};

/* The kernel answers before send() returns. */
static int exchange(int fd, const struct request *request, int *ifindex)
{
	static union answer answer;
	ssize_t len;

	if (send(fd, request, request->header.nlmsg_len, 0) < 0)
		return errno;
	/* The answer may be longer; its beginning is enough. */
	len = recv(fd, &answer, sizeof(answer), 0);
	if (len < 0)
		return errno;
	if (len < (ssize_t)sizeof(answer.is.header) +
			  (ssize_t)sizeof(answer.is.body.info))
		return EPROTO;
	if (answer.is.header.nlmsg_type == NLMSG_ERROR)
		return -answer.is.body.error.error;
	if (answer.is.header.nlmsg_type != RTM_NEWLINK)
		return EPROTO;
	*ifindex = answer.is.body.info.ifi_index;
	return 0;
}

int altname_index(const char *name, int *ifindex)
{
	struct request request = {
		.header = { .nlmsg_type = RTM_GETLINK,
			    .nlmsg_flags = NLM_F_REQUEST },
		.info = { .ifi_family = AF_UNSPEC },
		.attr = { .rta_type = IFLA_ALT_IFNAME },
	};
	size_t size = strlen(name) + 1;
	int fd, err;

	*ifindex = 0;
	if (size > sizeof(request.name))
		return ENODEV;
	memcpy(request.name, name, size);
	request.attr.rta_len = (unsigned short)RTA_LENGTH(size);
	request.header.nlmsg_len =
		(uint32_t)(offsetof(struct request, name) + RTA_ALIGN(size));
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	if (fd < 0)
		return errno;
	err = exchange(fd, &request, ifindex);
	close(fd);
	return err;
}
