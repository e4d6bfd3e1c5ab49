/* SPDX-License-Identifier: Apache-2.0 */
#include "door.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "admission.h"
#include "base/base.h"
#include "tls.h"

#define STACK_OCTETS (256 * 1024)
#define NO_DEADLINE  (-1)
#define NICENESS     10

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* A connection in its handshake. */
struct stranger {
	SSL *ssl;
	int fd;
	short wanted; /* events for poll() */
	uint64_t deadline_ms;
	struct source source;
	char peer[DOOR_PEER_LEN];
};

struct door {
	SSL_CTX *tls;
	int listener;
	int events[2]; /* pipe of struct door_event, from the thread */
	int stop[2];   /* pipe that is closed to end the thread */
	pthread_t thread;
	/* The thread's own. */
	struct admission admission;
	uint64_t quiet_until_ms;
	struct stranger strangers[DOOR_MAX]; /* the oldest first */
	size_t strangers_n;
};

/* As clock_ms(), whose cache is the event loop's. */
static uint64_t now_ms(void)
{
	return clock_us() / 1000;
}

/* Returns false if the pipe is full: the event loop does not keep up. */
static bool tell(struct door *door, const struct door_event *event)
{
	return write(door->events[1], event, sizeof(*event)) == sizeof(*event);
}

static void refuse(struct door *door, const char *peer, const char *reason)
{
	struct door_event event = { .fd = -1 };

	snprintf(event.peer, sizeof(event.peer), "%s", peer);
	snprintf(event.reason, sizeof(event.reason), "%s", reason);
	tell(door, &event);
}

static void forget(struct door *door, size_t i)
{
	door->strangers_n--;
	memmove(&door->strangers[i], &door->strangers[i + 1],
		(door->strangers_n - i) * sizeof(door->strangers[0]));
}

static void close_stranger(struct door *door, size_t i)
{
	SSL_free(door->strangers[i].ssl);
	close(door->strangers[i].fd);
	forget(door, i);
}

static size_t count_of(const struct door *door, const struct source *source)
{
	size_t n = 0;

	for (size_t i = 0; i < door->strangers_n; i++)
		n += source_equal(&door->strangers[i].source, source);
	return n;
}

static void close_oldest_of(struct door *door, const struct source *source)
{
	size_t i = 0;

	while (i < door->strangers_n &&
	       !source_equal(&door->strangers[i].source, source))
		i++;
	if (i < door->strangers_n)
		close_stranger(door, i);
}

static void make_room(struct door *door, const struct source *source)
{
	struct source crowded = *source;
	size_t most = 0;

	if (count_of(door, source) >= DOOR_STRANGERS)
		close_oldest_of(door, source);
	if (door->strangers_n < DOOR_MAX)
		return;
	for (size_t i = 0; i < door->strangers_n; i++) {
		size_t n = count_of(door, &door->strangers[i].source);

		if (n <= most)
			continue;
		most = n;
		crowded = door->strangers[i].source;
	}
	close_oldest_of(door, &crowded);
}

/* Hands a connection whose handshake succeeded to the event loop. */
static void let_in(struct door *door, size_t i)
{
	struct stranger *stranger = &door->strangers[i];
	struct door_event event = { stranger->ssl, stranger->fd, "", "" };

	admission_refund(&door->admission, &stranger->source);
	memcpy(event.peer, stranger->peer, sizeof(event.peer));
	if (tell(door, &event))
		forget(door, i);
	else
		close_stranger(door, i);
}

/* Goes on with a handshake. Returns false if the connection has left the list.
 */
