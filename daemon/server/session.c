/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base.h"
#include "lines.h"
#include "rpc.h"
#include "service.h"
#include "tls.h"

#define PEER_LEN     64
#define READ_LEN     4096
#define OUTPUT_FIRST 1024

/* Octets of answers to write before the next request. */
#define OUTPUT_ENOUGH (SESSION_OUTPUT_MAX / 4)

/* What the session waits for; it ends if that does not arrive in time. The
 * answer to a request comes from the daemon, however late. */
enum waiting {
	WAIT_OUTPUT, /* the peer to read */
	WAIT_LINE,   /* the rest of a line */
	WAIT_REQUEST,
	WAIT_ANSWER,
};

/* A request that is not answered yet. */
struct pending {
	struct session *session;
	struct rpc_call *call; /* NULL: unused, or in rpc_handle() */
};

struct session {
	const struct service *service;
	void (*closed)(void *arg, const struct session *session);
	void *closed_arg;
	char peer[PEER_LEN];
	SSL *ssl;
	struct loop_fd watch;
	uint32_t watched;
	bool line_handled; /* since the timer was started for a line */
	bool closing;	   /* end when all output is written */
	bool handling;	   /* a line, in rpc_handle() */
	struct pending pending[SERVICE_CALLS_MAX];
	unsigned int pending_n;
	struct lines lines;
	char input[READ_LEN];
	const char *unread; /* in 'input' */
	size_t unread_len;
	char *output;
	size_t output_size, output_len, output_done;
	enum waiting waiting;
	struct loop_timer timer;
	struct session_term term;
	void *context; /* of the methods */
};

/* No further request is read until one is answered. */
static bool is_busy(const struct session *session)
{
	return session->pending_n == session->service->calls_max;
}

void session_close(struct session *session)
{
	if (!session)
		return;
	for (unsigned int i = 0; i < SERVICE_CALLS_MAX; i++)
		rpc_abandon(session->pending[i].call);
	if (session->context)
		session->service->closed(session->service->arg,
					 session->context);
	loop_remove(session->service->loop, &session->watch);
	loop_timer_stop(session->service->loop, &session->timer);
	SSL_shutdown(session->ssl);
	SSL_free(session->ssl);
	ERR_clear_error();
	close(session->watch.fd);
	lines_destroy(&session->lines);
	free(session->output);
	free(session);
}

static void end(struct session *session)
{
	session->closed(session->closed_arg, session);
	session_close(session);
}

static void on_timeout(void *arg)
{
	static const char *const what[] = {
		[WAIT_OUTPUT] = "the peer to read an answer",
		[WAIT_LINE] = "the rest of a line",
		[WAIT_REQUEST] = "a request",
		[WAIT_ANSWER] = "this daemon",
	};
	struct session *session = arg;

	log_limited(LOG_LEVEL_WARN, "%s: closed, waited too long for %s",
		    session->peer, what[session->waiting]);
	end(session);
}

/* Starts the timer for what the session waits for. Further octets of a line do
 * not restart it; output that the peer reads does. */
static void wait_for(struct session *session, enum waiting waiting)
{
	uint64_t ms = SESSION_STALL_MS;

	if (waiting == session->waiting && session->timer.armed &&
	    waiting == WAIT_LINE && !session->line_handled)
		return;
	session->line_handled = false;
	session->waiting = waiting;
	if (waiting == WAIT_ANSWER) {
		loop_timer_stop(session->service->loop, &session->timer);
		return;
	}
	if (waiting == WAIT_REQUEST)
		ms = session->service->config->idle_timeout * UINT64_C(1000);
	loop_timer_start(session->service->loop, &session->timer, ms);
}

static void watch(struct session *session, uint32_t events)
{
	if (events != session->watched)
		loop_modify(session->service->loop, &session->watch, events);
	session->watched = events;
}

bool session_is_idle(const struct session *session)
{
	return session->output_done == session->output_len;
}

/* Makes room for 'len' octets of output. Returns false without memory. */
static bool reserve_output(struct session *session, size_t len)
{
	size_t size =
		session->output_size ? session->output_size : OUTPUT_FIRST;
	char *grown;

	if (session->output_len + len <= session->output_size)
		return true;
	/* A peer that reads slowly, but never all, must not let it grow. */
	session->output_len -= session->output_done;
	if (session->output_len)
		memmove(session->output,
			session->output + session->output_done,
			session->output_len);
	session->output_done = 0;
	while (size < session->output_len + len)
		size *= 2;
	grown = realloc(session->output, size);
	if (!grown)
		return false;
	session->output = grown;
	session->output_size = size;
	return true;
}

/* Appends 'text' to the output and frees it. */
static void queue_output(struct session *session, char *text)
{
	size_t len = strlen(text);

	if (reserve_output(session, len)) {
		memcpy(session->output + session->output_len, text, len);
		session->output_len += len;
	} else {
		session->closing = true;
	}
	free(text);
}

/* Writes as much as possible. Returns false if the connection is broken. */
static bool write_output(struct session *session)
{
	while (!session_is_idle(session)) {
		size_t done = 0;
		int result = SSL_write_ex(
			session->ssl, session->output + session->output_done,
			session->output_len - session->output_done, &done);

		session->output_done += done;
		if (result != 1)
			return SSL_get_error(session->ssl, result) ==
			       SSL_ERROR_WANT_WRITE;
	}
	free(session->output);
	session->output = NULL;
	session->output_size = session->output_len = session->output_done = 0;
	return true;
}

