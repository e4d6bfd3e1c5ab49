/* SPDX-License-Identifier: Apache-2.0 */
#include "control.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent.h"
#include "log.h"
#include "session.h"
#include "tls.h"

#define SESSIONS_MAX 16
#define BACKLOG	     16
#define PEER_MAX     64

struct control {
	struct agent *agent;
	SSL_CTX *tls;
	struct loop_fd watch;
	struct session *sessions[SESSIONS_MAX]; /* the oldest first */
	size_t sessions_n;
};

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static socklen_t listen_address(const struct config *config, bool ipv6,
				union any_address *address)
{
	memset(address, 0, sizeof(*address));
	if (!ipv6) {
		address->v4.sin_family = AF_INET;
		address->v4.sin_port = htons(config->port);
		if (config->address[0])
			inet_pton(AF_INET, config->address,
				  &address->v4.sin_addr);
		return sizeof(address->v4);
	}
	address->v6.sin6_family = AF_INET6;
	address->v6.sin6_port = htons(config->port);
	if (config->address[0])
		inet_pton(AF_INET6, config->address, &address->v6.sin6_addr);
	return sizeof(address->v6);
}

/* Returns the listening socket, or -1 with errno. */
static int listen_at(const struct config *config, bool ipv6)
{
	union any_address address;
	socklen_t len = listen_address(config, ipv6, &address);
	int on = 1, off = 0;
	int fd = socket(address.any.sa_family,
			SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	/* The address may come later, with DHCP for example. */
	setsockopt(fd, IPPROTO_IP, IP_FREEBIND, &on, sizeof(on));
	if (ipv6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	if (!bind(fd, &address.any, len) && !listen(fd, BACKLOG))
		return fd;
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

static int open_listener(const struct config *config)
{
	int fd = -1;

	if (!config->address[0] || strchr(config->address, ':'))
		fd = listen_at(config, true);
	/* A kernel without IPv6. */
	if (fd < 0 && !strchr(config->address, ':'))
		fd = listen_at(config, false);
	return fd;
}

static void forget(void *arg, const struct session *session)
{
	struct control *control = arg;
	size_t i = 0;

	while (i < control->sessions_n && control->sessions[i] != session)
		i++;
	if (i == control->sessions_n)
		return;
	control->sessions_n--;
	memmove(&control->sessions[i], &control->sessions[i + 1],
		(control->sessions_n - i) * sizeof(control->sessions[0]));
}

/* Whoever only holds connections open gives way to who comes after it. */
static bool make_room(struct control *control)
{
	if (control->sessions_n < SESSIONS_MAX)
		return true;
	for (size_t i = 0; i < control->sessions_n; i++) {
		struct session *session = control->sessions[i];

		if (session_is_authenticated(session))
			continue;
		forget(control, session);
		session_close(session);
		return true;
	}
	return false;
}

static void set_options(int fd)
{
	int on = 1, idle = 30, interval = 10, probes = 3;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval,
		   sizeof(interval));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof(probes));
}

static void on_connection(void *arg, uint32_t events)
{
	struct control *control = arg;
	union any_address address;
	socklen_t len = sizeof(address);
	char peer[PEER_MAX] = "unknown";
	struct session *session;
	int fd;

	(void)events;
	fd = accept4(control->watch.fd, &address.any, &len,
		     SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (fd < 0)
		return;
	getnameinfo(&address.any, len, peer, sizeof(peer), NULL, 0,
		    NI_NUMERICHOST);
	if (!make_room(control)) {
		log_limited(LOG_LEVEL_WARN,
			    "%s: refused: %d controllers are "
			    "connected already",
			    peer, SESSIONS_MAX);
		close(fd);
		return;
	}
	set_options(fd);
	session = session_open(control->agent, control->tls, fd, peer, forget,
			       control);
	if (session)
		control->sessions[control->sessions_n++] = session;
}

static void report(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

bool control_open(struct agent *agent)
{
	const struct config *config = &agent->config;
	struct control *control;
	int err;

	if (!config->has_control) {
		log_warn("no section 'control': no controller can connect");
		return true;
	}
	control = calloc(1, sizeof(*control));
	if (!control)
		return false;
	agent->control = control;
	control->agent = agent;
	control->watch = (struct loop_fd){ -1, on_connection, control };
	control->tls = tls_open(config, agent->id, report, NULL);
	if (!control->tls)
		return false;
	control->watch.fd = open_listener(config);
	err = control->watch.fd < 0
		      ? errno
		      : loop_add(&agent->loop, &control->watch, EPOLLIN);
	if (err)
		log_error("cannot listen at port %u: %s", config->port,
			  strerror(err));
	return !err;
}

void control_close(struct agent *agent)
{
	struct control *control = agent->control;

	if (!control)
		return;
	while (control->sessions_n)
		session_close(control->sessions[--control->sessions_n]);
	loop_remove(&agent->loop, &control->watch);
	if (control->watch.fd >= 0)
		close(control->watch.fd);
	SSL_CTX_free(control->tls);
	free(control);
	agent->control = NULL;
}
