/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A connection to one of hostapd's control sockets. A request is one datagram
 * and its answer another. After the request ATTACH, events arrive in between.
 * Nothing here waits for hostapd.
 *
 * hostapd answers one request after the other, so the next one is sent after
 * the answer. If an answer does not arrive in time the connection breaks:
 * hostapd could still send it, and it would seem to be that of a later
 * request.
 *
 * A datagram socket does not tell that its peer has closed it. So the first
 * datagram's credentials name the process, and the kernel reports its end,
 * also if it was killed. A hostapd that shares no PID namespace with the
 * daemon has no PID here, and its end shows at the next request.
 */
#ifndef HOSTAPD_SOCKET_H
#define HOSTAPD_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/un.h>

#include "base/base.h"

#define HOSTAPD_ANSWER_MS   2000
#define HOSTAPD_REQUESTS    8
#define HOSTAPD_COMMAND_MAX 64
#define HOSTAPD_TEXT_MAX    8192

/* Receives the answer, or NULL if the connection broke before. */
typedef void hostapd_answered(void *arg, const char *answer);

struct hostapd_request {
	char command[HOSTAPD_COMMAND_MAX];
	hostapd_answered *answered;
};

struct hostapd_socket {
	struct loop *loop;
	struct loop_fd watch;	/* fd -1: closed */
	struct loop_fd process; /* pidfd of hostapd; -1: unknown */
	struct loop_timer timer;
	char own_path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	/* The first one is sent if 'is_sent'. */
	struct hostapd_request requests[HOSTAPD_REQUESTS];
	size_t requests_n;
	bool is_sent;
	uint64_t deadline_ms; /* of the first request */
	/* Receives events. */
	void (*event)(void *arg, const char *text);
	/* The connection broke: 'silent' if hostapd does not answer. All
	 * requests have got NULL. It may close and open the socket again. */
	void (*broken)(void *arg, bool silent);
	void *arg; /* of all functions */
};

/* Makes the folder for own sockets. hostapd sends its answers to them by path,
 * so that it may run in another network namespace. The caller may drop its
 * privileges afterwards; 'user' and 'group' are those of then. Returns 0 or an
 * errno. */
int hostapd_socket_folder(unsigned int user, unsigned int group);

/* Connects to the socket at 'path'. Returns 0 or an errno. */
int hostapd_socket_open(struct hostapd_socket *sock, const char *path);

/* Closes the connection. Requests without answer end without a call. */
void hostapd_socket_close(struct hostapd_socket *sock);

/* Sends a request when those before it are answered. Returns false if too many
 * wait, or if the socket is closed. */
bool hostapd_socket_ask(struct hostapd_socket *sock, const char *command,
			hostapd_answered *answered);

#endif