static void on_answer(void *arg, char *answer);

static struct pending *unused_pending(struct session *session)
{
	struct pending *pending = session->pending;

	while (pending->call)
		pending++;
	return pending;
}

static bool handle_line(void *arg, const char *line, size_t len)
{
	struct session *session = arg;
	struct pending *pending = unused_pending(session);

	session->line_handled = session->handling = true;
	session->pending_n++;
	pending->session = session;
	pending->call =
		rpc_handle(session->service->methods, session->context,
			   &session->term, line, len, on_answer, pending);
	session->handling = false;
	return !session->closing && !is_busy(session) &&
	       session->output_len < OUTPUT_ENOUGH;
}

/* Reads from the connection if nothing is unread. Returns false if nothing
 * comes yet or, in '*ended', at the end. */
static bool fill_input(struct session *session, bool *ended)
{
	if (session->unread_len)
		return true;
	session->unread = session->input;
	if (SSL_read_ex(session->ssl, session->input, sizeof(session->input),
			&session->unread_len) == 1)
		return true;
	*ended = SSL_get_error(session->ssl, 0) != SSL_ERROR_WANT_READ;
	session->unread_len = 0;
	return false;
}

/* Reads and answers requests until there are no more, or an answer or output
 * is pending. Returns false at the end of the connection. */
static bool read_input(struct session *session)
{
	bool ended = false;

	while (session_is_idle(session) && !session->closing &&
	       !is_busy(session)) {
		if (!fill_input(session, &ended))
			return !ended;
		if (!lines_feed(&session->lines, &session->unread,
				&session->unread_len, handle_line, session)) {
			log_limited(LOG_LEVEL_WARN,
				    "%s: a line of more than "
				    "%d octets",
				    session->peer, RPC_LINE_MAX);
			queue_output(session,
				     rpc_refuse(RPC_INVALID_REQUEST,
						"the line is too long"));
			session->closing = true;
		}
		if (!write_output(session))
			return false;
	}
	return true;
}

/* Handles all that is ready. Returns false if the session has to end. */
static bool progress(struct session *session)
{
	if (!write_output(session) || !read_input(session))
		return false;
	if (!session_is_idle(session)) {
		watch(session, EPOLLOUT);
		wait_for(session, WAIT_OUTPUT);
		return true;
	}
	/* Requests that arrive before an answer stay in the socket. */
	watch(session, is_busy(session) ? 0 : EPOLLIN);
	wait_for(session, is_busy(session)     ? WAIT_ANSWER
			  : session->lines.len ? WAIT_LINE
			  : session->pending_n ? WAIT_ANSWER
					       : WAIT_REQUEST);
	return !session->closing;
}

static void progress_or_end(struct session *session)
{
	ERR_clear_error();
	if (progress(session))
		return;
	log_info("%s: controller disconnected", session->peer);
	end(session);
}

static void on_ready(void *arg, uint32_t events)
{
	struct session *session = arg;

	/* The loop reports a broken connection even if nothing is watched. */
	if (is_busy(session) && (events & (EPOLLERR | EPOLLHUP)))
		session->closing = true;
	progress_or_end(session);
}

/* Writes the answer to a request. Within handle_line() its caller does. */
static void on_answer(void *arg, char *answer)
{
	struct pending *pending = arg;
	struct session *session = pending->session;

	pending->call = NULL;
	session->pending_n--;
	if (answer)
		queue_output(session, answer);
	if (!session->handling)
		progress_or_end(session);
}

/* Makes the loop report the connection as broken. */
static void break_off(struct session *session)
{
	session->closing = true;
	shutdown(session->watch.fd, SHUT_RDWR);
}

void session_notify(struct session *session, char *text)
{
	bool was_idle = session_is_idle(session);

	if (session->closing) {
		free(text);
		return;
	}
	queue_output(session, text);
	if (session->output_len - session->output_done > SESSION_OUTPUT_MAX) {
		log_limited(LOG_LEVEL_WARN,
			    "%s: closed, it does not read notifications",
			    session->peer);
		break_off(session);
	}
	/* progress() does the rest of what runs or waits already. */
	if (session->closing || session->handling || !was_idle)
		return;
	ERR_clear_error();
	if (!write_output(session))
		break_off(session);
	if (!session_is_idle(session)) {
		watch(session, EPOLLOUT);
		wait_for(session, WAIT_OUTPUT);
	}
}

struct session *
session_open(const struct service *service, SSL *ssl, int fd, const char *peer,
	     void (*closed)(void *arg, const struct session *session),
	     void *arg)
{
	struct session *session = calloc(1, sizeof(*session));

	if (!session || !lines_init(&session->lines, RPC_LINE_MAX)) {
		free(session);
		SSL_free(ssl);
		close(fd);
		return NULL;
	}
	session->ssl = ssl;
	session->service = service;
	session->closed = closed;
	session->closed_arg = arg;
	snprintf(session->peer, sizeof(session->peer), "%s", peer);
	session->term = (struct session_term){ .terms = service->terms,
					       .peer = session->peer };
	session->watch = (struct loop_fd){ fd, on_ready, session };
	session->timer =
		(struct loop_timer){ .handler = on_timeout, .arg = session };
	session->context = service->opened(service->arg, session);
	session->watched = EPOLLIN;
	if (!session->context ||
	    loop_add(service->loop, &session->watch, EPOLLIN)) {
		session_close(session);
		return NULL;
	}
	wait_for(session, WAIT_REQUEST);
	return session;
}
