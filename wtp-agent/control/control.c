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

#include "admission.h"
#include "session.h"
#include "tls.h"

#define SESSIONS_MAX 16
/* Sessions of a source whose peers have not yet shown a certificate. */
#define STRANGERS_MAX 4
#define BACKLOG	      64
#define PEER_MAX      64

struct client {
	struct session *session;
	struct source source;
};

struct control {
	const struct control_host *host;
	SSL_CTX *tls;
	struct loop_fd watch;
	struct session_owner owner;
	struct admission admission;
	struct client clients[SESSIONS_MAX]; /* the oldest first */
	size_t clients_n;
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
static int listen_on(const struct config *config, bool ipv6)
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

static int open_listener(const struct config *config)
{
	int fd = -1;

	if (!config->address[0] || strchr(config->address, ':'))
		fd = listen_on(config, true);
	/* The kernel may have no IPv6. */
	if (fd < 0 && !strchr(config->address, ':'))
		fd = listen_on(config, false);
	return fd;
}

/* Returns the index of a session, or 'clients_n'. */
static size_t index_of(const struct control *control,
		       const struct session *session)
{
	size_t i = 0;

	while (i < control->clients_n &&
	       control->clients[i].session != session)
		i++;
	return i;
}

static void remove_client(struct control *control, size_t i)
{
	control->clients_n--;
	memmove(&control->clients[i], &control->clients[i + 1],
		(control->clients_n - i) * sizeof(control->clients[0]));
}

static void on_closed(void *arg, const struct session *session)
{
	struct control *control = arg;
	size_t i = index_of(control, session);

	if (i < control->clients_n)
		remove_client(control, i);
}

static void on_authenticated(void *arg, const struct session *session)
{
	struct control *control = arg;
	size_t i = index_of(control, session);

	if (i < control->clients_n)
		admission_refund(&control->admission,
				 &control->clients[i].source);
}

static bool is_stranger(const struct client *client)
{
	return !session_is_authenticated(client->session);
}

static size_t count_strangers(const struct control *control,
			      const struct source *source)
{
	size_t n = 0;

	for (size_t i = 0; i < control->clients_n; i++)
		n += is_stranger(&control->clients[i]) &&
		     source_equal(&control->clients[i].source, source);
	return n;
}

/* Closes the oldest session of a source without a valid certificate. */
static void close_stranger(struct control *control,
			   const struct source *source)
{
	for (size_t i = 0; i < control->clients_n; i++) {
		struct client client = control->clients[i];

		if (!is_stranger(&client) ||
		    !source_equal(&client.source, source))
			continue;
		remove_client(control, i);
		session_close(client.session);
		return;
	}
}

/* Makes room for a connection from 'source'. The source itself gives way if it
 * has many sessions without a valid certificate; the source with the most of
 * them does if all sessions are in use. Returns false without such a one. */
static bool make_room(struct control *control, const struct source *source)
{
	const struct source *crowded = NULL;
	size_t most = 0;

	if (count_strangers(control, source) >= STRANGERS_MAX)
		close_stranger(control, source);
	if (control->clients_n < SESSIONS_MAX)
		return true;
	for (size_t i = 0; i < control->clients_n; i++) {
		const struct client *client = &control->clients[i];
		size_t n = is_stranger(client)
				   ? count_strangers(control, &client->source)
				   : 0;

		if (n <= most)
			continue;
		most = n;
		crowded = &client->source;
	}
	if (crowded) {
		struct source copy = *crowded;

		close_stranger(control, &copy);
	}
	return crowded;
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

static struct source source_of_address(const union any_address *address)
{
	uint8_t mapped[16] = { [10] = 0xff, [11] = 0xff };
	struct source source;

	if (address->any.sa_family == AF_INET6)
		memcpy(mapped, &address->v6.sin6_addr, sizeof(mapped));
	else
		memcpy(mapped + 12, &address->v4.sin_addr, 4);
	source_of(&source, mapped);
	return source;
}

/* Returns why a connection cannot be served, or NULL. */
static const char *refusal(struct control *control,
			   const struct source *source)
{
	if (!admission_accept(&control->admission, source, clock_ms()))
		return "too many connections in a short time";
	if (!make_room(control, source))
		return "too many controllers are connected";
	return NULL;
}

static void on_connection(void *arg, uint32_t events)
{
	struct control *control = arg;
	union any_address address;
	socklen_t len = sizeof(address);
	char peer[PEER_MAX] = "unknown";
	struct client client;
	const char *reason;
	int fd;

	(void)events;
	fd = accept4(control->watch.fd, &address.any, &len,
		     SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (fd < 0)
		return;
	client.source = source_of_address(&address);
	getnameinfo(&address.any, len, peer, sizeof(peer), NULL, 0,
		    NI_NUMERICHOST);
	reason = refusal(control, &client.source);
	if (reason) {
		log_limited(LOG_LEVEL_WARN, "%s: refused: %s", peer, reason);
		close(fd);
		return;
	}
	set_options(fd);
	client.session = session_open(control->host, control->tls, fd, peer,
				      &control->owner);
	if (client.session)
		control->clients[control->clients_n++] = client;
}

static void log_problem(void *arg, const char *text)
{
	(void)arg;
	log_error("%s", text);
}

bool control_open(struct control **out, const struct control_host *host)
{
	const struct config *config = host->config;
	struct control *control;
	int err;

	*out = NULL;
	if (!config->has_control) {
		log_warn("no section 'control': no controller can connect");
		return true;
	}
	control = calloc(1, sizeof(*control));
	if (!control)
		return false;
	*out = control;
	control->host = host;
	control->watch = (struct loop_fd){ -1, on_connection, control };
	control->owner =
		(struct session_owner){ on_authenticated, on_closed, control };
	control->tls = tls_server_new(config, host->id, log_problem, NULL);
	if (!control->tls)
		return false;
	control->watch.fd = open_listener(config);
	err = control->watch.fd < 0
		      ? errno
		      : loop_add(host->loop, &control->watch, EPOLLIN);
	if (err)
		log_error("cannot listen on port %u: %s", config->port,
			  strerror(err));
	return !err;
}

void control_close(struct control *control)
{
	if (!control)
		return;
	while (control->clients_n)
		session_close(control->clients[--control->clients_n].session);
	loop_remove(control->host->loop, &control->watch);
	if (control->watch.fd >= 0)
		close(control->watch.fd);
	SSL_CTX_free(control->tls);
	free(control);
}
