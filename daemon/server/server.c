/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "acceptor.h"
#include "base/base.h"
#include "clock_floor.h"
#include "floor_file.h"

#define SESSIONS_MAX 16
#define BACKLOG	     64

struct server {
	const struct service *service;
	struct clock_floor floor;
	struct floor_file floor_file;
	SSL_CTX *tls;
	int listener;
	struct acceptor *acceptor;
	struct loop_fd watch; /* of the acceptor */
	struct session *sessions[SESSIONS_MAX];
	size_t sessions_n;
};

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static socklen_t listen_address(const struct config_control *config, bool ipv6,
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
static int listen_on(const struct config_control *config, bool ipv6)
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
	/* The host may get the address later, for example by DHCP. */
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

static int open_listener(const struct config_control *config)
{
	int fd = -1;

	if (!config->address[0] || strchr(config->address, ':'))
		fd = listen_on(config, true);
	/* The kernel may have no IPv6. */
	if (fd < 0 && !strchr(config->address, ':'))
		fd = listen_on(config, false);
	return fd;
}

static void remove_session(void *arg, const struct session *session)
{
	struct server *server = arg;
	size_t i = 0;

	while (i < server->sessions_n && server->sessions[i] != session)
		i++;
	if (i < server->sessions_n)
		server->sessions[i] = server->sessions[--server->sessions_n];
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

static void serve(struct server *server, const struct acceptor_event *event)
{
	struct session *session;

	if (server->sessions_n == SESSIONS_MAX) {
		log_limited(LOG_LEVEL_WARN,
			    "%s: refused: %d controllers are connected",
			    event->peer, SESSIONS_MAX);
		SSL_free(event->ssl);
		close(event->fd);
		return;
	}
	set_options(event->fd);
	session = session_open(server->service, event->ssl, event->fd,
			       event->peer, remove_session, server);
	if (!session)
		return;
	log_info("%s: controller connected", event->peer);
	server->sessions[server->sessions_n++] = session;
}

static void on_event(void *arg, uint32_t events)
{
	struct server *server = arg;
	struct acceptor_event event;

	(void)events;
	if (!acceptor_read(server->acceptor, &event))
		return;
	if (event.ssl)
		serve(server, &event);
	else
		log_limited(LOG_LEVEL_WARN, "%s: refused: %s", event.peer,
			    event.reason);
}

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

bool server_open(struct server **out, const struct service *service)
{
	const struct config_control *config = service->config;
	struct server *server;

	*out = NULL;
	if (!config->is_configured) {
		log_warn("no section 'control': no controller can connect");
		return true;
	}
	server = calloc(1, sizeof(*server));
	if (!server)
		return false;
	*out = server;
	server->service = service;
	server->listener = -1;
	server->watch = (struct loop_fd){ -1, on_event, server };
	floor_file_open(&server->floor_file, config);
	server->tls =
		tls_server_new(config, service->owner, &server->floor,
			       server->floor_file.kept, log_problem, NULL);
	if (!server->tls)
		return false;
	server->listener = open_listener(config);
	if (server->listener < 0)
		log_error("cannot listen on port %u: %s", config->port,
			  strerror(errno));
	return server->listener >= 0;
}

bool server_start(struct server *server)
{
	int err;

	if (!server)
		return true;
	server->acceptor = acceptor_open(server->tls, server->listener,
					 &server->floor, &server->floor_file);
	if (!server->acceptor) {
		log_error("cannot accept controllers: %s", strerror(errno));
		return false;
	}
	server->watch.fd = acceptor_fd(server->acceptor);
	err = loop_add(server->service->loop, &server->watch, EPOLLIN);
	if (err)
		log_error("cannot watch for controllers: %s", strerror(err));
	return !err;
}

void server_close(struct server *server)
{
	if (!server)
		return;
	while (server->sessions_n)
		session_close(server->sessions[--server->sessions_n]);
	loop_remove(server->service->loop, &server->watch);
	acceptor_close(server->acceptor);
	if (server->listener >= 0)
		close(server->listener);
	SSL_CTX_free(server->tls);
	floor_file_close(&server->floor_file);
	free(server);
}
