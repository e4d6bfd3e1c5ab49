/* SPDX-License-Identifier: Apache-2.0 */
#include "control.h"

#include <stdio.h>
#include <stdlib.h>

#include "methods.h"
#include "signal_report.h"

struct control {
	const struct control_host *host;
	struct credentials_owner owner;
	struct terms terms;
	struct service service;
	struct server *server;
};

/* One session's part of the protocol. */
struct control_session {
	struct methods_context context; /* first: the methods' context */
	struct signal_report report;
};

struct credentials_owner control_owner(const uint8_t *id)
{
	struct credentials_owner owner = { .kind = "WTP", .option = "id" };
	char text[ADDR_TEXTLEN];

	snprintf(owner.uri, sizeof(owner.uri), "urn:cloudmac:wtp:%s",
		 addr_format(id, text));
	return owner;
}

static bool report_ready(void *arg)
{
	return session_is_idle(arg);
}

static void report_send(void *arg, char *text)
{
	session_notify(arg, text);
}

static void *open_session(void *arg, struct session *session)
{
	const struct control *control = arg;
	struct control_session *opened = calloc(1, sizeof(*opened));

	if (!opened)
		return NULL;
	signal_report_init(&opened->report, control->host, report_ready,
			   report_send, session);
	opened->context =
		(struct methods_context){ control->host, &opened->report,
					  &control->terms };
	return opened;
}

static void close_session(void *arg, void *context)
{
	struct control_session *session = context;

	(void)arg;
	signal_report_set(&session->report, 0);
	free(session);
}

bool control_open(struct control **out, const struct control_host *host)
{
	const struct config_control *config = &host->config->control;
	struct control *control = calloc(1, sizeof(*control));

	*out = control;
	if (!control)
		return false;
	control->host = host;
	control->owner = control_owner(host->id);
	control->service = (struct service){
		.loop = host->loop,
		.config = config,
		.owner = &control->owner,
		.methods = methods,
		.terms = &control->terms,
		.calls_max = 1,
		.opened = open_session,
		.closed = close_session,
		.arg = control,
	};
	return server_open(&control->server, &control->service);
}

bool control_start(struct control *control)
{
	return !control || server_start(control->server);
}

void control_close(struct control *control)
{
	if (!control)
		return;
	server_close(control->server);
	free(control);
}
