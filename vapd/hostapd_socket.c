/* SPDX-License-Identifier: Apache-2.0 */
#include "hostapd_socket.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostapd_text.h"

#define FOLDER	 "/run/cloudmac-vapd"
#define RETRY_MS 20

static bool has_folder;

int hostapd_socket_folder(unsigned int user, unsigned int group)
{
	/* hostapd needs to find the sockets, not to list them. */
	if (mkdir(FOLDER, 0711) && errno != EEXIST)
		return errno;
	if (chmod(FOLDER, 0711) || chown(FOLDER, user, group))
		return errno;
	has_folder = true;
	return 0;
}

/* Gives the socket an address for the answers. Returns 0 or an errno. */
static int bind_own(struct hostapd_socket *sock, int fd)
{
	static unsigned int number;
	struct sockaddr_un own = { .sun_family = AF_UNIX };
	socklen_t len = sizeof(own);

	if (!has_folder)
		/* Without a path the kernel chooses an abstract address. */
		len = sizeof(own.sun_family);
	else
		snprintf(own.sun_path, sizeof(own.sun_path), FOLDER "/%d-%u",
			 (int)getpid(), number++);
	if (has_folder)
		unlink(own.sun_path);
	if (bind(fd, (struct sockaddr *)&own, len))
		return errno;
	strcpy(sock->own_path, own.sun_path);
	/* Not every hostapd runs as root. */
	if (has_folder && chmod(own.sun_path, 0666))
		return errno;
	return 0;
}

static void drop_socket(struct hostapd_socket *sock, int fd)
{
	close(fd);
	if (sock->own_path[0])
		unlink(sock->own_path);
	sock->own_path[0] = '\0';
}

/* Ends the connection: each request gets NULL, then 'broken' is called. */
static void break_off(struct hostapd_socket *sock, bool silent)
{
	struct hostapd_request requests[HOSTAPD_REQUESTS];
	size_t n = sock->requests_n;

	memcpy(requests, sock->requests, sizeof(requests));
	hostapd_socket_close(sock);
	for (size_t i = 0; i < n; i++)
		requests[i].answered(sock->arg, NULL);
	sock->broken(sock->arg, silent);
}

/* Sends the first request if it is not sent. Returns false if the connection
 * is broken. */
