/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BUFFER (4 * MESSAGE_MAX)

static socklen_t set_address(struct sockaddr_un *address, const char *lvnf)
{
	int n;

	*address = (struct sockaddr_un){ .sun_family = AF_UNIX };
	n = snprintf(address->sun_path + 1, sizeof(address->sun_path) - 1,
		     "cloudmac-cpp/program/%s", lvnf);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			   (size_t)n);
}

static int open_socket(int flags)
{
	const int octets = BUFFER;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0);

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &octets, sizeof(octets));
	return fd;
}

/* Returns the process at the other end if it is of root, or 0. */
static pid_t peer_of(int socket)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &len) ||
	    peer.uid)
		return 0;
	return peer.pid;
}

int message_listen(const char *lvnf)
{
	struct sockaddr_un address;
	socklen_t len = set_address(&address, lvnf);
	int fd = open_socket(SOCK_NONBLOCK), err;

	if (fd < 0)
		return fd;
	if (!bind(fd, (struct sockaddr *)&address, len) && !listen(fd, 4))
		return fd;
	err = errno;
	close(fd);
	return -err;
}

int message_connect(const char *lvnf, pid_t *pid)
{
	struct sockaddr_un address;
	socklen_t len = set_address(&address, lvnf);
	int fd = open_socket(SOCK_NONBLOCK), err;

	if (fd < 0)
		return fd;
	err = connect(fd, (struct sockaddr *)&address, len) ? errno : 0;
	*pid = err ? 0 : peer_of(fd);
	if (*pid)
		return fd;
	close(fd);
	return err ? -err : -EPERM;
}

int message_accept(int listener)
{
	const int octets = BUFFER;
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &octets, sizeof(octets));
	if (peer_of(fd))
		return fd;
	close(fd);
	return -1;
}

bool message_send(int socket, struct json_object *message)
{
	size_t len;
	const char *text = json_object_to_json_string_length(
		message, JSON_C_TO_STRING_PLAIN, &len);
	const bool is_sent = text && len <= MESSAGE_MAX &&
			     send(socket, text, len,
				  MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)len;

	json_object_put(message);
	return is_sent;
}

struct json_object *message_receive(int socket, bool *is_over)
{
	char *text = malloc(MESSAGE_MAX + 1);
	struct json_object *message = NULL;
	ssize_t n = text ? recv(socket, text, MESSAGE_MAX, MSG_DONTWAIT) : -1;

	*is_over = !n || (n < 0 && errno != EAGAIN && errno != EINTR);
	if (n > 0) {
		text[n] = '\0';
		message = json_tokener_parse(text);
	}
	free(text);
	return message;
}
