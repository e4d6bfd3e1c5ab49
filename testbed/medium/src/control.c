/* SPDX-License-Identifier: Apache-2.0 */
#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "commands.h"

#define LINE_MAX_LEN 1024

struct client {
	struct client *next;
	int fd;
	size_t len;
	char line[LINE_MAX_LEN];
};

struct control {
	int epoll, listener;
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	struct client *clients;
};

static bool add(const struct control *control, int fd, void *what)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = what };

	return !epoll_ctl(control->epoll, EPOLL_CTL_ADD, fd, &event);
}

struct control *control_new(const char *path)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	struct control *control = calloc(1, sizeof(*control));

	if (!control)
		return NULL;
	control->epoll = epoll_create1(EPOLL_CLOEXEC);
	control->listener =
		socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (strlen(path) >= sizeof(addr.sun_path)) {
		errno = ENAMETOOLONG;
	} else {
		strcpy(addr.sun_path, path);
		unlink(path); /* of an earlier medium */
		if (!bind(control->listener, (struct sockaddr *)&addr,
			  sizeof(addr)) &&
		    !listen(control->listener, 8) &&
		    add(control, control->listener, NULL)) {
			strcpy(control->path, path);
			return control;
		}
	}
	fprintf(stderr, "medium: %s: %s\n", path, strerror(errno));
	control_free(control);
	return NULL;
}

static void disconnect(struct control *control, struct client *client)
{
	struct client **link = &control->clients;

	while (*link != client)
		link = &(*link)->next;
	*link = client->next;
	close(client->fd);
	free(client);
}

void control_free(struct control *control)
{
	if (!control)
		return;
	while (control->clients)
		disconnect(control, control->clients);
	if (control->path[0])
		unlink(control->path);
	close(control->listener);
	close(control->epoll);
	free(control);
}

int control_epoll(const struct control *control)
{
	return control->epoll;
}

static void accept_client(struct control *control)
{
	int fd = accept4(control->listener, NULL, NULL, SOCK_CLOEXEC);
	struct client *client;

	if (fd < 0)
		return;
	client = calloc(1, sizeof(*client));
	if (!client || !add(control, fd, client)) {
		free(client);
		close(fd);
		return;
	}
	client->fd = fd;
	client->next = control->clients;
	control->clients = client;
}

static bool send_text(const struct client *client, const char *text)
{
	size_t len = strlen(text);

	return send(client->fd, text, len, MSG_NOSIGNAL) == (ssize_t)len;
}

/* Runs the complete lines of a client. Returns false if the client must be
 * disconnected. */
static bool run_lines(struct client *client, struct medium *medium,
		      struct holders *holders)
{
	char *end;

	while ((end = memchr(client->line, '\n', client->len))) {
		size_t used = (size_t)(end - client->line) + 1;
		char *reply;
		bool sent;

		*end = 0;
		commands_run(medium, holders, client->line, &reply);
		sent = send_text(client, reply) && send_text(client, "\n");
		free(reply);
		client->len -= used;
		memmove(client->line, client->line + used, client->len);
		if (!sent)
			return false;
	}
	return client->len < LINE_MAX_LEN ||
	       (send_text(client, "error: the line is too long\n"), false);
}

static bool read_client(struct client *client, struct medium *medium,
			struct holders *holders)
{
	ssize_t n = recv(client->fd, client->line + client->len,
			 LINE_MAX_LEN - client->len, MSG_DONTWAIT);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	if (!n)
		return false;
	client->len += (size_t)n;
	return run_lines(client, medium, holders);
}

void control_read(struct control *control, struct medium *medium,
		  struct holders *holders)
{
	struct epoll_event events[8];
	int n = epoll_wait(control->epoll, events, 8, 0);

	for (int i = 0; i < n; i++) {
		struct client *client = events[i].data.ptr;

		if (!client)
			accept_client(control);
		else if (!read_client(client, medium, holders))
			disconnect(control, client);
	}
}
