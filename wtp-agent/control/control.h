/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The face of control/: the server that controllers connect to. The protocol
 * is in CONTROL.md.
 *
 *	control.h	opens all parts
 *	acceptor.h	accepts connections and does handshakes (thread)
 *	admission.h	limits how often connections are accepted, by source
 *	control_host.h	what the protocol reads of the agent, and its actions
 *	session.h	one controller's connection
 *	tls.h		TLS 1.3 with certificates on both sides
 *	lines.h		cuts a stream of octets into lines
 *	rpc.h		JSON-RPC 2.0
 *	methods.h	the methods of the protocol
 *	airtime_request.h	parameters of airtime.set
 *	signals.h	signal strength of each station
 *	signal_report.h	notifications of signal strength
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

#include "control_host.h"
#include "signals.h"
#include "tls.h"

struct control;

/* Listens as configured. Returns the server in '*control', or NULL in it if
 * the configuration has no section 'control'. 'host' must outlive the server.
 * Logs errors and returns false. */
bool control_open(struct control **control, const struct control_host *host);

/* Starts to accept connections. The caller has dropped the privileges that it
 * does not need. Null-safe. Logs errors and returns false. */
bool control_start(struct control *control);

/* Ends all sessions. Null-safe. */
void control_close(struct control *control);

#endif