static bool send_first(struct hostapd_socket *sock)
{
	const char *command = sock->requests[0].command;
	uint64_t now = clock_ms();

	if (!sock->requests_n || sock->is_sent)
		return true;
	if (!sock->deadline_ms)
		sock->deadline_ms = now + HOSTAPD_ANSWER_MS;
	if (send(sock->watch.fd, command, strlen(command),
		 MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) {
		sock->is_sent = true;
		loop_timer_start(
			sock->loop, &sock->timer,
			sock->deadline_ms > now ? sock->deadline_ms - now : 0);
		return true;
	}
	if (errno != EAGAIN && errno != EINTR && errno != ENOBUFS)
		return false;
	/* hostapd has as many datagrams to read as fit into its socket. */
	loop_timer_start(sock->loop, &sock->timer, RETRY_MS);
	return true;
}

static void on_timer(void *arg)
{
	struct hostapd_socket *sock = arg;

	if (sock->deadline_ms && clock_ms() >= sock->deadline_ms)
		break_off(sock, true);
	else if (!send_first(sock))
		break_off(sock, false);
}

/* Ends the first request with its answer. */
static void finish_first(struct hostapd_socket *sock, const char *answer)
{
	struct hostapd_request done = sock->requests[0];

	if (!sock->is_sent)
		return;
	sock->requests_n--;
	memmove(&sock->requests[0], &sock->requests[1],
		sock->requests_n * sizeof(sock->requests[0]));
	sock->is_sent = false;
	sock->deadline_ms = 0;
	loop_timer_stop(sock->loop, &sock->timer);
	/* The timer sends the next one: a broken connection must not be
	 * reported in the middle of this. */
	if (sock->requests_n)
		loop_timer_start(sock->loop, &sock->timer, 0);
	done.answered(sock->arg, answer);
}

static void on_process_end(void *arg, uint32_t events)
{
	(void)events;
	break_off(arg, false);
}

/* Watches the process that sent a datagram. Returns false if it has ended. */
static bool watch_process(struct hostapd_socket *sock, pid_t pid)
{
	int fd, err;

	if (sock->process.fd >= 0 || pid <= 0)
		return true;
	fd = (int)syscall(SYS_pidfd_open, pid, 0);
	err = fd < 0 ? errno : 0;
	if (err == ESRCH)
		return false;
	sock->process = (struct loop_fd){ fd, on_process_end, sock };
	if (!err)
		err = loop_add(sock->loop, &sock->process, EPOLLIN);
	if (!err)
		return true;
	log_limited(LOG_LEVEL_WARN,
		    "the end of hostapd (process %d) shows "
		    "late: cannot watch it: %s",
		    (int)pid, strerror(err));
	if (fd >= 0)
		close(fd);
	sock->process.fd = -1;
	return true;
}

/* Receives a datagram and the process that sent it, or 0 if that is not known.
 * Returns its length, or -1 with errno. */
static ssize_t receive(int fd, char *text, size_t size, pid_t *sender)
{
	union {
		char space[CMSG_SPACE(sizeof(struct ucred))];
		struct cmsghdr align;
	} control;
	struct iovec part = { text, size };
	struct msghdr message = { .msg_iov = &part,
				  .msg_iovlen = 1,
				  .msg_control = &control,
				  .msg_controllen = sizeof(control) };
	ssize_t len = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	const struct cmsghdr *header;
	struct ucred creds;

	*sender = 0;
	if (len < 0)
		return len;
	header = CMSG_FIRSTHDR(&message);
	if (header && header->cmsg_level == SOL_SOCKET &&
	    header->cmsg_type == SCM_CREDENTIALS) {
		memcpy(&creds, CMSG_DATA(header), sizeof(creds));
		*sender = creds.pid;
	}
	return len;
}

static void on_ready(void *arg, uint32_t events)
{
	struct hostapd_socket *sock = arg;
	static char text[HOSTAPD_TEXT_MAX];
	pid_t sender;
	ssize_t len = receive(sock->watch.fd, text, sizeof(text) - 1, &sender);

	(void)events;
	if (len < 0) {
		if (errno != EAGAIN && errno != EINTR)
			break_off(sock, false);
		return;
	}
	if (!watch_process(sock, sender)) {
		break_off(sock, false);
		return;
	}
	/* An answer can be empty, and hostapd's texts have no NUL. */
	text[len] = '\0';
	if (hostapd_is_event(text))
		sock->event(sock->arg, text);
	else
		finish_first(sock, text);
}

int hostapd_socket_open(struct hostapd_socket *sock, const char *path)
{
	struct sockaddr_un peer = { .sun_family = AF_UNIX };
	const int on = 1;
	int fd, err;

	if (strlen(path) >= sizeof(peer.sun_path))
		return ENAMETOOLONG;
	strcpy(peer.sun_path, path);
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return errno;
	sock->requests_n = 0;
	sock->is_sent = false;
	sock->deadline_ms = 0;
	sock->watch = (struct loop_fd){ fd, on_ready, sock };
	sock->process = (struct loop_fd){ .fd = -1 };
	sock->timer = (struct loop_timer){ .handler = on_timer, .arg = sock };
	sock->own_path[0] = '\0';
	/* Connected first, the socket takes datagrams of hostapd only. */
	err = connect(fd, (struct sockaddr *)&peer, sizeof(peer)) ? errno : 0;
	if (!err)
		err = bind_own(sock, fd);
	/* Later than the address: else the kernel chooses one. */
	if (!err && setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)))
		err = errno;
	if (!err)
		err = loop_add(sock->loop, &sock->watch, EPOLLIN);
	if (err) {
		drop_socket(sock, fd);
		sock->watch.fd = -1;
	}
	return err;
}

void hostapd_socket_close(struct hostapd_socket *sock)
{
	if (sock->watch.fd < 0)
		return;
	/* hostapd detaches a client whose socket is gone. */
	loop_remove(sock->loop, &sock->watch);
	loop_timer_stop(sock->loop, &sock->timer);
	drop_socket(sock, sock->watch.fd);
	if (sock->process.fd >= 0) {
		loop_remove(sock->loop, &sock->process);
		close(sock->process.fd);
		sock->process.fd = -1;
	}
	sock->watch.fd = -1;
	sock->requests_n = 0;
}

bool hostapd_socket_ask(struct hostapd_socket *sock, const char *command,
			hostapd_answered *answered)
{
	struct hostapd_request *request;

	if (sock->watch.fd < 0 || sock->requests_n == HOSTAPD_REQUESTS)
		return false;
	request = &sock->requests[sock->requests_n++];
	snprintf(request->command, sizeof(request->command), "%s", command);
	request->answered = answered;
	if (sock->requests_n == 1)
		loop_timer_start(sock->loop, &sock->timer, 0);
	return true;
}
