/* SPDX-License-Identifier: Apache-2.0 */
#include "acceptor.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "admission.h"
#include "base/base.h"
#include "tls.h"

#define NICENESS 10

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* A connection in its handshake. */
struct handshake {
	SSL *ssl;
	int fd;
	short wanted; /* events for poll() */
	uint64_t deadline_ms;
	struct source source;
	char peer[ACCEPTOR_PEER_LEN];
};

struct acceptor {
	SSL_CTX *tls;
	int listener;
	int events[2]; /* pipe of struct acceptor_event, from the thread */
	int stop[2];   /* pipe that is closed to end the thread */
	pthread_t thread;
	/* The thread's own. */
	struct clock_floor *floor;
	struct floor_file *file;
	struct admission admission;
	uint64_t quiet_until_ms;
	struct handshake handshakes[ACCEPTOR_MAX]; /* the oldest first */
	size_t handshakes_n;
};

/* As clock_ms(), whose cache is the event loop's. */
static uint64_t now_ms(void)
{
	return clock_us() / 1000;
}

/* Returns false if the pipe is full: the event loop does not keep up. */
static bool write_event(struct acceptor *acceptor,
			const struct acceptor_event *event)
{
	return write(acceptor->events[1], event, sizeof(*event)) ==
	       sizeof(*event);
}

static void refuse(struct acceptor *acceptor, const char *peer,
		   const char *reason)
{
	struct acceptor_event event = { .fd = -1 };

	snprintf(event.peer, sizeof(event.peer), "%s", peer);
	snprintf(event.reason, sizeof(event.reason), "%s", reason);
	write_event(acceptor, &event);
}

static void remove_handshake(struct acceptor *acceptor, size_t i)
{
	acceptor->handshakes_n--;
	memmove(&acceptor->handshakes[i], &acceptor->handshakes[i + 1],
		(acceptor->handshakes_n - i) *
			sizeof(acceptor->handshakes[0]));
}

static void close_handshake(struct acceptor *acceptor, size_t i)
{
	SSL_free(acceptor->handshakes[i].ssl);
	close(acceptor->handshakes[i].fd);
	remove_handshake(acceptor, i);
}

static size_t count_of(const struct acceptor *acceptor,
		       const struct source *source)
{
	size_t n = 0;

	for (size_t i = 0; i < acceptor->handshakes_n; i++)
		n += source_equal(&acceptor->handshakes[i].source, source);
	return n;
}

static void close_oldest_of(struct acceptor *acceptor,
			    const struct source *source)
{
	size_t i = 0;

	while (i < acceptor->handshakes_n &&
	       !source_equal(&acceptor->handshakes[i].source, source))
		i++;
	if (i < acceptor->handshakes_n)
		close_handshake(acceptor, i);
}

static void make_room(struct acceptor *acceptor, const struct source *source)
{
	struct source crowded = *source;
	size_t most = 0;

	if (count_of(acceptor, source) >= ACCEPTOR_PER_SOURCE)
		close_oldest_of(acceptor, source);
	if (acceptor->handshakes_n < ACCEPTOR_MAX)
		return;
	for (size_t i = 0; i < acceptor->handshakes_n; i++) {
		size_t n = count_of(acceptor, &acceptor->handshakes[i].source);

		if (n <= most)
			continue;
		most = n;
		crowded = acceptor->handshakes[i].source;
	}
	close_oldest_of(acceptor, &crowded);
}

static int64_t now_s(void)
{
	return (int64_t)(now_ms() / 1000);
}

/* Writes the floor to its file if that is 'behind' seconds or more behind it.
 */
static void keep_floor(struct acceptor *acceptor, int64_t behind)
{
	int64_t now = now_s();

	if (clock_floor_is_due(acceptor->floor, acceptor->file->kept, behind,
			       now))
		floor_file_write(acceptor->file,
				 clock_floor_now(acceptor->floor, now));
}

/* Hands a connection whose handshake succeeded to the event loop. */
static void hand_over(struct acceptor *acceptor, size_t i)
{
	struct handshake *handshake = &acceptor->handshakes[i];
	struct acceptor_event event = { handshake->ssl, handshake->fd, "",
					"" };
	bool rose = tls_learn_time(handshake->ssl, acceptor->floor);

	admission_refund(&acceptor->admission, &handshake->source);
	memcpy(event.peer, handshake->peer, sizeof(event.peer));
	if (write_event(acceptor, &event))
		remove_handshake(acceptor, i);
	else
		close_handshake(acceptor, i);
	if (rose)
		keep_floor(acceptor, 1);
}

/* Goes on with a handshake. Returns false if the connection has left the list.
 */
