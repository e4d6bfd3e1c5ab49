/* SPDX-License-Identifier: Apache-2.0 */
/* The protocol is one datagram; libsystemd is not on OpenWrt. */
#include "notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void notify(const char *state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const char *path = getenv("NOTIFY_SOCKET");
	socklen_t len;
	int fd;

	if (!path || strlen(path) >= sizeof(address.sun_path))
		return;
	strcpy(address.sun_path, path);
	len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
			  strlen(path));
	if (address.sun_path[0] == '@')
		address.sun_path[0] = '\0'; /* abstract */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL,
		     (struct sockaddr *)&address, len);
	close(fd);
}

void notify_ready(void)
{
	notify("READY=1");
}

void notify_stopping(void)
{
	notify("STOPPING=1");
}
