/* SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool answer_send(int socket, const int *fds, size_t n,
		 const struct node_error *error)
{
	char control[CMSG_SPACE(sizeof(int) * LOADER_FDS_MAX)] = { 0 };
	struct iovec data = { (void *)error, sizeof(*error) };
	struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };
	const size_t octets = sizeof(int) * n;

	if (n) {
		struct cmsghdr *header = (struct cmsghdr *)control;

		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(octets);
		memcpy(CMSG_DATA(header), fds, octets);
		message.msg_control = control;
		message.msg_controllen = CMSG_SPACE(octets);
	}
	return sendmsg(socket, &message, MSG_NOSIGNAL) ==
	       (ssize_t)sizeof(*error);
}

/* Takes the descriptors out of a message. Returns their number; if they are
 * too many, closes them and returns 0. */
static size_t take_descriptors(struct msghdr *message, int *fds)
{
	const struct cmsghdr *header = CMSG_FIRSTHDR(message);
	const unsigned char *at;
	size_t n;

	if (!header || header->cmsg_level != SOL_SOCKET ||
	    header->cmsg_type != SCM_RIGHTS)
		return 0;
	at = CMSG_DATA(header);
	n = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	/* The kernel fills also what aligns the buffer. */
	if (n <= LOADER_FDS_MAX && !(message->msg_flags & MSG_CTRUNC)) {
		memcpy(fds, at, n * sizeof(int));
		return n;
	}
	for (size_t i = 0; i < n; i++) {
		int fd;

		memcpy(&fd, at + i * sizeof(int), sizeof(fd));
		close(fd);
	}
	return 0;
}

size_t answer_receive(int socket, int fds[LOADER_FDS_MAX],
		      struct node_error *error)
{
	/* Aligned, as struct cmsghdr has to be. */
	_Alignas(struct cmsghdr) char
		control[CMSG_SPACE(sizeof(int) * LOADER_FDS_MAX)];
	struct iovec data = { error, sizeof(*error) };
	struct msghdr message = { .msg_iov = &data,
				  .msg_iovlen = 1,
				  .msg_control = control,
				  .msg_controllen = sizeof(control) };
	ssize_t len = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	size_t n = len < 0 ? 0 : take_descriptors(&message, fds);

	if (len == (ssize_t)sizeof(*error)) {
		error->text[sizeof(error->text) - 1] = '\0';
		error->details[sizeof(error->details) - 1] = '\0';
		node_error_clean(error);
		if (error->failure > NODE_FAILED)
			error->failure = NODE_FAILED;
		return n;
	}
	for (size_t i = 0; i < n; i++)
		close(fds[i]);
	error->text[0] = '\0';
	return 0;
}