static bool continue_handshake(struct acceptor *acceptor, size_t i)
{
	struct handshake *handshake = &acceptor->handshakes[i];
	int result;

	ERR_clear_error();
	result = SSL_accept(handshake->ssl);
	if (result == 1) {
		hand_over(acceptor, i);
		return false;
	}
	switch (SSL_get_error(handshake->ssl, result)) {
	case SSL_ERROR_WANT_READ:
		handshake->wanted = POLLIN;
		return true;
	case SSL_ERROR_WANT_WRITE:
		handshake->wanted = POLLOUT;
		return true;
	default:
		refuse(acceptor, handshake->peer, tls_reason(handshake->ssl));
		close_handshake(acceptor, i);
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

/* Reports one such connection in a second: a flood must not keep the event
 * loop busy. */
static void refuse_early(struct acceptor *acceptor, const char *peer)
{
	if (now_ms() < acceptor->quiet_until_ms)
		return;
	acceptor->quiet_until_ms = now_ms() + 1000;
	refuse(acceptor, peer, "too many connections in a short time");
}

static void accept_one(struct acceptor *acceptor)
{
	struct handshake handshake = { .wanted = POLLIN, .peer = "unknown" };
	union any_address address;
	socklen_t len = sizeof(address);

	handshake.fd = accept4(acceptor->listener, &address.any, &len,
			       SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (handshake.fd < 0)
		return;
	handshake.source = source_of_address(&address);
	handshake.deadline_ms = now_ms() + ACCEPTOR_STALL_MS;
	getnameinfo(&address.any, len, handshake.peer, sizeof(handshake.peer),
		    NULL, 0, NI_NUMERICHOST);
	if (!admission_accept(&acceptor->admission, &handshake.source,
			      now_ms())) {
		refuse_early(acceptor, handshake.peer);
		close(handshake.fd);
		return;
	}
	handshake.ssl = SSL_new(acceptor->tls);
	if (!handshake.ssl || SSL_set_fd(handshake.ssl, handshake.fd) != 1) {
		SSL_free(handshake.ssl);
		close(handshake.fd);
		return;
	}
	make_room(acceptor, &handshake.source);
	acceptor->handshakes[acceptor->handshakes_n++] = handshake;
}

/* Ends the handshakes that take too long. Returns the milliseconds until the
 * next one does or the floor's file is due. */
static int end_late(struct acceptor *acceptor)
{
	uint64_t now = now_ms();

	while (acceptor->handshakes_n &&
	       acceptor->handshakes[0].deadline_ms <= now) {
		refuse(acceptor, acceptor->handshakes[0].peer,
		       "waited too long for the TLS handshake");
		close_handshake(acceptor, 0);
	}
	return acceptor->handshakes_n
		       ? (int)(acceptor->handshakes[0].deadline_ms - now)
		       : (int)clock_floor_due_in(acceptor->floor,
						 acceptor->file->kept,
						 now_s()) *
				 1000;
}

/* Lists what to wait for: first the end, then the listener, then the
 * connections. */
static nfds_t list_fds(const struct acceptor *acceptor, struct pollfd *fds)
{
	fds[0] = (struct pollfd){ acceptor->stop[0], POLLIN, 0 };
	fds[1] = (struct pollfd){ acceptor->listener, POLLIN, 0 };
	for (size_t i = 0; i < acceptor->handshakes_n; i++)
		fds[2 + i] =
			(struct pollfd){ acceptor->handshakes[i].fd,
					 acceptor->handshakes[i].wanted, 0 };
	return 2 + acceptor->handshakes_n;
}

static void *run(void *arg)
{
	struct pollfd fds[2 + ACCEPTOR_MAX];
	struct acceptor *acceptor = arg;

	/* Frames go first where both share a processor. */
	setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	for (;;) {
		int wait_ms = end_late(acceptor);
		nfds_t n = list_fds(acceptor, fds);

		keep_floor(acceptor, CLOCK_FLOOR_KEEP_S);
		if (poll(fds, n, wait_ms) < 0)
			continue;
		if (fds[0].revents) {
			keep_floor(acceptor, CLOCK_FLOOR_KEEP_AT_END_S);
			return NULL;
		}
		/* From the last to the first, as entries leave the list. */
		for (size_t i = n - 2; i-- > 0;)
			if (fds[2 + i].revents)
				continue_handshake(acceptor, i);
		if (fds[1].revents)
			accept_one(acceptor);
	}
}

static void close_pipe(const int *ends)
{
	close(ends[0]);
	close(ends[1]);
}

struct acceptor *acceptor_open(SSL_CTX *tls, int listener,
			       struct clock_floor *floor,
			       struct floor_file *file)
{
	struct acceptor *acceptor = calloc(1, sizeof(*acceptor));
	int err;

	if (!acceptor)
		return NULL;
	acceptor->tls = tls;
	acceptor->floor = floor;
	acceptor->file = file;
	acceptor->listener = listener;
	if (pipe2(acceptor->events, O_CLOEXEC | O_NONBLOCK)) {
		free(acceptor);
		return NULL;
	}
	if (pipe2(acceptor->stop, O_CLOEXEC)) {
		close_pipe(acceptor->events);
		free(acceptor);
		return NULL;
	}
	err = thread_start(&acceptor->thread, run, acceptor);
	if (!err)
		return acceptor;
	close_pipe(acceptor->events);
	close_pipe(acceptor->stop);
	free(acceptor);
	errno = err;
	return NULL;
}

int acceptor_fd(const struct acceptor *acceptor)
{
	return acceptor->events[0];
}

bool acceptor_read(struct acceptor *acceptor, struct acceptor_event *event)
{
	return read(acceptor->events[0], event, sizeof(*event)) ==
	       sizeof(*event);
}

void acceptor_close(struct acceptor *acceptor)
{
	struct acceptor_event event;

	if (!acceptor)
		return;
	close(acceptor->stop[1]);
	pthread_join(acceptor->thread, NULL);
	close(acceptor->stop[0]);
	while (acceptor->handshakes_n)
		close_handshake(acceptor, 0);
	while (acceptor_read(acceptor, &event)) {
		SSL_free(event.ssl);
		if (event.fd >= 0)
			close(event.fd);
	}
	close_pipe(acceptor->events);
	free(acceptor);
}
