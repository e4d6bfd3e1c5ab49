/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "control_host.h"
#include "lines.h"
#include "methods.h"
#include "rpc.h"
#include "signal_report.h"
#include "tls.h"

#define PEER_LEN 64
#define READ_LEN 4096

/* What the session waits for; it ends if that does not arrive in time. The
 * answer to a request comes from the agent, however late. */
enum waiting {
	WAIT_OUTPUT, /* the peer to read */
	WAIT_LINE,   /* the rest of a line */
	WAIT_REQUEST,
	WAIT_ANSWER,
};

struct session {
	const struct control_host *host;
	void (*closed)(void *arg, const struct session *session);
	void *closed_arg;
	char peer[PEER_LEN];
	SSL *ssl;
	struct loop_fd watch;
	uint32_t watched;
	bool line_handled; /* since the timer was started for a line */
	bool closing;	   /* end when all output is written */
	bool handling;	   /* a line, in rpc_handle() */
	/* The request that is not answered yet. The next one waits for it, so
	 * that answers come in the order of requests. */
	struct rpc_call *call;
	struct lines lines;
	char input[READ_LEN];
	const char *unread; /* in 'input' */
	size_t unread_len;
	char *output;
	size_t output_len, output_done;
	enum waiting waiting;
	struct loop_timer timer;
	struct signal_report report;
	struct methods_context context;
};

void session_close(struct session *session)
{
	if (!session)
		return;
	rpc_abandon(session->call);
	loop_remove(session->host->loop, &session->watch);
	loop_timer_stop(session->host->loop, &session->timer);
	loop_timer_stop(session->host->loop, &session->report.timer);
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
		[WAIT_ANSWER] = "the agent",
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
		loop_timer_stop(session->host->loop, &session->timer);
		return;
	}
	if (waiting == WAIT_REQUEST)
		ms = session->host->config->idle_timeout * UINT64_C(1000);
	loop_timer_start(session->host->loop, &session->timer, ms);
}

static void watch(struct session *session, uint32_t events)
{
	if (events != session->watched)
		loop_modify(session->host->loop, &session->watch, events);
	session->watched = events;
}

static bool output_is_pending(const struct session *session)
{
	return session->output_done < session->output_len;
}

/* Appends 'text' to the output and frees it. */
static void queue_output(struct session *session, char *text)
{
	size_t len = strlen(text);
	char *grown = realloc(session->output, session->output_len + len);

	if (grown) {
		session->output = grown;
		memcpy(grown + session->output_len, text, len);
		session->output_len += len;
	} else {
		session->closing = true;
	}
	free(text);
}

/* Writes as much as possible. Returns false if the connection is broken. */
static bool write_output(struct session *session)
{
	while (output_is_pending(session)) {
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
	session->output_len = session->output_done = 0;
	return true;
}

static void on_answer(void *arg, char *answer);

static bool handle_line(void *arg, const char *line, size_t len)
{
	struct session *session = arg;

	session->line_handled = session->handling = true;
	session->call = rpc_handle(methods, &session->context, line, len,
				   on_answer, session);
	session->handling = false;
	return !session->closing && !session->call;
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

	while (!output_is_pending(session) && !session->closing &&
	       !session->call) {
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
	if (output_is_pending(session)) {
		watch(session, EPOLLOUT);
		wait_for(session, WAIT_OUTPUT);
		return true;
	}
	/* Requests that arrive before the answer stay in the socket. */
	watch(session, session->call ? 0 : EPOLLIN);
	wait_for(session, session->call	       ? WAIT_ANSWER
			  : session->lines.len ? WAIT_LINE
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
	if (session->call && (events & (EPOLLERR | EPOLLHUP)))
		session->closing = true;
	progress_or_end(session);
}

/* Writes the answer to a request. Within handle_line() its caller does. */
static void on_answer(void *arg, char *answer)
{
	struct session *session = arg;

	session->call = NULL;
	if (answer)
		queue_output(session, answer);
	if (!session->handling)
		progress_or_end(session);
}

static bool report_ready(void *arg)
{
	return !output_is_pending(arg);
}

/* Called by a timer, so the session must not end here. The loop reports a
 * broken connection. */
static void report_send(void *arg, char *text)
{
	struct session *session = arg;

	queue_output(session, text);
	ERR_clear_error();
	if (!write_output(session))
		session->closing = true;
	if (output_is_pending(session)) {
		watch(session, EPOLLOUT);
		wait_for(session, WAIT_OUTPUT);
	}
}

struct session *session_open(
	const struct control_host *host, SSL *ssl, int fd, const char *peer,
	void (*closed)(void *arg, const struct session *session), void *arg)
{
	struct session *session = calloc(1, sizeof(*session));

	if (!session || !lines_init(&session->lines, RPC_LINE_MAX)) {
		free(session);
		SSL_free(ssl);
		close(fd);
		return NULL;
	}
	session->ssl = ssl;
	session->host = host;
	session->closed = closed;
	session->closed_arg = arg;
	snprintf(session->peer, sizeof(session->peer), "%s", peer);
	session->watch = (struct loop_fd){ fd, on_ready, session };
	session->timer =
		(struct loop_timer){ .handler = on_timeout, .arg = session };
	signal_report_init(&session->report, host, report_ready, report_send,
			   session);
	session->context = (struct methods_context){ host, &session->report };
	session->watched = EPOLLIN;
	if (loop_add(host->loop, &session->watch, EPOLLIN)) {
		session_close(session);
		return NULL;
	}
	wait_for(session, WAIT_REQUEST);
	return session;
}