static bool go_on(struct door *door, size_t i)
{
	struct stranger *stranger = &door->strangers[i];
	int result;

	ERR_clear_error();
	result = SSL_accept(stranger->ssl);
	if (result == 1) {
		let_in(door, i);
		return false;
	}
	switch (SSL_get_error(stranger->ssl, result)) {
	case SSL_ERROR_WANT_READ:
		stranger->wanted = POLLIN;
		return true;
	case SSL_ERROR_WANT_WRITE:
		stranger->wanted = POLLOUT;
		return true;
	default:
		refuse(door, stranger->peer, tls_reason(stranger->ssl));
		close_stranger(door, i);
		return false;
	}
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

/* Tells of one such connection in a second: a flood must not keep the event
 * loop busy. */
static void refuse_early(struct door *door, const char *peer)
{
	if (now_ms() < door->quiet_until_ms)
		return;
	door->quiet_until_ms = now_ms() + 1000;
	refuse(door, peer, "too many connections in a short time");
}

static void accept_one(struct door *door)
{
	struct stranger stranger = { .wanted = POLLIN, .peer = "unknown" };
	union any_address address;
	socklen_t len = sizeof(address);

	stranger.fd = accept4(door->listener, &address.any, &len,
			      SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (stranger.fd < 0)
		return;
	stranger.source = source_of_address(&address);
	stranger.deadline_ms = now_ms() + DOOR_STALL_MS;
	getnameinfo(&address.any, len, stranger.peer, sizeof(stranger.peer),
		    NULL, 0, NI_NUMERICHOST);
	if (!admission_accept(&door->admission, &stranger.source, now_ms())) {
		refuse_early(door, stranger.peer);
		close(stranger.fd);
		return;
	}
	stranger.ssl = SSL_new(door->tls);
	if (!stranger.ssl || SSL_set_fd(stranger.ssl, stranger.fd) != 1) {
		SSL_free(stranger.ssl);
		close(stranger.fd);
		return;
	}
	make_room(door, &stranger.source);
	door->strangers[door->strangers_n++] = stranger;
}

/* Ends the handshakes that take too long. Returns the milliseconds until the
 * next one does, or NO_DEADLINE. */
static int end_late(struct door *door)
{
	uint64_t now = now_ms();

	while (door->strangers_n && door->strangers[0].deadline_ms <= now) {
		refuse(door, door->strangers[0].peer,
		       "waited too long for the TLS handshake");
		close_stranger(door, 0);
	}
	return door->strangers_n ? (int)(door->strangers[0].deadline_ms - now)
				 : NO_DEADLINE;
}

/* Lists what to wait for: first the end, then the listener, then the
 * connections. */
static nfds_t list(const struct door *door, struct pollfd *fds)
{
	fds[0] = (struct pollfd){ door->stop[0], POLLIN, 0 };
	fds[1] = (struct pollfd){ door->listener, POLLIN, 0 };
	for (size_t i = 0; i < door->strangers_n; i++)
		fds[2 + i] = (struct pollfd){ door->strangers[i].fd,
					      door->strangers[i].wanted, 0 };
	return 2 + door->strangers_n;
}

static void *keep(void *arg)
{
	struct pollfd fds[2 + DOOR_MAX];
	struct door *door = arg;

	/* Frames go first where both share a processor. */
	setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	for (;;) {
		int wait_ms = end_late(door);
		nfds_t n = list(door, fds);

		if (poll(fds, n, wait_ms) < 0)
			continue;
		if (fds[0].revents)
			return NULL;
		/* From the last to the first, as entries leave the list. */
		for (size_t i = n - 2; i-- > 0;)
			if (fds[2 + i].revents)
				go_on(door, i);
		if (fds[1].revents)
			accept_one(door);
	}
}

/* Starts the thread without signals, which are the event loop's. */
static int start(struct door *door)
{
	const struct sched_param ordinary = { .sched_priority = 0 };
	pthread_attr_t attributes;
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_OCTETS);
	/* Not the event loop's, which may be a real-time one. */
	pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
	pthread_attr_setschedparam(&attributes, &ordinary);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&door->thread, &attributes, keep, door);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return err;
}

static void close_pipe(const int *ends)
{
	close(ends[0]);
	close(ends[1]);
}

struct door *door_open(SSL_CTX *tls, int listener)
{
	struct door *door = calloc(1, sizeof(*door));
	int err;

	if (!door)
		return NULL;
	door->tls = tls;
	door->listener = listener;
	if (pipe2(door->events, O_CLOEXEC | O_NONBLOCK)) {
		free(door);
		return NULL;
	}
	if (pipe2(door->stop, O_CLOEXEC)) {
		close_pipe(door->events);
		free(door);
		return NULL;
	}
	err = start(door);
	if (!err)
		return door;
	close_pipe(door->events);
	close_pipe(door->stop);
	free(door);
	errno = err;
	return NULL;
}

int door_fd(const struct door *door)
{
	return door->events[0];
}

bool door_read(struct door *door, struct door_event *event)
{
	return read(door->events[0], event, sizeof(*event)) == sizeof(*event);
}

void door_close(struct door *door)
{
	struct door_event event;

	if (!door)
		return;
	close(door->stop[1]);
	pthread_join(door->thread, NULL);
	close(door->stop[0]);
	while (door->strangers_n)
		close_stranger(door, 0);
	while (door_read(door, &event)) {
		SSL_free(event.ssl);
		if (event.fd >= 0)
			close(event.fd);
	}
	close_pipe(door->events);
	free(door);
}
